"""The order of a queue beyond its points: no twins in a row, and now and then a paper by chance. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from tracker.text.vectors import Vector, cosine

HEAD = 20  # places within which likeness counts
WINDOW = 3  # papers before a place that it should differ from
RELEVANCE = 0.8  # how much points count, and likeness the rest
CHANCE = 7  # every so many places, a paper by chance


def diverse(points: Mapping[int, float], vectors: Mapping[int, Vector], read: Sequence[Vector]) -> list[int]:
    """Papers by maximal marginal relevance (Carbonell & Goldstein 1998) against the three before each place.

    `read` are the papers read last, the newest last; they stand before the first place.
    """
    scale = max((abs(each) for each in points.values()), default=0.0) or 1.0
    left, placed, window = dict(points), list[int](), list(read)[-WINDOW:]
    while left:
        best = max(left, key=lambda paper: _worth(left[paper] / scale, vectors.get(paper, {}), window))
        placed.append(best)
        del left[best]
        window = [*window, vectors.get(best, {})][-WINDOW:]
    return placed


def _worth(relevance: float, vector: Vector, window: Iterable[Vector]) -> float:
    return RELEVANCE * relevance - (1 - RELEVANCE) * max((cosine(vector, other) for other in window), default=0.0)


def chances(places: int) -> int:
    """How many of so many places are left to chance."""
    return places // CHANCE


def with_chance(ordered: Sequence[int], picked: Sequence[int]) -> list[int]:
    """The order with each picked paper at a seventh place instead of where it stood."""
    chosen = set(picked)
    rest = iter([paper for paper in ordered if paper not in chosen])
    mixed: list[int] = []
    for paper in picked:
        mixed += [*islice(rest, CHANCE - 1), paper]
    return [*mixed, *rest]
