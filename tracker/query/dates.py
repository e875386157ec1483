"""Dates as people type them in a query (2w, yesterday, 2026-01, 2025-12..2026-01), read as bounds in UTC.

A word is a *period* of local time with a beginning and an end (a day, a month, a year) or a *point* (`2w`, an instant).
Comparisons with a period are those of the calendar: `<2026-01` ends before January, `>2026-01` begins after it.
Comparisons with a point speak of age where the field looks back (`<2w` younger, `>30d` older; bare `2w` within the last
two weeks) and of distance where it looks ahead (due, snoozed: `<2w` sooner, also what is over; `>2w` later; bare `2w`
from now on within two weeks). `due` knows whole days only, so that `2w` is there the day two weeks ahead.
"""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import NamedTuple

from tracker.query.fields import FUTURE

AGE = r"([0-9]{1,4})([hdwmy])"
CALENDAR = r"([12][0-9]{3})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?"
INSTANT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}t[0-9:.+z-]+"
DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}

Bounds = tuple[datetime | None, datetime | None, bool, bool]  # low, high, low is open, high is open


class Clock(NamedTuple):
    """Now, on the wall of the person who asks; `zone` None: the system's."""

    wall: datetime  # naive
    zone: tzinfo | None
    days: bool  # whole days, the same everywhere: no zone
    ahead: bool

    def utc(self, wall: datetime) -> datetime:
        if self.days:
            return wall.replace(tzinfo=UTC)
        return wall.replace(tzinfo=self.zone).astimezone(UTC)


class Period(NamedTuple):
    """`begin` inclusive, `end` exclusive, in UTC; a point where they are equal. `age`: counted from now."""

    begin: datetime
    end: datetime
    age: bool = False


def clock(field: str, now: datetime) -> Clock:
    """The clock for a field. `now`: local and aware; naive: in the system's zone."""
    return Clock(now.replace(tzinfo=None), now.tzinfo, field == "due", field in FUTURE)


@lru_cache(maxsize=64)
def bounds(op: str, value: str, at: Clock) -> Bounds | None:
    """What `op value` stands for; None where `value` is no date."""
    try:
        first, dots, last = value.lower().partition("..")
        if dots:
            return _range(first, last, at) if op == ":" else None
        period = _period(first, at)
        return _compared(op, period, at) if period else None
    except (ValueError, OverflowError, OSError):  # no such day, or beyond the calendar of this system
        return None


def turned(value: str, at: Clock) -> str:
    """A range from a later day, month or year to an earlier one as it is read, the other way round; else empty."""
    first, _, last = value.partition("..")
    if any(re.fullmatch(AGE, word.lower()) for word in (first, last)):  # two ages may stand in either order
        return ""
    begin, end = bounds(":", first, at), bounds(":", last, at)
    return f"{last}..{first}" if begin and end and begin[0] and end[0] and begin[0] > end[0] else ""


def _range(first: str, last: str, at: Clock) -> Bounds | None:
    before = last.startswith("<")
    begin, end = _period(first, at), _period(last.lstrip("<"), at)
    if (first and not begin) or (last and not end) or not (begin or end):
        return None
    if begin and end and begin.begin > end.begin and not before:
        begin, end = end, begin
    low, high = begin and begin.begin, end and (end.begin if before else end.end)
    return low, high, False, bool(end and (before or end.begin < end.end))


def _compared(op: str, period: Period, at: Clock) -> Bounds:
    begin, end, age = period
    if op == ":" and age:
        return _within(period, at)
    if op == ":":
        return begin, end, False, begin < end
    if age and not at.ahead:
        op = op.translate({ord("<"): ">", ord(">"): "<"})
    match op:
        case "<":
            return None, begin, False, True
        case "<=":
            return None, end, False, begin < end
        case ">":
            return end, None, begin == end, False
        case _:
            return begin, None, False, False


def _within(period: Period, at: Clock) -> Bounds:
    if not at.ahead:
        return period.begin, None, False, False
    today = at.wall.replace(hour=0, minute=0, second=0, microsecond=0) if at.days else at.wall
    return at.utc(today), period.end, False, period.begin < period.end


def _period(word: str, at: Clock) -> Period | None:
    if word in DAYS:
        return _day(at.wall + timedelta(days=DAYS[word]), at)
    if match := re.fullmatch(AGE, word):
        return _age(int(match[1]), match[2], at)
    if match := re.fullmatch(CALENDAR, word):
        return _calendar(int(match[1]), int(match[2] or 0), int(match[3] or 0), at)
    if re.fullmatch(INSTANT, word) and not at.days:
        moment = datetime.fromisoformat(word.upper())
        point = moment.astimezone(UTC) if moment.tzinfo else at.utc(moment)
        return Period(point, point)
    return None


def _day(wall: datetime, at: Clock, age: bool = False) -> Period:
    midnight = wall.replace(hour=0, minute=0, second=0, microsecond=0)
    return Period(at.utc(midnight), at.utc(midnight + timedelta(days=1)), age)


def _age(number: int, unit: str, at: Clock) -> Period:
    sign = 1 if at.ahead else -1
    if unit in UNITS:
        wall = at.wall + sign * number * UNITS[unit]
    else:
        wall = _months(at.wall, sign * number * (12 if unit == "y" else 1))
    if at.days:
        return _day(wall, at, age=True)
    return Period(at.utc(wall), at.utc(wall), age=True)


def _months(wall: datetime, months: int) -> datetime:
    """The same day of another month, or its last day."""
    year, month = divmod(wall.year * 12 + wall.month - 1 + months, 12)
    first = wall.replace(year=year, month=month + 1, day=1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(wall.day, last.day))


def _calendar(year: int, month: int, day: int, at: Clock) -> Period:
    begin = datetime(year, month or 1, day or 1)
    if day:
        return _day(begin, at)
    return Period(at.utc(begin), at.utc(_months(begin, 1 if month else 12)))
