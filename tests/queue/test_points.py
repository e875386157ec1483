"""Why one paper comes before another: the sum, its reasons, and what the clock may do to them."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tracker.queue.points import Facts, points, ramp, reasons
from tracker.terms import Status

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
TODAY = NOW.date()


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def due(days: int) -> date:
    return TODAY + timedelta(days=days)


SUMS = [
    (Facts(), 0.0),
    (Facts(due_on=due(-30)), 12.0),
    (Facts(due_on=due(-7)), 12.0),
    (Facts(due_on=due(0)), 8.8),
    (Facts(due_on=due(2)), 7.89),
    (Facts(due_on=due(14)), 2.4),
    (Facts(due_on=due(300)), 2.4),
    (Facts(Status.READING, since=ago(1)), 8.0),
    (Facts(Status.READING, since=ago(3)), 8.0),
    (Facts(Status.READING, since=ago(9)), 5.6),
    (Facts(Status.READING, since=ago(15)), 3.2),
    (Facts(Status.READING, since=ago(400)), 3.2),
    (Facts(priority=1), 1.5),
    (Facts(priority=2), 3.5),
    (Facts(priority=3), 6.0),
    (Facts(like=1.0), 6.0),
    (Facts(like=0.5), 0.0),
    (Facts(like=0.0), -6.0),
    (Facts(starred=True), 3.0),
    (Facts(asked=True), 4.0),
    (Facts(conflict=True), 4.0),
    (Facts(wanted=1), 0.0),
    (Facts(wanted=2), 2.4),
    (Facts(Status.LATER, since=ago(30)), 1.0),
    (Facts(Status.LATER, since=ago(600)), 2.0),
    (Facts(since=ago(600)), 0.0),  # the inbox does not age
    (Facts(passed=1), -1.5),
    (Facts(passed=40), -6.0),
    (Facts(woken_at=ago(0)), 8.0),
    (Facts(woken_at=ago(7)), 4.0),
    (Facts(woken_at=ago(40)), 0.0),
]


@pytest.mark.parametrize(("facts", "wanted"), SUMS)
def test_each_reason_has_its_points(facts: Facts, wanted: float) -> None:
    assert points(facts, NOW) == pytest.approx(wanted, abs=0.01)


def test_the_sum_is_that_of_its_reasons() -> None:
    facts = Facts(Status.LATER, ago(30), 2, True, None, None, 1, True, True, 2, 0.75)
    assert points(facts, NOW) == pytest.approx(sum(reason.points for reason in reasons(facts, NOW)), abs=0.3)
    assert [reason.term for reason in reasons(facts, NOW)][:2] == ["asked", "conflict"]


def test_a_date_is_a_promise_that_no_dislike_and_no_passing_over_weakens() -> None:
    dated = Facts(due_on=due(1))
    assert points(dated._replace(like=0.0, passed=9), NOW) == points(dated, NOW)
    assert points(dated._replace(like=1.0), NOW) > points(dated, NOW)


def test_the_ramp_never_falls_while_a_day_comes_nearer() -> None:
    values = [ramp(day / 2) for day in range(-60, 40)]
    assert values == sorted(values)
    assert min(values) == 0.2
    assert max(values) == 1.0


def test_a_clock_that_was_set_back_makes_nothing_younger_than_new() -> None:
    ahead = NOW + timedelta(days=20)
    assert points(Facts(Status.READING, since=ahead), NOW) == 8.0
    assert points(Facts(Status.LATER, since=ahead), NOW) == 0.0
    assert points(Facts(woken_at=ahead), NOW) == 8.0


def test_reasons_are_told_in_words() -> None:
    facts = Facts(Status.LATER, ago(61), 1, due_on=due(-1))
    assert [reason.said for reason in reasons(facts, NOW)] == ["1 day overdue", "waiting for 61 days", "priority 1"]
    assert reasons(Facts(passed=1), NOW)[0].said == "passed over once"
    assert reasons(Facts(due_on=due(0)), NOW)[0].said == "due today"
    assert reasons(Facts(), NOW) == ()
