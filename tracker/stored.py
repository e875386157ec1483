"""What the columns of a library hold, as values: another program may have written anything, and nothing of it harms."""

from datetime import UTC, date, datetime
from enum import Enum
from typing import Any, TypeVar

from tracker.terms import Decision, Visibility

Word = TypeVar("Word", bound=Enum)

UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)  # for a time that cannot be read
YEARS = range(2, 9999)  # of which every time zone has all days

LAST = 2**31 - 1  # that a server's integer takes

# Of words that nobody knows; of other sets it is the first one.
UNREADABLE: dict[type[Enum], Enum] = {Decision: Decision.MAYBE, Visibility: Visibility.PRIVATE}


def moment(value: object) -> datetime:
    """A time as it is kept: ISO 8601 with its zone."""
    try:
        read = datetime.fromisoformat(str(value))
    except ValueError:
        return UNKNOWN
    if read.year not in YEARS:
        return UNKNOWN
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def moment_or_none(value: object) -> datetime | None:
    """The same of a column that may be empty. What cannot be read still says that something happened."""
    return moment(value) if value else None


def day(value: object) -> date | None:
    """A day as it is kept, `2026-11-30`; None where there is none, and where it cannot be read."""
    try:
        read = date.fromisoformat(str(value)) if value else None
    except ValueError:
        return None
    return read if read and read.year in YEARS else None


def word(kind: type[Word], value: object) -> Word:
    """One of a closed set of words."""
    try:
        return kind(str(value))
    except ValueError:
        return kind(UNREADABLE.get(kind) or next(iter(kind)))


def mapping(value: object) -> dict[str, Any]:
    """A JSON object, as text or as the engine has read it; empty where it is none."""
    import json  # most of what is read holds none

    try:
        read = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def within(value: object, least: float, most: float) -> float:
    """A fraction between its bounds; the least where it is no number."""
    return min(max(float(value), least), most) if isinstance(value, int | float) else least


def following(version: int) -> int:
    """The version of a row after this one: another one, also where that is the largest that an engine takes."""
    return version + 1 if version < LAST else 1
