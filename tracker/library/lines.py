"""The values that a list is made of: most commands need no others, and each kind of value takes a while to make."""

from datetime import date, datetime
from typing import NamedTuple

from tracker.terms import Status


class Row(NamedTuple):
    """A paper as a line of a list."""

    id: int
    key: str
    heading: str  # plain text: the title, else the guessed headline
    guessed: bool  # the heading is a guess, shown with ≈
    status: Status
    seen: bool
    starred: bool
    priority: int
    snoozed: bool
    due_on: date | None
    tags: tuple[str, ...]
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    added_at: datetime
    notes: int
    collections: tuple[str, ...]
    woken: bool  # it was put off until now


class Match(NamedTuple):
    """Where a query's words stand in the plain text of a field."""

    field: str  # heading, abstract, note, authors
    start: int
    end: int
