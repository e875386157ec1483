"""Our named tuples are those of the standard library, only sooner made."""

import copy
import pickle
import typing
from collections.abc import Callable

import pytest

from tracker import named


class Ours(named.NamedTuple):
    """A paper, say."""

    key: str
    year: int | None
    tags: tuple[str, ...] = ()
    stars: int = 0

    @property
    def old(self) -> bool:
        return bool(self.year and self.year < 2000)


class Standard(typing.NamedTuple):
    """A paper, say."""

    key: str
    year: int | None
    tags: tuple[str, ...] = ()
    stars: int = 0

    @property
    def old(self) -> bool:
        return bool(self.year and self.year < 2000)


Deed = Callable[[typing.Any], object]  # of a class; what is refused, a type checker would refuse before
DEEDS: dict[str, Deed] = {
    "fields": lambda kind: kind._fields,
    "defaults": lambda kind: kind._field_defaults,
    "annotations": lambda kind: kind.__annotations__,
    "described": lambda kind: kind.__doc__,
    "made in order": lambda kind: tuple(kind("a", 1999, ("x",), 3)),
    "made by name": lambda kind: tuple(kind(year=None, key="a")),
    "made of a row": lambda kind: tuple(kind._make(["a", 1, (), 2])),
    "a property": lambda kind: kind("a", 1999).old,
    "replaced": lambda kind: tuple(kind("a", 1)._replace(year=2)),
    "as a dictionary": lambda kind: kind("a", 1)._asdict(),
    "written": lambda kind: repr(kind("a", 1)).partition("(")[2],
    "equal": lambda kind: kind("a", 1) == ("a", 1, (), 0) and kind("a", 1) != kind("b", 1),
    "hashed": lambda kind: hash(kind("a", 1)) == hash(("a", 1, (), 0)),
    "pickled": lambda kind: tuple(pickle.loads(pickle.dumps(kind("a", 1)))),
    "copied": lambda kind: tuple(copy.deepcopy(kind("a", 1))),
    "slim": lambda kind: hasattr(kind("a", 1), "__dict__"),
}
REFUSED: dict[str, Deed] = {
    "too few": lambda kind: kind(*["a"]),
    "too many": lambda kind: kind(*["a", 1, (), 2, 3]),
    "an unknown name": lambda kind: kind(key="a", year=1, month=2),
    "a name twice": lambda kind: kind("a", 1, key="b"),
    "a short row": lambda kind: kind._make(["a"]),
    "a change of what it is": lambda kind: setattr(kind("a", 1), "year", 2),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_it_does_what_the_standard_one_does(deed: str) -> None:
    assert DEEDS[deed](Ours) == DEEDS[deed](Standard)


@pytest.mark.parametrize("deed", REFUSED)
def test_it_refuses_what_the_standard_one_refuses(deed: str) -> None:
    for kind in (Standard, Ours, Ours):  # the second time its constructor has been made
        with pytest.raises((TypeError, AttributeError)):
            REFUSED[deed](kind)


def test_it_can_be_matched_by_place() -> None:
    match Ours("a", 1):
        case Ours(key, year):
            assert (key, year) == ("a", 1)


class Awkward(named.NamedTuple):
    kind: int
    self: int
    values: int
    named: int
    new: int = 5


def test_a_field_may_have_any_name() -> None:
    for _ in range(2):
        made = Awkward(kind=1, self=2, values=3, named=4)
        assert made == (1, 2, 3, 4, 5)
        assert made._replace(self=7, kind=6) == (6, 7, 3, 4, 5)
