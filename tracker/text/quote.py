"""Find a quotation in a text by its own words and those around it, also where some of them differ.

The weights of quotation, prefix, suffix and place are those of Hypothesis's client (client/src/annotator/anchoring).
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tracker.text.fold import fold

CONTEXT = 32  # letters kept on each side of a quotation
WEIGHTS = (50, 20, 20, 2)  # quotation, prefix, suffix, place
SHORTEST = 12  # letters of a quotation that may be found by likeness
LEAST, MOST = 0.7, 1.35  # its length in words, against the quotation's
ALIKE = 0.75  # likeness of the words themselves
ENOUGH = 0.72  # score with context
SENTENCE = 64  # letters of a quotation whose likeness needs no context, for a sentence that moved
GLANCE = 65  # per cent of likeness at a first glance, below which no run of words can be alike enough

_WORD = re.compile(r"\w+")
_END = re.compile(r"[\s.,;:!?]+\Z")


class Quote(NamedTuple):
    """Words of a text, with what stands before and after them, and where they stood (None: not known)."""

    exact: str
    prefix: str = ""
    suffix: str = ""
    place: int | None = None


class Found(NamedTuple):
    """`how` is exact or fuzzy; `score` is between 0 and 1."""

    start: int
    end: int
    how: str
    score: float


class Pages:
    """A text made ready to find quotations in."""

    def __init__(self, text: str) -> None:
        self.text = text

    def find(self, quote: Quote) -> Found | None:
        """The best place of a quotation; None where there is none that is good enough."""
        size = len(quote.exact)
        exact = self.exactly(quote)
        if exact and (size >= CONTEXT or exact.score >= ENOUGH):
            return exact
        likest = list(self.alike(quote))
        best = max(likest, key=lambda found: found.score, default=None)
        if best and best.score < ENOUGH:
            return likest[0] if size >= SENTENCE else None
        return best

    def exactly(self, quote: Quote) -> Found | None:
        """The best place of just these words, but for case, accents and white space."""
        return max(self.occurrences(quote), key=lambda found: found.score, default=None)

    @cached_property
    def _folded(self) -> tuple[str, list[int]]:
        """The text folded, single-spaced, and where each of its letters comes from."""
        letters: list[str] = []
        origin: list[int] = []
        for index, character in enumerate(self.text):
            folded = " " if character.isspace() else fold(character)
            for letter in folded:
                if letter != " " or (letters and letters[-1] != " "):
                    letters.append(letter)
                    origin.append(index)
        return "".join(letters), origin

    @cached_property
    def _words(self) -> list[tuple[int, int]]:
        return [match.span() for match in _WORD.finditer(self._folded[0])]

    def occurrences(self, quote: Quote) -> Iterator[Found]:
        """Every place of just these words, in the order of the text."""
        for start, end in self._runs(quote.exact):
            yield self._found(quote, start, end, "exact", 1.0)

    def places(self, words: str) -> Iterator[tuple[int, int]]:
        """Where these words stand, but for case, accents and white space."""
        origin = self._folded[1]
        for start, end in self._runs(words):
            yield origin[start], _past(self.text, origin[end - 1])

    def _runs(self, words: str) -> Iterator[tuple[int, int]]:
        """Every place of just these words in the folded text."""
        text, wanted = self._folded[0], squeezed(words)
        at = text.find(wanted) if wanted else -1
        while at >= 0:
            yield at, at + len(wanted)
            at = text.find(wanted, at + 1)

    def alike(self, quote: Quote) -> Iterator[Found]:
        """The few runs of words that are likest to the quotation, the likest first."""
        from rapidfuzz import fuzz, process
        from rapidfuzz.distance import Levenshtein

        wanted = _END.sub("", squeezed(quote.exact))
        text = self._folded[0]
        if len(wanted) < SHORTEST or not fuzz.partial_ratio(wanted, text, score_cutoff=GLANCE):
            return
        windows = list(self._windows(len(_WORD.findall(wanted))))
        runs = [text[start:end] for start, end in windows]
        scorer = Levenshtein.normalized_similarity
        for _, alike, index in process.extract(wanted, runs, scorer=scorer, score_cutoff=ALIKE, limit=8):
            yield self._found(quote, *windows[index], "fuzzy", alike)

    def _windows(self, count: int) -> Iterator[tuple[int, int]]:
        words = self._words
        least, most = max(1, round(count * LEAST)), max(1, round(count * MOST))
        for first in range(len(words) - least + 1):
            for last in range(first + least - 1, min(len(words), first + most)):
                yield words[first][0], words[last][1]

    def _found(self, quote: Quote, start: int, end: int, how: str, alike: float) -> Found:
        text, origin = self._folded
        sides = _likeness(squeezed(quote.prefix), text[:start], side=-1), _likeness(squeezed(quote.suffix), text[end:])
        a, b = origin[start], _past(self.text, origin[end - 1])
        near = 1.0 if quote.place is None else 1 - abs(a - quote.place) / max(1, len(self.text), quote.place)
        parts = zip(WEIGHTS, (alike, *sides, near), strict=True)
        return Found(a, b, how, sum(weight * part for weight, part in parts) / sum(WEIGHTS))


def squeezed(text: str) -> str:
    """Folded, single-spaced."""
    return " ".join(fold(text).split())


def _likeness(wanted: str, there: str, side: int = 1) -> float:
    """How much the text beside a place is like what is wanted there; where nothing is, the text must end."""
    from rapidfuzz.distance import Levenshtein

    wanted, there = wanted.strip(), there.strip()
    if not wanted:
        return 0.0 if there else 1.0
    return Levenshtein.normalized_similarity(wanted, there[: len(wanted)] if side > 0 else there[-len(wanted) :])


def _past(text: str, last: int) -> int:
    """Just after the letter at `last` and the accents on it."""
    end = last + 1
    while end < len(text) and not fold(text[end]) and not text[end].isspace():
        end += 1
    return end
