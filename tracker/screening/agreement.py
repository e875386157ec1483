"""How far people agree beyond chance, by the statistics that reviews report, with intervals.

Everything is worked out from patterns: what the people said of one paper (None: nothing), and how many papers have that
pattern. The statistics see patterns only, so resampling papers is drawing other numbers of the same few patterns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

Pattern = tuple[int | None, ...]  # a category for each person, in their order
Patterns = Sequence[tuple[Pattern, float]]  # with how many papers have it
Statistic = Callable[[Patterns], "float | None"]

FEWEST = 10  # papers with two votes, below which a figure says nothing
DRAWS = 1000


class Interval(NamedTuple):
    low: float
    high: float


def patterns(ratings: Iterable[Sequence[int | None]]) -> Patterns:
    """Rows of ratings, a column for each person, as patterns with counts; empty rows are left out."""
    counts = Counter(tuple(row) for row in ratings if said(row))
    return [(pattern, float(count)) for pattern, count in sorted(counts.items(), key=repr)]


def said(pattern: Sequence[int | None]) -> list[int]:
    return [category for category in pattern if category is not None]


def paired(data: Patterns) -> Patterns:
    """The papers that two or more people voted on."""
    return [(pattern, weight) for pattern, weight in data if len(said(pattern)) > 1]


def papers(data: Patterns) -> int:
    """How many papers two or more people voted on."""
    return round(sum(weight for _, weight in paired(data)))


def categories(data: Patterns) -> list[int]:
    return sorted({category for pattern, _ in data for category in said(pattern)})


# --- what was observed ---------------------------------------------------------------------------------------------


def raw(data: Patterns) -> float | None:
    """The part of the pairs of people, averaged over papers, who said the same."""
    pairs = paired(data)
    total = sum(weight for _, weight in pairs)
    return sum(weight * _alike(said(pattern)) for pattern, weight in pairs) / total if total else None


def specific(data: Patterns, category: int) -> float | None:
    """Of all that was said to be this category by one of a pair, the part that both said: positive agreement for an
    include, negative for an exclude (Cicchetti & Feinstein 1990; for more than two people Uebersax 1982)."""
    both = either = 0.0
    for pattern, weight in paired(data):
        votes = said(pattern)
        count = votes.count(category)
        both += weight * count * (count - 1) / (len(votes) - 1)
        either += weight * count
    return both / either if either else None


def _alike(votes: list[int]) -> float:
    size = len(votes)
    return sum(count * (count - 1) for count in Counter(votes).values()) / (size * (size - 1))


# --- beyond chance -------------------------------------------------------------------------------------------------


def cohen(data: Patterns) -> float | None:
    """κ of two people on the papers that both voted on (Cohen 1960). None where one of them always said the same."""
    pairs = [(pattern, weight) for pattern, weight in data if len(pattern) == 2 and None not in pattern]
    total = sum(weight for _, weight in pairs)
    if not total:
        return None
    observed = sum(weight for (first, second), weight in pairs if first == second) / total
    sides: tuple[dict[int | None, float], ...] = ({}, {})
    for pattern, weight in pairs:
        for side, category in zip(sides, pattern, strict=True):
            side[category] = side.get(category, 0.0) + weight
    return _beyond(observed, sum(part * sides[1].get(c, 0.0) for c, part in sides[0].items()) / total**2)


def fleiss(data: Patterns) -> float | None:
    """κ of any number of people who may be others for each paper (Fleiss 1971); gaps as in Gwet (2014, ch. 2)."""
    return _beyond(raw(data), sum(part**2 for part in _parts(data).values()))


def gwet(data: Patterns, size: int | None = None) -> float | None:
    """AC1, which stays meaningful when nearly everything is excluded (Gwet 2008). `size`: how many categories there
    are, where not all of them were used."""
    parts = _parts(data)
    size = size or len(parts)
    if size < 2:
        return None
    return _beyond(raw(data), sum(part * (1 - part) for part in parts.values()) / (size - 1))


def alpha(data: Patterns, *, ordinal: bool = False) -> float | None:
    """Krippendorff's α for nominal or ordinal categories, any number of people, gaps allowed (Krippendorff 2011)."""
    pairs = _coincidences(data)
    totals: dict[int, float] = {}
    for (first, _), weight in pairs.items():
        totals[first] = totals.get(first, 0.0) + weight
    count = sum(totals.values())
    apart = _ordinal(totals) if ordinal else _nominal
    expected = sum(totals[c] * totals[k] * apart(c, k) for c in totals for k in totals)
    if not expected:
        return None
    observed = sum(weight * apart(c, k) for (c, k), weight in pairs.items())
    return 1 - (count - 1) * observed / expected


def _beyond(observed: float | None, expected: float) -> float | None:
    return None if observed is None or expected >= 1 else (observed - expected) / (1 - expected)


def _parts(data: Patterns) -> dict[int, float]:
    """How much of what was said each category is, papers counting alike, also those with one vote."""
    total = sum(weight for _, weight in data)
    parts: dict[int, float] = {}
    for pattern, weight in data:
        votes = said(pattern)
        for category in votes:
            parts[category] = parts.get(category, 0.0) + weight / len(votes) / total
    return parts


def _coincidences(data: Patterns) -> dict[tuple[int, int], float]:
    """How often one person said the first and another the second of the same paper."""
    found: dict[tuple[int, int], float] = {}
    for pattern, weight in paired(data):
        votes = said(pattern)
        counts = Counter(votes)
        for first, times in counts.items():
            for second, others in counts.items():
                pairs = times * (others - (first == second)) / (len(votes) - 1)
                found[first, second] = found.get((first, second), 0.0) + weight * pairs
    return found


def _nominal(first: int, second: int) -> float:
    return float(first != second)


def _ordinal(totals: Mapping[int, float]) -> Callable[[int, int], float]:
    """How far categories are apart by what lies between them, squared."""

    def apart(first: int, second: int) -> float:
        low, high = sorted((first, second))
        between = sum(count for category, count in totals.items() if low <= category <= high)
        return float((between - (totals[first] + totals[second]) / 2) ** 2)

    return apart


# --- between pairs, and how sure -----------------------------------------------------------------------------------


def pairwise(ratings: Sequence[Sequence[int | None]]) -> dict[tuple[int, int], float | None]:
    """Cohen's κ of each two people, by their columns; None where they share too few papers or one never varies."""
    people = range(len(ratings[0]) if ratings else 0)
    found: dict[tuple[int, int], float | None] = {}
    for first, second in combinations(people, 2):
        data = patterns([(row[first], row[second]) for row in ratings])
        found[first, second] = cohen(data) if papers(data) >= FEWEST else None
    return found


def interval(data: Patterns, statistic: Statistic, *, seed: int = 0, draws: int = DRAWS) -> Interval | None:
    """The middle 95 % of the statistic over papers drawn anew with replacement. None where it mostly has no value."""
    values = sorted(value for drawn in _drawn(data, seed, draws) if (value := statistic(drawn)) is not None)
    if len(values) < draws * 0.9:
        return None
    return Interval(values[round(0.025 * (len(values) - 1))], values[round(0.975 * (len(values) - 1))])


def _drawn(data: Patterns, seed: int, draws: int) -> Iterable[Patterns]:
    """As many papers again, drawn with replacement: other numbers of each pattern."""
    import numpy as np

    weights = np.array([weight for _, weight in data])
    total = round(weights.sum())
    if not total:
        return
    for counts in np.random.default_rng(seed).multinomial(total, weights / weights.sum(), size=draws).tolist():
        yield [(pattern, count) for (pattern, _), count in zip(data, counts, strict=True) if count]
