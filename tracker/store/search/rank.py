"""Orders a few papers by how well they hold the words of a query: pure, the same for every engine.

The weights were tuned on one set of queries and are reported on another (tests/benchmarks/search.py).
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from tracker.store.search.forms import Form

Word = tuple[Form, ...]  # one word of the query, in any of its forms, that as typed first

HEADING, AUTHORS, ABSTRACT, ELSEWHERE = 8.0, 5.0, 2.0, 1.0
BENT = 4.0  # off for each form that comes before the one found
COVERED = 16.0  # for a heading of which every letter is asked for
CLOSE = 4.0  # for words side by side in the heading, and again in the abstract; less the further they are apart
APART = 24  # letters between words at which that is halved
ORDERED = 6.0  # for words that stand in the heading in the order typed


class Candidate(NamedTuple):
    """A paper's texts, each as `parted` gives it."""

    paper: int
    heading: str
    authors: str
    abstract: str


TEXTS = ("heading", "abstract", "authors")
Sought = tuple[tuple[str, int], ...]  # the forms of a word as they stand in a text, and how many letters each has
Place = tuple[int, int, int]  # where the first form stands that a text holds, its letters, and how many come before it


def ranked(candidates: Iterable[Candidate], words: Sequence[Word]) -> dict[int, float]:
    """How well papers hold the words, best first, then the newest; the more, the better."""
    looked = _looked(words)
    scored = sorted(((_score(each, looked), each.paper) for each in _read(candidates, words)), reverse=True)
    return {paper: points for points, paper in scored}


def _score(candidate: Candidate, words: Sequence[Sought]) -> float:
    heading, abstract = candidate.heading, candidate.abstract
    headed = [_place(heading, word) for word in words]
    told = [_place(abstract, word) for word in words]
    total = 0.0
    for word, in_heading, in_abstract in zip(words, headed, told, strict=True):
        place = in_heading or in_abstract
        if in_heading:
            total += HEADING
        elif author := _place(candidate.authors, word):
            place, total = author, total + AUTHORS
        if in_abstract:
            total += ABSTRACT
        total += ELSEWHERE if place is None else -BENT * min(3, place[2])
    letters = len(heading) - heading.count(" ") or 1
    total += COVERED * min(1.0, sum([place[1] for place in headed if place]) / letters)
    return total + _standing(headed, told) if len(words) > 1 else total


def _standing(headed: Sequence[Place | None], told: Sequence[Place | None]) -> float:
    """How close together several words stand, and whether in the order typed."""
    in_heading = [place[0] for place in headed if place]
    in_abstract = [place[0] for place in told if place]
    ordered = sum(first < second for first, second in pairwise(in_heading))
    close = _together(in_heading, len(headed)) + _together(in_abstract, len(told))
    return close + ORDERED * ordered / (len(headed) - 1)


def holding(candidates: Iterable[Candidate], words: Sequence[Word]) -> set[int]:
    """The papers that hold each of the words in the heading, the abstract or the authors."""
    looked = _looked(words)
    return {each.paper for each in _read(candidates, words) if _holds_all(each, looked)}


def _holds_all(candidate: Candidate, words: Sequence[Sought]) -> bool:
    texts = [getattr(candidate, column) for column in TEXTS]
    return all(any(_place(text, word) for text in texts) for word in words)


def holds(candidate: Candidate, starts: Sequence[str], columns: Sequence[str] = ()) -> bool:
    """Whether some word begins in one of these ways, in these columns of a candidate (empty: in any)."""
    return any(f" {start}" in getattr(candidate, column) for start in starts for column in columns or TEXTS)


def _read(candidates: Iterable[Candidate], words: Sequence[Word]) -> Iterable[Candidate]:
    """The candidates as these words are looked for: words side by side have one blank between them, whatever signs
    the text has there."""
    if all(len(form.words) == 1 for word in words for form in word):
        return candidates
    return map(_with_single_blanks, candidates)


def _with_single_blanks(candidate: Candidate) -> Candidate:
    heading, authors, abstract = (f" {' '.join(text.split())} " for text in candidate[1:4])
    return candidate._replace(heading=heading, authors=authors, abstract=abstract)


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


def _together(found: Sequence[int], words: int) -> float:
    if len(found) < 2:
        return 0.0
    return CLOSE * len(found) / words / (1 + (max(found) - min(found)) / (APART * len(found)))
