"""What the statistics are made of: numbers, each with the query that finds its papers."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple


class Figure(NamedTuple):
    """A number of papers, and what finds them."""

    label: str
    papers: int
    query: str


class Day(NamedTuple):
    """What was decided on a day, and how much was left in the inbox at its end."""

    day: date
    decided: int
    left: int
    query: str


class Week(NamedTuple):
    """What was done in seven days; the queries find the papers of it, figure by figure."""

    begins: date
    decided: int
    read: int
    notes: int
    annotations: int
    queries: tuple[str, str, str, str]


class Emptied(NamedTuple):
    """When the inbox will be empty at the pace of the last fourteen days: with 80 %, from `early` to `late`."""

    days: float
    likely: date
    early: date
    late: date


class Pace(NamedTuple):
    """Seconds for a decision: the median, and what nine of ten stay below. `measured`: papers were looked at so long;
    else only the time between decisions is known."""

    median: float
    slow: float
    decisions: int
    measured: bool


class Band(NamedTuple):
    """Decided papers that were so likely to be kept, from `low` to `high`, and those of them that were."""

    low: float
    high: float
    kept: Figure
    decided: Figure


class Stats(NamedTuple):
    """Figures about the papers of a query, for one person."""

    query: str
    papers: int
    standing: tuple[Figure, ...]  # inbox, later, reading, done, skipped
    decided: Figure
    today: Figure
    days: tuple[Day, ...]  # the last ones, today at the end
    a_day: float  # decisions, on average over `days`
    seconds: Pace | None
    emptied: Emptied | None
    kept: tuple[Figure, ...]  # the tags of what was kept, the commonest first
    bands: tuple[Band, ...]  # the likeliest first; none while nothing is learnt
    missed: Figure  # kept though it was unlikely
    annotations: tuple[Figure, ...]  # by kind: `papers` counts annotations
    unanswered: Figure  # questions without an answer
    stale: Figure
    spent: int  # seconds of looking at papers until they were decided, as far as they were measured
    weeks: tuple[Week, ...]
