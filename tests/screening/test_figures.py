"""Which votes count for agreement and recall, and what is said where a figure is missing."""

import pytest

from tests.screening.conftest import Team
from tracker.terms import Blind, Decision

YES, MAYBE, NO = Decision.INCLUDE, Decision.MAYBE, Decision.EXCLUDE


@pytest.fixture
def engine() -> str:
    """What is counted is the same on every engine."""
    return "sqlite"


def vote_all(team: Team, papers: range, mine: Decision, others: Decision) -> None:
    for paper in papers:
        team.ann.vote("first", paper, mine)
        team.bob.vote("first", paper, others)


def test_a_changed_mind_does_not_count_and_a_slip_taken_back_does_not_either(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    vote_all(team, range(1, 7), YES, YES)
    vote_all(team, range(7, 12), NO, NO)
    team.ann.vote("first", 12, NO)
    team.ann.undo()  # a slip
    team.ann.vote("first", 12, YES)
    team.bob.vote("first", 12, NO)
    team.bob.vote("first", 12, YES)  # a changed mind: the first one counts
    team.ann.close_round("first")
    agreement = team.ann.tally("first").agreement
    assert agreement.papers == 12
    assert agreement.raw == pytest.approx(11 / 12)
    assert agreement.headline.name == "cohen-kappa"


def test_votes_given_after_the_unblinding_are_not_independent(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    vote_all(team, range(1, 11), YES, NO)
    team.ann.unblind_round("first")
    vote_all(team, range(11, 21), YES, YES)
    assert team.ann.tally("first").agreement.papers == 10
    assert team.ann.tally("first").agreement.raw == 0


def test_below_ten_papers_there_is_no_figure_and_it_is_said_why(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], blind=Blind.OPEN)
    vote_all(team, range(1, 10), YES, NO)
    agreement = team.ann.tally("first").agreement
    assert agreement.headline.value is None
    assert agreement.headline.why == "too few: 9 papers with two independent votes, and ten are needed"


def test_three_people_with_gaps_and_maybes_get_the_ordinal_alpha_and_no_kappa(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob", "cyn"], votes=0)
    vote_all(team, range(1, 8), YES, MAYBE)
    vote_all(team, range(8, 15), NO, NO)
    for paper in range(1, 5):
        team.cyn.vote("first", paper, YES)
    team.ann.close_round("first")
    figures = {figure.name: figure for figure in team.ann.tally("first").agreement.figures}
    assert next(iter(figures)) == "krippendorff-alpha-ordinal"
    assert figures["krippendorff-alpha"].value == 1  # maybe counts as include
    assert figures["krippendorff-alpha-ordinal"].value != 1
    assert figures["cohen-kappa"].why == "more than two people voted"
    assert figures["fleiss-kappa"].why == "papers have different numbers of votes"
    assert (figures["positive"].value, figures["negative"].value) == (1, 1)


def test_where_all_say_the_same_chance_explains_it(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    vote_all(team, range(1, 13), NO, NO)
    team.ann.close_round("first")
    tally = team.ann.tally("first")
    assert tally.agreement.headline.value is None
    assert "chance explains" in tally.agreement.headline.why
    assert tally.agreement.raw == 1
    assert tally.estimate.recall is None
    assert (tally.estimate.misses, tally.estimate.left) == (12, 24)


def test_recall_counts_what_is_decided_and_says_what_is_not(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    vote_all(team, range(1, 6), YES, YES)
    vote_all(team, range(6, 8), YES, NO)
    assert team.ann.tally("first").estimate.basis == "your votes"
    assert team.ann.tally("first").estimate.found == 7
    team.ann.close_round("first")
    estimate = team.ann.tally("first").estimate
    assert (estimate.basis, estimate.found, estimate.screened, estimate.unfinished) == ("decisions", 5, 5, 2)
    assert estimate.recall
    assert 0 < estimate.recall < 1
