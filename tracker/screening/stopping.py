"""How much of what is relevant is found by now: a lower bound of the recall, and the run of misses. Never advice.

The bound inverts the test of Callaghan & Müller-Hansen (2020, Systematic Reviews 9:273): papers screened last are taken
for a sample of those that were left before them, and the screening order for no better than chance from there on. If
there were so many relevant papers in all, would so few have been found? It is not corrected for being looked at
repeatedly, and it holds for the labels it is given.
"""

from collections.abc import Iterator, Sequence
from math import exp, lgamma

CONFIDENCE = 0.95


def recall_bound(labels: Sequence[bool], papers: int, confidence: float = CONFIDENCE) -> float | None:
    """Recall is at least this, with that confidence. `labels`: whether each paper screened was relevant, in order, of
    so many `papers` in all. None while nothing relevant was found."""
    found = sum(labels)
    if not found:
        return None
    low, high = found + 1, found + papers - len(labels) + 1  # that many relevant papers there cannot be
    while low < high:
        middle = (low + high) // 2
        if p_value(labels, papers, middle) < 1 - confidence:
            high = middle
        else:
            low = middle + 1
    return found / (low - 1)


def p_value(labels: Sequence[bool], papers: int, relevant: int) -> float:
    """How likely so few relevant ones among the papers screened last are, at most, if there were `relevant` in all."""
    unseen = papers - len(labels)
    found = sum(labels)
    return min(
        (cumulative(some, size + unseen, relevant - found + some, size) for size, some in _ends(labels)), default=1.0
    )


def _ends(labels: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """(size, relevant among them) of the ends of the order that may be least likely: all, and all after each relevant
    one, since misses before only make an end less likely."""
    some = 0
    for size, label in enumerate(reversed(labels)):
        if label:
            if size:
                yield size, some
            some += 1
    if labels:
        yield len(labels), some


def cumulative(most: int, papers: int, relevant: int, drawn: int) -> float:
    """The chance of at most `most` relevant among so many papers drawn: the hypergeometric distribution."""
    if relevant > papers:
        return 0.0
    least = max(0, drawn + relevant - papers)
    if most < least:
        return 0.0
    if most >= min(relevant, drawn):
        return 1.0
    term = exp(_choose(relevant, most) + _choose(papers - relevant, drawn - most) - _choose(papers, drawn))
    total = term
    for some in range(most, least, -1):
        term *= some * (papers - relevant - drawn + some) / ((relevant - some + 1) * (drawn - some + 1))
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, total)


def _choose(of: int, some: int) -> float:
    """The logarithm of the number of ways to choose."""
    return lgamma(of + 1) - lgamma(some + 1) - lgamma(of - some + 1)


def misses(labels: Sequence[bool]) -> int:
    """How many papers in a row, up to the last, were not relevant."""
    return next((run for run, label in enumerate(reversed(labels)) if label), len(labels))


def curve(labels: Sequence[bool], points: int) -> list[int]:
    """How many relevant papers were found by then, at so many points of the way."""
    found, so_far = [0], 0
    for label in labels:
        so_far += label
        found.append(so_far)
    return [found[round(point * len(labels) / max(1, points - 1))] for point in range(points)]
