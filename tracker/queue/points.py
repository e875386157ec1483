"""How urgent a paper is to one person: a sum of reasons, each with its points, so that every place can be explained."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple

from tracker.terms import Status
from tracker.text.count import counted

DUE, STAR, ASKED, CONFLICT, WANTED = 12.0, 3.0, 4.0, 4.0, 2.4
BEGUN, STALLED = 8.0, 3.2  # what was begun, on day 3 and from day 15 on
PRIORITIES = (0.0, 1.5, 3.5, 6.0)
LIKED = 6.0  # for a paper that is surely liked; as much off for one that surely is not
AGE, AGED = 2.0, 60.0  # points, and the days in later after which they are full
PASSED, MOST_PASSED = 1.5, 6.0  # off for each "not now", and at most
WOKEN, WAKING = 8.0, 14.0  # for a paper that was put off until now, fading over so many days
MANY = 2  # people who want it
ENOUGH = 5  # papers that one can well read at a time
DAY = 86400.0


class Facts(NamedTuple):
    """What is known of a paper, for one person. `like` is how likely they keep it, 0–1; None: not known yet."""

    status: Status = Status.INBOX
    since: datetime | None = None  # when it came to this status
    priority: int = 0
    starred: bool = False
    due_on: date | None = None
    woken_at: datetime | None = None  # when its snooze ended
    passed: int = 0
    asked: bool = False
    conflict: bool = False
    wanted: int = 0  # people who voted to include it
    like: float | None = None
    alike: str = ""  # words that it is liked for


class Reason(NamedTuple):
    """One summand: a word for programs, its points, and words for people."""

    term: str
    points: float
    said: str


def points(facts: Facts, now: datetime) -> float:
    """The sum. `now` is local, aware time: the day that it says decides what is due."""
    return sum(points for _, points in _summands(facts, now))


def reasons(facts: Facts, now: datetime) -> tuple[Reason, ...]:
    """The summands that are not nothing, the weightiest first."""
    found = [Reason(term, round(points, 1), _said(term, facts, now)) for term, points in _summands(facts, now)]
    return tuple(sorted((each for each in found if each.points), key=lambda each: -abs(each.points)))


def waited(status: Status, since: datetime | None, now: datetime) -> float:
    """Of how long it is being read, or waits: what hardly two papers have in common."""
    if status is Status.READING:
        return begun(_days(since, now))
    return AGE * min(1.0, _days(since, now) / AGED) if status is Status.LATER else 0.0


def liked(likely: float, *, dated: bool) -> float:
    """Of how likely it is kept, 0 to 1; a date is a promise, so with one, dislike does not count."""
    return 0.0 if dated and likely < 0.5 else LIKED * (2 * likely - 1)


def ramp(days_over: float) -> float:
    """Taskwarrior's urgency of a due date: 0.2 two weeks ahead, 1 a week over. `days_over` is negative before it."""
    if days_over >= 7:
        return 1.0
    return (days_over + 14) * 0.8 / 21 + 0.2 if days_over >= -14 else 0.2


def begun(days: float) -> float:
    """Of a paper that is being read: it fades, so that one which stalled does not block the top for ever."""
    return BEGUN - (BEGUN - STALLED) * min(1.0, max(0.0, (days - 3) / 12))


def _summands(facts: Facts, now: datetime) -> Iterator[tuple[str, float]]:
    dated = facts.due_on is not None
    if facts.due_on:
        yield "due", DUE * ramp((now.date() - facts.due_on).days)
    if facts.status is Status.READING:
        yield "reading", waited(facts.status, facts.since, now)
    if facts.woken_at:
        yield "woken", WOKEN * max(0.0, 1 - _days(facts.woken_at, now) / WAKING)
    if facts.priority:
        yield "priority", PRIORITIES[facts.priority]
    if facts.like is not None:
        yield "like", liked(facts.like, dated=dated)
    if facts.starred:
        yield "star", STAR
    yield from _of_the_team(facts)
    if facts.status is Status.LATER:
        yield "age", waited(facts.status, facts.since, now)
    if facts.passed and not dated:
        yield "passed", -min(MOST_PASSED, PASSED * facts.passed)


def _of_the_team(facts: Facts) -> Iterator[tuple[str, float]]:
    if facts.asked:
        yield "asked", ASKED
    if facts.conflict:
        yield "conflict", CONFLICT
    if facts.wanted >= MANY:
        yield "wanted", WANTED


def _days(since: datetime | None, now: datetime) -> float:
    """Days gone by; none where a clock was set back."""
    return max(0.0, (now - since).total_seconds() / DAY) if since else 0.0


def _said(term: str, facts: Facts, now: datetime) -> str:
    match term:
        case "due" if facts.due_on:
            return _due((facts.due_on - now.date()).days)
        case "reading" | "age":
            words = "being read" if term == "reading" else "waiting"
            days = int(_days(facts.since, now))
            return f"{words} for {counted(days, 'day')}" if days else f"{words} since today"
        case "woken":
            return "put off until now"
        case "priority":
            return f"priority {facts.priority}"
        case "like":
            kept = f"like what you keep: {facts.alike}" if facts.alike else "like what you keep"
            return kept if (facts.like or 0) >= 0.5 else "like what you skip"
        case "wanted":
            return f"wanted by {facts.wanted}"
        case "passed":
            return "passed over once" if facts.passed == 1 else f"passed over {facts.passed} times"
    return {"star": "starred", "asked": "somebody asks you", "conflict": "votes differ"}[term]


def _due(days: int) -> str:
    if days < 0:
        return f"{counted(-days, 'day')} overdue"
    return "due today" if days == 0 else f"due in {counted(days, 'day')}"
