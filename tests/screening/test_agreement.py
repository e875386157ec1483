"""Every statistic is the one that its source prints, to the digits given there."""

from collections.abc import Sequence

import pytest

from tracker.screening.agreement import alpha, cohen, fleiss, gwet, interval, pairwise, papers, patterns, raw, specific

Matrix = Sequence[Sequence[int]]

FLEISS = (  # ten subjects, fourteen raters, five categories: how many said each
    *((0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1)),
    *((7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7)),
)
BINARY = ((0, 1, 0, 0, 0, 0, 0, 0, 1, 0), (1, 1, 1, 0, 0, 1, 0, 0, 0, 0))
NOMINAL = ("aabbdcccedda", "babbbcccedd?")
FOUR = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3),
    (None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None),
)


def table(counts: Matrix) -> list[tuple[int, int]]:
    """Pairs of ratings from a square table: rows are the first person's."""
    cells = [(i, j, n) for i, row in enumerate(counts) for j, n in enumerate(row)]
    return [(i, j) for i, j, n in cells for _ in range(n)]


def spread(counts: Matrix) -> list[list[int]]:
    """Ratings from how many said each category."""
    return [[category for category, n in enumerate(row) for _ in range(n)] for row in counts]


def units(raters: Sequence[Sequence[int | None]]) -> list[tuple[int | None, ...]]:
    return list(zip(*raters, strict=True))


@pytest.mark.parametrize(
    ("counts", "printed"),
    [
        ([[20, 5], [10, 15]], 0.40),
        ([[45, 15], [25, 15]], 0.1304),
        ([[25, 35], [5, 35]], 0.2593),
        ([[40, 9], [6, 45]], 0.70),
        ([[80, 10], [5, 5]], 0.32),
        ([[44, 7, 9], [5, 20, 5], [1, 3, 6]], 0.492),
        ([[118, 5], [2, 0]], -0.0234),
    ],
)
def test_cohens_kappa(counts: Matrix, printed: float) -> None:
    assert cohen(patterns(table(counts))) == pytest.approx(printed, abs=0.5 * 10 ** -len(str(printed).split(".")[1]))


def test_gwets_ac1_and_fleiss_kappa() -> None:
    assert gwet(patterns(table([[118, 5], [2, 0]]))) == pytest.approx(0.9408, abs=5e-5)
    assert gwet(patterns(units(FOUR))) == pytest.approx(0.77544, abs=5e-6)
    assert fleiss(patterns(units(FOUR))) == pytest.approx(0.76117, abs=5e-6)
    assert fleiss(patterns(spread(FLEISS))) == pytest.approx(0.210, abs=5e-4)


def test_krippendorffs_alpha() -> None:
    assert alpha(patterns(units(BINARY))) == pytest.approx(0.095, abs=5e-4)
    letters = [[ord(letter) for letter in row] for row in ("aabbdcccedda", "babbbcccedd" + "d")]
    assert alpha(patterns(units(letters))) == pytest.approx(0.692, abs=5e-4)
    assert alpha(patterns(units(FOUR))) == pytest.approx(0.743, abs=5e-4)
    assert alpha(patterns(units(FOUR)), ordinal=True) == pytest.approx(0.815, abs=5e-4)


def test_two_tables_that_agree_alike_have_other_kappas() -> None:
    for counts in ([[45, 15], [25, 15]], [[25, 35], [5, 35]]):
        assert raw(patterns(table(counts))) == pytest.approx(0.60)


def test_agreement_on_what_is_kept_and_on_what_is_not() -> None:
    data = patterns(table([[118, 5], [2, 0]]))
    assert specific(data, 0) == pytest.approx(236 / 243)
    assert specific(data, 1) == 0
    assert specific(patterns([(0, 0)] * 3), 1) is None


@pytest.mark.parametrize("statistic", [cohen, fleiss, alpha, gwet])
def test_where_everybody_always_says_the_same_there_is_nothing_beyond_chance(statistic: object) -> None:
    assert callable(statistic)
    assert statistic(patterns([(0, 0)] * 20)) is None
    assert statistic(patterns([])) is None


def test_papers_with_one_vote_say_nothing_of_agreement() -> None:
    data = patterns([(1, None)] * 5 + [(None, None), (1, 0), (1, 1)])
    assert papers(data) == 2
    assert raw(data) == 0.5
    assert specific(data, 1) == pytest.approx(2 / 3)
    assert alpha(data) == alpha(patterns([(1, 0), (1, 1)]))


def test_an_interval_holds_the_value_repeats_and_shrinks_with_papers() -> None:
    rows = table([[40, 9], [6, 45]])
    few, many = patterns(rows), patterns(rows * 9)
    low, high = interval(few, cohen, seed=3) or (0, 0)
    assert low < 0.70 < high
    assert (low, high) == interval(few, cohen, seed=3)
    assert low == pytest.approx(0.56, abs=0.03)  # a little below the normal approximation of .70 ± .14
    narrow = interval(many, cohen, seed=3)
    assert narrow
    assert narrow.high - narrow.low == pytest.approx((high - low) / 3, rel=0.15)
    assert interval(patterns([(0, 0)] * 20), cohen) is None


def test_pairs_of_people_need_ten_papers_that_both_voted_on() -> None:
    rows = [(0, 0, None), (1, 1, None), (0, 1, None)] * 4 + [(1, 0, 1)] * 9
    found = pairwise(rows)
    assert found[0, 1] is not None
    assert found[0, 2] is None
    assert found[1, 2] is None
