"""Orders a few papers by how well they hold the words of a query: pure, the same for every engine.

The weights were tuned on one set of queries and are reported on another (tests/benchmarks/search.py).
"""

from collections.abc import Iterable, Sequence
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
ENGINE = 4.0  # for the first in the engine's own order


class Candidate(NamedTuple):
    """A paper's texts, each as `parted` gives it, and its place in the engine's order: 1 first, 0 last or unknown."""

    paper: int
    heading: str
    authors: str
    abstract: str
    engine: float = 0.0


Sought = tuple[tuple[str, int], ...]  # the forms of a word as they stand in a text, and how many letters each has
Place = tuple[int, int, int]  # where the first form stands that a text holds, its letters, and how many come before it


def ranked(candidates: Iterable[Candidate], words: Sequence[Word]) -> dict[int, float]:
    """How well papers hold the words, best first, then the newest; the more, the better."""
    looked = _looked(words)
    scored = sorted(((_score(each, looked), each.paper) for each in candidates), reverse=True)
    return {paper: points for points, paper in scored}


def _score(candidate: Candidate, words: Sequence[Sought]) -> float:
    heading, abstract = candidate.heading, candidate.abstract
    headed = [_place(heading, word) for word in words]
    told = [_place(abstract, word) for word in words]
    total = candidate.engine * ENGINE
    for word, in_heading, in_abstract in zip(words, headed, told, strict=True):
        place = in_heading or in_abstract
        if in_heading:
            total += HEADING
        elif author := _place(candidate.authors, word):
            place, total = author, total + AUTHORS
        if in_abstract:
            total += ABSTRACT + _again(abstract, word)
        total += ELSEWHERE if place is None else -BENT * min(3, place[2])
    letters = len(heading) - heading.count(" ") or 1
    total += COVERED * min(1.0, sum(place[1] for place in headed if place) / letters)
    return total + _together(headed, len(words)) + _together(told, len(words)) + _in_order(headed)


def holds_all(candidate: Candidate, words: Sequence[Word]) -> bool:
    """Whether each word is in the heading, the abstract or the authors."""
    texts = (candidate.heading, candidate.abstract, candidate.authors)
    return all(any(_place(text, word) for text in texts) for word in _looked(words))


def holds(candidate: Candidate, start: str, columns: Sequence[str] = ()) -> bool:
    """Whether some word begins so, in these columns of a candidate (empty: in any)."""
    texts = {"heading": candidate.heading, "authors": candidate.authors, "abstract": candidate.abstract}
    return any(f" {start}" in texts[column] for column in columns or texts)


def _looked(words: Sequence[Word]) -> list[Sought]:
    return [tuple((sought, len(sought.strip())) for sought in map(_sought, word)) for word in words]


def _sought(form: Form) -> str:
    joined = " ".join(form.words)
    return f" {joined}" if form.prefix else f" {joined} "


def _place(text: str, word: Sought) -> Place | None:
    for bent, (sought, letters) in enumerate(word):
        if (at := text.find(sought)) >= 0:
            return at, letters, bent
    return None


def _again(text: str, word: Sought) -> float:
    count = 0
    for sought, _ in word:
        count += text.count(sought)
    return AGAIN * log(count) if count > 1 else 0.0


def _together(places: Sequence[Place | None], words: int) -> float:
    found = [place[0] for place in places if place]
    if len(found) < 2:
        return 0.0
    return CLOSE * len(found) / words / (1 + (max(found) - min(found)) / (APART * len(found)))


def _in_order(places: Sequence[Place | None]) -> float:
    found = [place[0] for place in places if place]
    ordered = sum(first < second for first, second in pairwise(found))
    return ORDERED * ordered / max(1, len(places) - 1)
