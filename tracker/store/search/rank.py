"""Orders a few papers by how well they hold the words of a query: pure, the same for every engine.

The weights were tuned on one set of queries and are reported on another (tests/benchmarks/search.py).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import NamedTuple

from tracker.store.search.forms import Form

Word = tuple[Form, ...]  # one word of the query, in any of its forms, that as typed first

HEADING, AUTHORS, ABSTRACT, ELSEWHERE = 8.0, 5.0, 2.0, 1.0
AGAIN = 0.3  # times the logarithm of how often it is in the abstract
BENT = 1.5  # off for each form that comes before the one found
COVERED = 16.0  # for a heading of which every letter is asked for
CLOSE = 4.0  # for words side by side in the heading, and again in the abstract; less the further they are apart
APART = 24  # letters between words at which that is halved
ORDERED = 6.0  # for words that stand in the heading in the order typed
KEPT = 8192  # places that are remembered: from key to key most papers stay, and all words but the last
ENGINE = 4.0  # for the first in the engine's own order


class Candidate(NamedTuple):
    """A paper's texts, each as `parted` gives it, and its place in the engine's order: 1 first, 0 last or unknown."""

    paper: int
    heading: str
    authors: str
    abstract: str
    engine: float = 0.0


class _Place(NamedTuple):
    """Where the first form stands that a text holds: its letters, and how many forms come before it."""

    at: int
    letters: int
    bent: int


def score(candidate: Candidate, words: Sequence[Word]) -> float:
    """How well a paper holds the words; the more, the better."""
    headed = [_place(candidate.heading, word) for word in words]
    told = [_place(candidate.abstract, word) for word in words]
    total = candidate.engine * ENGINE
    for word, heading, abstract in zip(words, headed, told, strict=True):
        place = heading or abstract
        if not heading and (author := _place(candidate.authors, word)):
            place, total = author, total + AUTHORS
        total += (HEADING if heading else 0.0) + (ABSTRACT + _again(candidate.abstract, word) if abstract else 0.0)
        total += ELSEWHERE if place is None else -BENT * min(3, place.bent)
    letters = len(candidate.heading) - candidate.heading.count(" ") or 1
    total += COVERED * min(1.0, sum(place.letters for place in headed if place) / letters)
    return total + _together(headed, len(words)) + _together(told, len(words)) + _in_order(headed)


def holds_all(candidate: Candidate, words: Sequence[Word]) -> bool:
    """Whether each word is in the heading, the abstract or the authors."""
    texts = (candidate.heading, candidate.abstract, candidate.authors)
    return all(any(_place(text, word) for text in texts) for word in words)


def holds(candidate: Candidate, start: str, columns: Sequence[str] = ()) -> bool:
    """Whether some word begins so, in these columns of a candidate (empty: in any)."""
    texts = {"heading": candidate.heading, "authors": candidate.authors, "abstract": candidate.abstract}
    return any(f" {start}" in texts[column] for column in columns or texts)


@lru_cache(maxsize=KEPT)
def _place(text: str, word: Word) -> _Place | None:
    for bent, form in enumerate(word):
        sought = _sought(form)
        if (at := text.find(sought)) >= 0:
            return _Place(at, len(sought) - 1 - (not form.prefix), bent)
    return None


@lru_cache(maxsize=KEPT)
def _again(text: str, word: Word) -> float:
    return AGAIN * log(max(1, sum(text.count(_sought(form)) for form in word)))


def _sought(form: Form) -> str:
    joined = " ".join(form.words)
    return f" {joined}" if form.prefix else f" {joined} "


def _together(places: Sequence[_Place | None], words: int) -> float:
    found = [place.at for place in places if place]
    if len(found) < 2:
        return 0.0
    return CLOSE * len(found) / words / (1 + (max(found) - min(found)) / (APART * len(found)))


def _in_order(places: Sequence[_Place | None]) -> float:
    found = [place.at for place in places if place]
    ordered = sum(first < second for first, second in pairwise(found))
    return ORDERED * ordered / max(1, len(places) - 1)
