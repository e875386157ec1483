"""What a round makes urgent in a person's queue, and that no reason tells of a hidden vote."""

from collections.abc import Callable

import pytest

from tests.screening.conftest import Team
from tracker.library import Library
from tracker.terms import NEXT_UP, Blind, Decision

YES, NO = Decision.INCLUDE, Decision.EXCLUDE
OF_A_TEAM = {"asked", "conflict", "wanted"}


def told(library: Library, paper: int) -> set[str]:
    return {reason.said for reason in library.why(paper) if reason.term in OF_A_TEAM}


def test_a_conflict_waits_for_those_who_voted_and_for_who_settles_it(team: Team) -> None:
    team.cyn.new_round("first", "", ["ann", "bob"], blind=Blind.OPEN)
    team.ann.vote("first", 5, YES)
    team.bob.vote("first", 5, NO)
    assert [told(person, 5) for person in team] == [{"votes differ"}] * 3
    assert team.cyn.next_up()[0].row.id == 5
    team.cyn.decide("first", 5, NO, "length is no bias")
    assert [told(person, 5) for person in team] == [set()] * 3
    team.cyn.undo()
    assert told(team.bob, 5) == {"votes differ"}
    team.bob.vote("first", 5, YES)
    assert told(team.bob, 5) == {"wanted by 2"}


def test_a_conflict_of_others_waits_for_nobody_else(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob", "cyn"], blind=Blind.OPEN)
    team.ann.vote("first", 5, YES)
    team.bob.vote("first", 5, NO)
    assert told(team.cyn, 5) == set()


def test_what_several_want_is_wanted_until_it_is_decided_against(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], blind=Blind.OPEN)
    team.ann.vote("first", 7, YES)
    assert told(team.cyn, 7) == set()
    team.bob.vote("first", 7, YES)
    assert [told(person, 7) for person in team] == [{"wanted by 2"}] * 3
    assert list(team.cyn.find(NEXT_UP, limit=1).ids) == [7]
    team.ann.decide("first", 7, NO, "not ours")
    assert told(team.cyn, 7) == set()
    team.ann.undo()
    assert told(team.cyn, 7) == {"wanted by 2"}
    team.ann.close_round("first")
    team.ann.archive_round("first")
    assert told(team.cyn, 7) == set()


@pytest.mark.parametrize("blind", [Blind.CLOSED, Blind.OWN])
def test_no_reason_and_no_place_tells_of_a_hidden_vote(
    team: Team, open_library: Callable[..., Library], blind: Blind
) -> None:
    team.cyn.new_round("first", "", ["ann", "bob", "dan"], blind=blind, votes=2)
    before = list(team.ann.find("is:open sort:next").ids)
    dan = open_library("dan")
    for paper, mine in ((3, NO), (4, YES), (5, YES)):
        team.bob.vote("first", paper, YES)
        dan.vote("first", paper, mine)
    assert list(team.ann.find("is:open sort:next").ids) == before
    assert [told(team.ann, paper) for paper in (3, 4, 5)] == [set()] * 3
    team.ann.vote("first", 4, NO)
    shown = {"votes differ", "wanted by 2"} if blind is Blind.OWN else set()
    assert told(team.ann, 4) == shown
    assert told(team.cyn, 4) == {"votes differ", "wanted by 2"}  # who settles it sees all
    team.cyn.close_round("first")
    assert told(team.ann, 4) == {"votes differ", "wanted by 2"}
    assert told(team.ann, 3) == set()  # not hers to settle
    assert told(team.ann, 5) == {"wanted by 2"}
