"""Votes in the query language: one's own, those of others as far as they may be seen, conflicts, agreement."""

from tests.screening.conftest import Team
from tracker.library import Library
from tracker.terms import Blind, Decision

YES, MAYBE, NO = Decision.INCLUDE, Decision.MAYBE, Decision.EXCLUDE


def found(library: Library, query: str) -> set[int]:
    asked = library.find(query)
    assert not asked.problems, asked.problems
    return set(asked.ids)


def test_votes_are_asked_for_by_what_they_say_and_whose_they_are(team: Team) -> None:
    team.ann.new_round("first", "#reasoning", ["ann", "bob"])
    in_it = found(team.ann, "#reasoning")
    first, second, third = sorted(in_it)[:3]
    for paper, decision in ((first, YES), (second, MAYBE), (third, NO)):
        team.ann.vote("first", paper, decision)
    team.bob.vote("first", first, NO)
    assert found(team.ann, "vote:yes") == {first}
    assert found(team.ann, "vote:maybe,no") == {second, third}
    assert found(team.ann, "vote:none") == in_it - {first, second, third}
    assert found(team.ann, "has:vote") == {first, second, third}
    assert found(team.bob, "vote:no") == {first}
    assert found(team.ann, "@bob vote:no") == set()
    assert found(team.ann, "is:conflict") == set()
    team.ann.close_round("first")
    assert found(team.ann, "@bob vote:no") == {first}
    assert found(team.cyn, "is:conflict") == {first}
    assert found(team.cyn, "has:vote -is:conflict") == {second, third}
    team.ann.decide("first", first, NO, "we talked")
    assert found(team.cyn, "is:conflict") == set()


def test_agreement_is_a_number_to_ask_for_and_to_sort_by(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob", "cyn"], votes=0, blind=Blind.OPEN)
    for paper, said in ((1, (YES, YES, MAYBE)), (2, (YES, NO, NO)), (3, (NO, NO, NO)), (4, (YES,))):
        for library, decision in zip(team, said, strict=False):
            library.vote("first", paper, decision)
    assert found(team.ann, "agree:1") == {1, 3}
    assert found(team.ann, "agree<0.5") == {2}
    assert found(team.ann, "agree:0..1") == {1, 2, 3}
    assert next(iter(team.ann.find("has:vote sort:agree").ids)) == 2
    assert list(team.ann.find("has:vote sort:-agree").ids)[2:] == [2, 4]
