"""When the pile will be gone, as a range; and numbers drawn with characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.queue.bars import bar, columns, sparkline
from tracker.queue.forecast import forecast


def test_an_even_pace_has_no_range() -> None:
    assert forecast(100, [10] * 14) == pytest.approx((10.0, 10.0, 10.0))


def test_an_uneven_pace_has_a_range_around_the_likeliest_day() -> None:
    found = forecast(100, [0, 20] * 7)
    assert found
    assert found.early < found.likely < found.late
    assert found.likely == 10.0
    assert found.early == pytest.approx(6.7, abs=0.1)  # t·10 + 1.28·10·√t = 100
    assert found.late == pytest.approx(14.9, abs=0.1)  # t·10 − 1.28·10·√t = 100


@pytest.mark.parametrize(("left", "done"), [(0, [3]), (10, []), (10, [0, 0]), (10**9, [1])])
def test_where_nothing_can_be_said_nothing_is(left: int, done: list[int]) -> None:
    assert forecast(left, done) is None


@given(st.integers(1, 10**6), st.lists(st.integers(0, 500), min_size=1, max_size=30))
def test_the_range_holds_the_likeliest_day(left: int, done: list[int]) -> None:
    if found := forecast(left, done):
        assert 0 < found.early <= found.likely + 1e-6
        assert found.likely <= found.late + 1e-6


def test_sparklines_bars_and_columns() -> None:
    assert sparkline([0, 4, 8]) == "▁▅█"
    assert sparkline([0, 0]) == "▁▁"
    assert sparkline([]) == ""
    assert bar(8, 8, 3) == "███"
    assert bar(1, 1000, 3) == "▏"  # what is not nothing shows
    assert bar(0, 8, 3) == bar(3, 0, 3) == ""
    assert columns([0, 8, 16], 2) == ["  █", " ██"]
    assert columns([0, 0], 2) == ["  ", "  "]
