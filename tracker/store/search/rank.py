"""Orders a few papers by how well they hold the words of a query: pure, the same for every engine."""

from collections.abc import Sequence
from typing import NamedTuple

from tracker.store.search.forms import Form

Word = tuple[Form, ...]  # one word of the query, in any of its forms

HEADING, AUTHORS, ABSTRACT, ELSEWHERE = 8.0, 6.0, 3.0, 1.0
AGAIN, TIMES = 0.5, 4  # for each further time in the abstract, up to so many
CLOSE = 6.0  # for words that stand side by side in the abstract; less the more letters lie between
COVERED = 8.0  # for a heading of which every word is asked for
ENGINE = 4.0  # for the first in the engine's own order


class Candidate(NamedTuple):
    """A paper's texts, each as `parted` gives it, and its place in the engine's order: 1 first, 0 last."""

    paper: int
    heading: str
    authors: str
    abstract: str
    engine: float = 0.0


def score(candidate: Candidate, words: Sequence[Word]) -> float:
    """How well a paper holds the words; the more, the better."""
    total, covered, places = candidate.engine * ENGINE, 0, []
    for forms in words:
        in_heading, length = _place(candidate.heading, forms)
        in_abstract, _ = _place(candidate.abstract, forms)
        covered += length if in_heading >= 0 else 0
        if in_heading >= 0:
            total += HEADING
        elif _place(candidate.authors, forms)[0] >= 0:
            total += AUTHORS
        elif in_abstract < 0:
            total += ELSEWHERE
        if in_abstract >= 0:
            total += ABSTRACT + AGAIN * _times(candidate.abstract, forms)
            places.append(in_abstract)
    letters = len(candidate.heading.replace(" ", "")) or 1
    return total + COVERED * min(1.0, covered / letters) + _closeness(places, len(words))


def holds(candidate: Candidate, start: str) -> bool:
    """Whether some word begins so."""
    begin = f" {start}"
    return begin in candidate.heading or begin in candidate.abstract or begin in candidate.authors


def _place(text: str, forms: Word) -> tuple[int, int]:
    """Where the first of the forms stands, and its letters; -1 where none does."""
    for form in forms:
        sought = _sought(form)
        if (at := text.find(sought)) >= 0:
            return at, len(sought)
    return -1, 0


def _times(text: str, forms: Word) -> int:
    return min(TIMES, sum(text.count(_sought(form)) for form in forms) - 1)


def _sought(form: Form) -> str:
    return f" {' '.join(form.words)}" if form.prefix else f" {' '.join(form.words)} "


def _closeness(places: Sequence[int], words: int) -> float:
    if len(places) < 2:
        return 0.0
    spread = (max(places) - min(places)) / (12 * len(places))
    return CLOSE * len(places) / words / (1 + spread)
