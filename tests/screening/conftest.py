"""People around one library, each with it open in their own name."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tracker.library import Library


class Team(NamedTuple):
    ann: Library
    bob: Library
    cyn: Library


@pytest.fixture
def team(open_library: Callable[..., Library]) -> Team:
    """Ann, bob and cyn on one seeded library of 36 papers."""
    return Team(open_library("ann"), open_library("bob"), open_library("cyn"))


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    """These tests run on both."""
    return str(request.param)
