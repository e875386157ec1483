"""Carry an annotation from one wording of a text to another: by position, by the changes of words, by its quotation.

Measured by `python -m tests.benchmarks.anchoring`.
"""

import re
from collections import Counter
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tracker.text.fold import fold
from tracker.text.quote import CONTEXT, SHORTEST, Pages, Quote

if TYPE_CHECKING:
    from tracker.text.worddiff import Carried, WordDiff

SURE = 0.9  # a score from which nobody need look at a place that the quotation led to
LIKELY = 0.7  # the same, of a place that the words around it led to: it is right in 999 of 1,000

_CLAIM = re.compile(r"\d+(?:[.,]\d+)*|\b(?:no|not|nor|never|neither|without|cannot)\b|n't\b")


class State(StrEnum):
    """What became of an annotation's place."""

    OK = "ok"  # where it was made, or where a person put it
    MOVED = "moved"  # carried, without doubt
    CHECK = "check"  # carried, but a person should look
    ORPHAN = "orphan"  # its words are gone


class How(StrEnum):
    """What said where it is."""

    MADE = "made"
    POSITION = "position"
    DIFF = "diff"
    EXACT = "exact"
    FUZZY = "fuzzy"
    MANUAL = "manual"


class Place(NamedTuple):
    """A span of the new text; `score` is between 0 and 1."""

    start: int
    end: int
    state: State
    how: How
    score: float


class Passage:
    """The way from an old wording to a new one, worked out once for all annotations on it."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def carry(self, start: int, end: int) -> Place | None:
        """Where old text `start:end` stands in the new one; None where it is gone."""
        if self._stayed(start, end):
            return Place(start, end, State.OK, How.POSITION, 1.0)
        quote = quoted(self.old, start, end)
        carried = self._diff.carry(start, end)
        if carried and carried.score >= SURE:
            return self._followed(carried, quote.exact)
        found = self._pages.find(quote) if not carried else self._pages.exactly(quote)
        if not found:
            return self._followed(carried, quote.exact) if carried else None
        agreed = carried and found.start < carried.end and carried.start < found.end
        if carried and not agreed and len(quote.exact) < SHORTEST:
            return self._followed(carried, quote.exact)._replace(state=State.CHECK)
        state = State.MOVED if agreed and found.score >= SURE else State.CHECK
        return Place(found.start, found.end, state, How(found.how), found.score)

    def _followed(self, carried: "Carried", words: str) -> Place:
        """A place that the changes of words led to; to be looked at where too little is alike, or the sense may be
        another one."""
        sure = carried.score >= LIKELY and claimed(words) == claimed(self.new[carried.start : carried.end])
        return Place(*carried[:2], State.MOVED if sure else State.CHECK, How.DIFF, carried.score)

    def _stayed(self, start: int, end: int) -> bool:
        """The same words at the same place; few words need the same surroundings to be the same ones."""
        if self.old == self.new:
            return True
        first = max(0, start - CONTEXT)
        if self.old[first:end] != self.new[first:end]:
            return False
        return end - first >= CONTEXT or self.old[end : end + CONTEXT] == self.new[end : end + CONTEXT]

    @cached_property
    def _diff(self) -> "WordDiff":
        from tracker.text.worddiff import WordDiff

        return WordDiff(self.old, self.new)

    @cached_property
    def _pages(self) -> Pages:
        return Pages(self.new)


def claimed(words: str) -> Counter[str]:
    """Numbers and negations: where they differ, words that look alike say something else."""
    return Counter(_CLAIM.findall(fold(words)))


def quoted(text: str, start: int, end: int) -> Quote:
    """A span as a quotation with what stands around it."""
    return Quote(text[start:end], text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT], start)


def located(text: str, quote: Quote) -> Place | None:
    """Where a quotation stands in a text whose earlier wording is not known; None where it does not."""
    exact, place = quote.exact, quote.place
    if place is not None and text[place : place + len(exact)] == exact and text[:place].endswith(quote.prefix):
        return Place(place, place + len(exact), State.OK, How.POSITION, 1.0)
    found = Pages(text).find(quote)
    if not found:
        return None
    sure = found.how == How.EXACT and found.score >= SURE
    return Place(found.start, found.end, State.MOVED if sure else State.CHECK, How(found.how), found.score)
