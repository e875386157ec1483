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
    """What was done in seven days."""

    begins: date
    decided: int
    read: int
    notes: int
    annotations: int
    query: str


class Emptied(NamedTuple):
    """When the inbox will be empty at the pace of the last fourteen days: with 80 %, from `early` to `late`."""

    days: float
    likely: date
    early: date
    late: date


class Stats(NamedTuple):
    """Figures about the papers of a query, for one person."""

    query: str
    papers: int
    standing: tuple[Figure, ...]  # inbox, later, reading, done, skipped
    decided: Figure
    today: Figure
    days: tuple[Day, ...]  # the last ones, today at the end
    a_day: float  # decisions, on average over `days`
    seconds: tuple[float, float] | None  # for a decision: the median, and what nine of ten stay below
    emptied: Emptied | None
    kept: tuple[Figure, ...]  # the tags of what was kept, the commonest first
    annotations: tuple[Figure, ...]  # by kind: `papers` counts annotations
    unanswered: Figure  # questions without an answer
    stale: Figure
    spent: int  # seconds with papers before one's eyes
    weeks: tuple[Week, ...]
