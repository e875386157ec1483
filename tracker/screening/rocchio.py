"""Ranking with the standard library only, where numpy is not there: nearness to what was included, votes in any order.

Slightly weaker than the support vector machine on most collections (Rocchio 1971, with the nearest included text).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tracker.screening.features import Weighted

AGAINST = 0.5  # how much nearness to what was excluded counts
NEAREST = 0.5  # how much the nearest included text counts beside the middle of all


class Sides(NamedTuple):
    """What was included and excluded, each as one text in the middle of them, and the included ones themselves."""

    included: Mapping[int, float]
    excluded: Mapping[int, float]
    texts: Sequence[Mapping[int, float]]


def sides(included: Sequence[tuple[Weighted, float]], excluded: Sequence[tuple[Weighted, float]]) -> Sides:
    """From texts and how much each counts."""
    texts = [dict(zip(text.words, text.weights, strict=True)) for text, certainty in included if certainty >= 0.5]
    return Sides(_middle(included), _middle(excluded), texts)


def score(text: Weighted, known: Sides) -> float:
    """Above zero for what is nearer to the included."""
    near = dot(text, known.included) - AGAINST * dot(text, known.excluded)
    return near + NEAREST * max((dot(text, other) for other in known.texts), default=0.0)


def dot(text: Weighted, other: Mapping[int, float]) -> float:
    return sum(weight * other[word] for word, weight in zip(text.words, text.weights, strict=True) if word in other)


def _middle(texts: Sequence[tuple[Weighted, float]]) -> dict[int, float]:
    total = sum(certainty for _, certainty in texts) or 1.0
    middle: dict[int, float] = {}
    for text, certainty in texts:
        for word, weight in zip(text.words, text.weights, strict=True):
            middle[word] = middle.get(word, 0.0) + weight * certainty / total
    return middle
