"""No twins in a row, and a paper by chance at every seventh place."""

from hypothesis import given
from hypothesis import strategies as st

from tracker.queue.order import CHANCE, chances, diverse, with_chance
from tracker.text.vectors import vectors

APPLES, PEARS = "apples grow on trees in gardens", "pears ripen slowly near walls"


def test_a_paper_much_like_the_one_before_it_waits_for_another() -> None:
    texts = [(APPLES + f" number {n}").split() for n in ("one", "two", "three")] + [PEARS.split()]
    likeness = dict(enumerate(vectors(texts)))
    assert diverse({0: 5.0, 1: 4.9, 2: 4.8, 3: 4.7}, likeness, [])[:2] == [0, 3]


def test_what_was_read_last_counts_as_standing_before_the_first() -> None:
    first, *rest = vectors([APPLES.split(), (APPLES + " again").split(), PEARS.split()])
    assert diverse({1: 5.0, 2: 4.9}, dict(enumerate(rest, 1)), [first]) == [2, 1]


def test_points_that_differ_much_outweigh_likeness() -> None:
    likeness = dict(enumerate(vectors([APPLES.split(), APPLES.split(), PEARS.split()])))
    assert diverse({0: 12.0, 1: 9.0, 2: 0.0}, likeness, []) == [0, 1, 2]


@given(st.dictionaries(st.integers(1, 40), st.floats(-12, 30), max_size=20))
def test_every_paper_has_one_place(points: dict[int, float]) -> None:
    assert sorted(diverse(points, {}, [])) == sorted(points)


@given(st.lists(st.integers(1, 60), unique=True, max_size=40), st.lists(st.integers(1, 99), unique=True, max_size=3))
def test_chance_adds_no_paper_twice_and_loses_none(ordered: list[int], picked: list[int]) -> None:
    mixed = with_chance(ordered, picked)
    assert sorted(mixed) == sorted({*ordered, *picked})
    assert chances(len(ordered)) == len(ordered) // CHANCE


def test_chance_stands_at_every_seventh_place() -> None:
    mixed = with_chance(list(range(100, 120)), [7, 8])
    assert mixed.index(7) == 6
    assert mixed.index(8) == 13
