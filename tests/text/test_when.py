"""Days as people type them."""

from datetime import date

import pytest

from tracker.text.when import day

TUESDAY = date(2026, 2, 3)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tomorrow", date(2026, 2, 4)),
        ("fri", date(2026, 2, 6)),
        ("next friday", date(2026, 2, 6)),
        ("2w", date(2026, 2, 17)),
        ("in 2 weeks", date(2026, 2, 17)),
        ("next week", date(2026, 2, 10)),
        ("in a month", date(2026, 3, 5)),
        ("12 feb", date(2026, 2, 12)),
        ("Feb 1", date(2027, 2, 1)),
        ("2026-02-12", date(2026, 2, 12)),
        ("next", None),
        ("soon", None),
        ("30 feb", None),
    ],
)
def test_a_day_is_typed_as_people_say_it(typed: str, meant: date | None) -> None:
    assert day(typed, TUESDAY) == meant
