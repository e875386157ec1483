"""The bound of recall is the inverted test of Callaghan & Müller-Hansen, as their package `buscarpy` computes it."""

from itertools import pairwise
from math import floor

import pytest

from tests.screening.orders import order
from tracker.screening.stopping import cumulative, curve, misses, p_value, recall_bound

TARGETS = (0.8, 0.9, 0.95)

# How an order was made, how much of it was screened, and what buscarpy 0.0.2 says for the three targets.
PRINTED = {
    (1, 500, 20, 10, 200): (0.582621, 0.723902, 0.806495),
    (2, 500, 20, 10, 400): (0.000432, 0.021504, 0.077896),
    (3, 2000, 100, 5, 1500): (0.0, 0.002298, 0.052312),
    (4, 2000, 100, 20, 900): (0.000378, 0.026866, 0.164611),
    (5, 100, 5, 1, 90): (0.0263, 0.169492, 0.169492),
    (6, 3000, 30, 50, 600): (0.598865, 0.829169, 0.910622),
    (7, 800, 200, 3, 700): (0.0, 1e-06, 0.003817),
    (8, 1000, 1, 30, 950): (0.052854, 0.052854, 0.052854),
}


@pytest.mark.parametrize(("made", "printed"), PRINTED.items())
def test_the_p_value_is_the_printed_one_and_the_bound_inverts_it(
    made: tuple[int, int, int, int, int], printed: tuple[float, ...]
) -> None:
    *how, screened = made
    labels, papers = order(*how)[:screened], how[1]
    bound = recall_bound(labels, papers)
    assert bound is not None
    for target, p in zip(TARGETS, printed, strict=True):
        assert p_value(labels, papers, floor(sum(labels) / target + 1)) == pytest.approx(p, abs=6e-7)
        assert (bound >= target) == (p < 0.05)


@pytest.mark.parametrize("seed", range(20))
def test_the_bound_keeps_its_promise_and_rises_to_all(seed: int) -> None:
    labels = order(seed, 400, 30, 10)
    held = sum((recall_bound(labels[:n], 400) or 0) <= sum(labels[:n]) / 30 for n in range(20, 400, 20))
    assert held >= 18
    assert recall_bound(labels, 400) == 1


def test_where_nothing_was_found_nothing_is_claimed() -> None:
    assert recall_bound([], 100) is None
    assert recall_bound([False] * 50, 100) is None
    assert recall_bound([True], 1000) == pytest.approx(1 / 1000, abs=1e-3)


def test_misses_are_counted_from_the_end() -> None:
    assert misses([]) == 0
    assert misses([True]) == 0
    assert misses([True, False, False]) == 2
    assert misses([False] * 3) == 3


def test_the_distribution_sums_to_one_and_grows() -> None:
    chances = [cumulative(most, 100, 30, 20) for most in range(-1, 22)]
    assert chances[0] == 0
    assert chances[-1] == 1
    assert all(first <= second for first, second in pairwise(chances))
    assert cumulative(3, 10, 5, 5) == pytest.approx((1 + 25 + 100 + 100) / 252)


def test_the_curve_ends_with_all_that_was_found() -> None:
    labels = order(1, 300, 20, 10)
    points = curve(labels, 40)
    assert len(points) == 40
    assert (points[0], points[-1]) == (0, 20)
    assert curve([], 3) == [0, 0, 0]
