"""Rounds: made from a query, voted on without losing anything, hidden as long as they are blind."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.screening.conftest import Team
from tracker.errors import Conflict, NotFound, TrackerError, Unreadable
from tracker.library import Library
from tracker.library.rounds.values import Outcome
from tracker.terms import Assignment, Blind, Decision, Role, Stage, Status

YES, MAYBE, NO = Decision.INCLUDE, Decision.MAYBE, Decision.EXCLUDE


def outcomes(library: Library, name: str = "first") -> dict[int, Outcome]:
    return {case.paper_id: case.outcome for case in library.cases(name) if case.outcome is not Outcome.WAITING}


def said(library: Library, paper: int, name: str = "first") -> set[tuple[str, Decision]]:
    return {(ballot.person, ballot.decision) for ballot in library.case(name, paper).ballots}


# --- making one ----------------------------------------------------------------------------------------------------


def test_a_round_holds_what_its_query_finds_and_who_makes_it_leads_it(team: Team) -> None:
    view = team.ann.new_round("first", "#reasoning", ["ann", "bob"], criteria="  Uses **judges**. ", reasons=["off"])
    assert (view.papers, view.votes_needed, view.blind, view.criteria) == (19, 2, Blind.CLOSED, "Uses **judges**.")
    assert [(member.name, member.role) for member in view.people] == [("ann", Role.LEAD), ("bob", Role.REVIEWER)]
    assert team.bob.round(" FIRST ").role is Role.REVIEWER
    assert team.cyn.round("first").role is None


def test_who_makes_a_round_for_others_settles_what_they_differ_on(team: Team) -> None:
    view = team.cyn.new_round("first", "", ["ann", "bob"])
    assert view.role is Role.DECIDER
    assert view.voters == 2
    with pytest.raises(Conflict, match="no"):
        team.cyn.vote("first", 1, YES)


@pytest.mark.parametrize(
    ("name", "query", "votes", "told"),
    [
        ("", "", 2, "needs a name"),
        ("one", "status:unraed", 2, "did you mean unread"),
        ("one", "", 3, "more than the round has people"),
        ("one", "title:xyzzy", 2, "No paper matches"),
    ],
)
def test_what_cannot_be_a_round_is_refused_and_leaves_nothing(
    team: Team, name: str, query: str, votes: int, told: str
) -> None:
    with pytest.raises(TrackerError, match=told):
        team.ann.new_round(name, query, ["ann", "bob"], votes=votes)
    assert team.ann.rounds() == []


def test_a_name_is_taken_once(team: Team) -> None:
    team.ann.new_round("First Pass", "", ["ann"])
    with pytest.raises(Conflict, match="already"):
        team.ann.new_round("first pass", "", ["ann"])


def test_making_a_round_is_one_step_that_can_be_undone_and_redone(team: Team) -> None:
    made = team.ann.new_round("first", "", ["ann", "bob"], assignment=Assignment.SPLIT, reasons=["off", "old"])
    before = team.ann.cases("first")
    team.ann.hand_out("first", 3)
    team.ann.undo()
    assert team.ann.rounds() == []
    team.ann.redo()
    assert team.ann.round("first") == made
    assert team.ann.cases("first") == before


def test_a_pilot_is_a_sample_that_its_seed_repeats(team: Team) -> None:
    papers = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        view = team.ann.new_round(name, "", ["ann"], pilot=10, seed=seed)
        assert (view.papers, view.pilot, view.seed) == (10, True, seed)
        papers.append([case.paper_id for case in team.ann.cases(name)])
    assert papers[0] == papers[1] != papers[2]


def test_a_later_round_is_over_what_the_one_before_included(team: Team) -> None:
    team.ann.new_round("first", "", ["ann"])
    for paper, decision in ((1, YES), (2, NO), (3, MAYBE), (4, YES)):
        team.ann.vote("first", paper, decision)
    with pytest.raises(Conflict, match="still blind"):
        team.ann.new_round("second", "", ["ann"], after="first")
    team.ann.close_round("first")
    view = team.ann.new_round("second", "", ["ann"], after="first", stage=Stage.FULL_TEXT)
    assert (view.parent, view.stage) == ("first", Stage.FULL_TEXT)
    assert {case.paper_id for case in team.ann.cases("second")} == {1, 4}
    team.ann.undo(2)
    assert team.ann.update_round("first") == 0


def test_papers_that_came_since_are_taken_in(team: Team) -> None:
    team.ann.new_round("first", "", ["ann"])
    new = team.ann.add_paper("A new text of judges that nobody saw.")
    assert team.ann.update_round("first") == 1
    team.ann.vote("first", new, YES)
    assert outcomes(team.ann) == {new: Outcome.INCLUDED}
    team.ann.undo()
    with pytest.raises(Conflict, match="stand on it"):  # what was once voted on stays in the round
        team.ann.undo()


# --- votes ---------------------------------------------------------------------------------------------------------


def test_votes_come_to_an_outcome_once_there_are_enough(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], blind=Blind.OPEN)
    for paper, mine, others in ((1, YES, YES), (2, NO, NO), (3, YES, NO), (4, YES, MAYBE), (5, MAYBE, NO)):
        team.ann.vote("first", paper, mine)
        team.bob.vote("first", paper, others)
    team.ann.vote("first", 6, NO)
    assert outcomes(team.cyn) == {
        1: Outcome.INCLUDED,
        2: Outcome.EXCLUDED,
        3: Outcome.CONFLICT,
        4: Outcome.INCLUDED,
        5: Outcome.MAYBE,
    }
    assert [case.paper_id for case in team.cyn.conflicts("first")] == [3]
    assert [case.paper_id for case in team.cyn.conflicts("first", maybes=True)] == [5]


def test_a_vote_says_why_with_digits_or_words(team: Team) -> None:
    team.ann.new_round("first", "", ["ann"], reasons=["off topic", "only theory"])
    said = team.ann.vote("first", 1, NO, reasons=["2", "Off Topic", "too short"], note=" seen\x1b before ", sure=True)
    assert said == f"voted exclude on {team.ann.told([1])}"
    (ballot,) = team.ann.case("first", 1).ballots
    assert ballot.reasons == ("only theory", "off topic", "too short")
    assert (ballot.note, ballot.sure) == ("seen before", True)
    with pytest.raises(Unreadable, match=r"no reason 3.*1 off topic, 2 only theory"):
        team.ann.vote("first", 1, NO, reasons=["3"])


def test_a_changed_mind_is_a_new_row_and_the_old_one_stays(team: Team) -> None:
    team.ann.new_round("first", "", ["ann"])
    team.ann.vote("first", 1, YES)
    assert team.ann.vote("first", 1, YES) is None
    team.ann.vote("first", 1, NO)
    rows = team.ann.store.read("SELECT seq, decision FROM vote ORDER BY id")
    assert rows == [(1, "include"), (2, "exclude")]
    assert said(team.ann, 1) == {("ann", NO)}


def test_undo_and_redo_append_and_never_delete(team: Team) -> None:
    team.ann.new_round("first", "", ["ann"])
    team.ann.vote("first", 1, YES, note="good")
    team.ann.vote("first", 1, NO)
    team.ann.undo()
    (ballot,) = team.ann.case("first", 1).ballots
    assert (ballot.decision, ballot.note) == (YES, "good")
    team.ann.undo()
    assert team.ann.case("first", 1).ballots == ()
    team.ann.redo(2)
    assert said(team.ann, 1) == {("ann", NO)}
    rows = team.ann.store.read("SELECT decision, undid IS NULL FROM vote ORDER BY seq")
    assert rows == [("include", 1), ("exclude", 1), ("include", 0), ("withdrawn", 0), ("include", 1), ("exclude", 1)]


def test_who_is_not_in_a_round_cannot_vote_in_it(team: Team) -> None:
    team.ann.new_round("first", "#reasoning", ["ann", "bob"])
    with pytest.raises(Conflict, match=r"not in the round.*ann, bob"):
        team.cyn.vote("first", 1, YES)
    outside = next(i for i in team.ann.find("-#reasoning").ids)
    with pytest.raises(NotFound, match="not in the round"):
        team.ann.vote("first", outside, YES)
    with pytest.raises(NotFound, match="there are first"):
        team.ann.vote("frist", 1, YES)


def test_who_leaves_keeps_their_votes_and_frees_what_waited_for_them(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], votes=1, assignment=Assignment.SPLIT, blind=Blind.OPEN)
    mine = team.bob.hand_out("first", 40)
    assert len(mine) == 18
    team.bob.vote("first", mine[0], YES)
    assert set(team.ann.hand_out("first", 40)).isdisjoint(mine)
    team.ann.leave_round("first", "bob")
    assert set(mine[1:]) <= set(team.ann.hand_out("first", 40))
    assert outcomes(team.ann) == {mine[0]: Outcome.INCLUDED}
    with pytest.raises(Conflict, match="not in the round"):
        team.bob.vote("first", mine[1], YES)
    with pytest.raises(Conflict, match=r"Only who leads.*: ann"):
        team.bob.join_round("first", ["bob"])
    team.ann.join_round("first", ["bob"])
    team.bob.vote("first", mine[1], YES)


def test_a_closed_round_takes_no_votes_and_no_undo_of_votes(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    team.bob.vote("first", 1, YES)
    team.ann.close_round("first")
    with pytest.raises(Conflict, match="closed"):
        team.ann.vote("first", 1, YES)
    with pytest.raises(Conflict, match="closed"):
        team.bob.undo()
    assert team.ann.hand_out("first") == []
    team.ann.undo()
    team.ann.vote("first", 1, NO)


def test_only_who_leads_closes_archives_and_unblinds(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    for deed in (team.bob.close_round, team.bob.unblind_round, team.bob.archive_round, team.cyn.close_round):
        with pytest.raises(Conflict, match="Only who leads"):
            deed("first")
    with pytest.raises(Conflict, match="still open"):
        team.ann.archive_round("first")
    team.ann.close_round("first")
    team.ann.archive_round("first")
    assert team.ann.round("first").state == "archived"
    assert team.ann.rounds(archived=False) == []
    with pytest.raises(Conflict, match="archived"):
        team.ann.decide("first", 1, YES, "too late")


# --- decisions -----------------------------------------------------------------------------------------------------


def conflict(team: Team, paper: int = 1) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    team.ann.vote("first", paper, YES)
    team.bob.vote("first", paper, NO)


def test_a_decision_settles_a_conflict_and_leaves_the_votes(team: Team) -> None:
    conflict(team)
    team.ann.close_round("first")
    assert team.ann.decide("first", 1, NO, "no tests at all")
    assert outcomes(team.bob) == {1: Outcome.EXCLUDED}
    assert said(team.bob, 1) == {("ann", YES), ("bob", NO)}
    assert team.bob.conflicts("first") == []
    team.ann.undo()
    assert outcomes(team.bob) == {1: Outcome.CONFLICT}
    team.ann.redo()
    settled = team.bob.case("first", 1).settled
    assert settled
    assert (settled.person, settled.note) == ("ann", "no tests at all")
    assert len(team.ann.store.read("SELECT 1 FROM resolution")) == 3


def test_a_decision_needs_a_line_a_leader_and_no_blindness(team: Team) -> None:
    conflict(team)
    with pytest.raises(Conflict, match="blind"):
        team.ann.decide("first", 1, NO, "because")
    team.ann.unblind_round("first")
    with pytest.raises(Unreadable, match="says why"):
        team.ann.decide("first", 1, NO, "  ")
    with pytest.raises(Unreadable, match="include or exclude"):
        team.ann.decide("first", 1, MAYBE, "because")
    with pytest.raises(Conflict, match="Only who leads"):
        team.bob.decide("first", 1, NO, "because")


# --- blindness -----------------------------------------------------------------------------------------------------


def test_in_a_blind_round_nobody_sees_anothers_vote_before_it_is_closed(team: Team) -> None:
    conflict(team)
    assert said(team.ann, 1) == {("ann", YES)}
    assert said(team.bob, 1) == {("bob", NO)}
    assert said(team.cyn, 1) == set()
    assert outcomes(team.ann) == {}
    for library in team:
        with pytest.raises(Conflict, match="hidden until the round is closed"):
            library.conflicts("first")
    assert team.ann.voted_on("first", 1) == 2
    team.ann.close_round("first")
    assert said(team.cyn, 1) == {("ann", YES), ("bob", NO)}


def test_the_log_tells_nobody_of_anothers_vote_while_the_round_is_blind(team: Team) -> None:
    conflict(team)
    heard = [step.title for step in team.ann.history() if step.person == "bob"]
    assert heard == []
    assert [step.person for step in team.bob.history(1)[:1]] == ["bob"]
    team.ann.close_round("first")
    assert [step.title for step in team.ann.history() if step.person == "bob"]


def test_the_journal_of_a_vote_holds_no_verdict(team: Team) -> None:
    conflict(team)
    rows = team.ann.store.read("SELECT row_key, before, after FROM change WHERE table_name = 'vote'")
    assert rows
    assert "include" not in repr(rows)
    assert "exclude" not in repr(rows)
    titles = [row[0] for row in team.ann.store.read("SELECT title FROM step WHERE round_id IS NOT NULL")]
    assert not any("include" in title or "exclude" in title for title in titles)


def test_tags_given_while_voting_wait_until_all_may_see_them(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    team.ann.vote("first", 1, YES, tags=["Judge us"])
    assert "Judge-us" not in team.bob.rows([1])[0].tags
    assert team.bob.count("#Judge-us") == 0
    team.ann.close_round("first")
    assert "Judge-us" in team.bob.rows([1])[0].tags
    team.ann.undo()
    assert "Judge-us" not in team.bob.rows([1])[0].tags


def test_tags_given_in_an_open_round_are_there_at_once_and_go_with_the_vote(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], blind=Blind.OPEN)
    team.ann.vote("first", 1, YES, tags=["us"])
    assert "us" in team.bob.rows([1])[0].tags
    team.ann.undo()
    assert "us" not in team.bob.rows([1])[0].tags


def test_ones_own_vote_shows_the_others_and_freezes_it(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], blind=Blind.OWN)
    team.bob.vote("first", 1, NO)
    assert said(team.ann, 1) == set()
    team.ann.vote("first", 1, YES)
    assert said(team.ann, 1) == {("ann", YES), ("bob", NO)}
    assert said(team.cyn, 1) == set()
    with pytest.raises(Conflict, match="frozen"):
        team.ann.vote("first", 1, NO)
    team.ann.decide("first", 1, YES, "we talked")


def test_undo_passes_a_frozen_vote_over_and_takes_back_what_was_done_before_it(team: Team) -> None:
    team.bob.tag([2], add=["before"])
    team.ann.new_round("first", "", ["ann", "bob"], blind=Blind.OWN)
    team.bob.vote("first", 1, NO)
    frozen = team.bob.frozen()
    assert frozen
    assert frozen.title.startswith("voted on")
    with pytest.raises(Conflict, match="frozen"):
        team.bob.undo(past=False)
    (undone,) = team.bob.undo()
    assert undone.title.startswith("tagged")
    assert team.bob.redo() == [undone._replace(undone=False)]
    team.bob.undo()
    with pytest.raises(Conflict, match="frozen"):
        team.bob.undo()
    assert said(team.bob, 1) == {("bob", NO)}


def test_undo_passes_over_a_round_that_was_voted_on_and_takes_back_what_was_done_before_it(team: Team) -> None:
    team.ann.tag([2], add=["before"])
    team.ann.new_round("first", "", ["ann"])
    team.ann.vote("first", 1, YES)
    assert [step.title.split()[0] for step in team.ann.undo(2)] == ["voted", "tagged"]
    with pytest.raises(Conflict, match=r"made the round.*frozen: the round was voted on"):
        team.ann.undo()
    assert [row.name for row in team.ann.rounds()] == ["first"]
    assert [step.title.split()[0] for step in team.ann.redo(2)] == ["tagged", "voted"]


def test_what_one_includes_is_there_to_be_read_later(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    team.ann.set_status([3], Status.DONE)
    for paper, decision in ((1, YES), (2, NO), (3, YES), (4, MAYBE)):
        team.ann.vote("first", paper, decision)
    assert [row.status for row in team.ann.rows([1, 2, 3, 4])] == ["later", "inbox", "done", "inbox"]
    assert team.bob.rows([1])[0].status is Status.INBOX
    team.ann.undo(4)
    assert team.ann.rows([1])[0].status is Status.INBOX
    assert said(team.ann, 1) == set()


def test_one_vote_goes_for_papers_that_speak_of_the_same(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], votes=1)
    (near,) = team.ann.alike("first", 26)  # test-time training, both
    assert near == 30
    assert team.ann.vote("first", 26, NO, reasons=["off"], also=[near])
    assert {said(team.ann, paper) == {("ann", NO)} for paper in (26, 30)} == {True}
    assert team.ann.alike("first", 26) == []
    assert team.ann.history()[0].title == "voted on 2 papers in “first”"
    team.ann.undo()
    assert said(team.ann, 26) == said(team.ann, 30) == set()
    team.bob.vote("first", 30, YES)
    assert team.ann.alike("first", 26) == []  # one vote is enough


def test_a_vote_for_several_is_refused_whole(team: Team) -> None:
    team.ann.new_round("first", "#reasoning", ["ann", "bob"])
    (other, *_) = team.ann.find("-#reasoning").ids
    (paper, *_) = team.ann.find("#reasoning").ids
    with pytest.raises(NotFound):
        team.ann.vote("first", paper, NO, also=[other])
    assert said(team.ann, paper) == set()


def test_a_decider_sees_and_settles_while_others_are_blind(team: Team) -> None:
    team.cyn.new_round("first", "", ["ann", "bob"])
    team.ann.vote("first", 1, YES)
    team.bob.vote("first", 1, NO)
    assert [case.paper_id for case in team.cyn.conflicts("first")] == [1]
    assert team.cyn.decide("first", 1, YES, "fits")
    assert team.ann.case("first", 1).settled is None
    assert [step.person for step in team.ann.history(1) if "decided" in step.title] == []


def test_unblinding_is_kept_with_its_time_and_name(team: Team) -> None:
    conflict(team)
    team.ann.unblind_round("first")
    view = team.bob.round("first")
    assert (view.unblinded_by, view.sees) == ("ann", True)
    assert view.unblinded_at
    assert datetime.now(UTC) - view.unblinded_at < timedelta(minutes=1)
    assert "unblinded the round “first”" in [step.title for step in team.bob.history()]


# --- handing out ---------------------------------------------------------------------------------------------------


def test_with_one_vote_needed_nobody_gets_a_paper_that_another_has(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob", "cyn"], votes=1)
    lent = [set(library.hand_out("first", 10)) for library in team]
    assert [len(papers) for papers in lent] == [10, 10, 10]
    assert len(set.union(*lent)) == 30
    assert set(team.ann.hand_out("first", 10)) == lent[0]
    team.ann.give_back("first")
    assert set(team.bob.hand_out("first", 26)) >= lent[1]


def test_papers_that_somebody_voted_on_come_first_then_the_given_order(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    for paper in (30, 31):
        team.bob.vote("first", paper, YES)
    assert set(team.ann.hand_out("first", 2, [5, 6, 7])) == {30, 31}
    assert team.ann.hand_out("first", 5, [5, 6, 7])[2:] == [5, 6, 7]


def test_a_loan_that_ran_out_is_for_others(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], votes=1)
    lent = team.bob.hand_out("first", 36)
    assert team.ann.hand_out("first") == []
    with team.ann.store.transaction() as session:
        from sqlalchemy import text

        past = (datetime.now(UTC) - timedelta(hours=1)).isoformat(timespec="microseconds")
        session.connection().execute(text("UPDATE round_claim SET until = :past"), {"past": past})
    assert set(team.ann.hand_out("first", 36)) == set(lent)
    assert team.bob.vote("first", lent[0], YES)  # who still reads it is not refused


@pytest.mark.parametrize(("overlap", "both"), [(0, 0), (25, 9), (100, 36)])
def test_an_overlap_gives_so_many_papers_to_everybody(team: Team, overlap: int, both: int) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], assignment=Assignment.OVERLAP, overlap=overlap)
    mine, others = set(team.ann.hand_out("first", 40)), set(team.bob.hand_out("first", 40))
    assert len(mine | others) == 36
    assert len(mine & others) == both
    assert abs(len(mine) - len(others)) <= 1


def test_comments_and_notes_of_the_others_wait_too(team: Team) -> None:
    team.bob.comment(1, "Said before the round")
    team.bob.write_note(2, "Written before the round")
    conflict(team)
    team.bob.comment(1, "Clearly no, @ann")
    team.bob.write_note(3, "Clearly no")
    assert [comment.body for comment in team.ann.comments(1)] == ["Said before the round"]
    assert team.ann.asked() == ()
    assert [note.body for paper in (2, 3) for note in team.ann.notes(paper)] == ["Written before the round"]
    assert len(team.bob.comments(1)) == 2
    assert len(team.cyn.comments(1)) == 2  # who does not vote has nothing to be led by
    team.ann.close_round("first")
    assert len(team.ann.comments(1)) == 2
    assert [note.body for note in team.ann.notes(3)] == ["Clearly no"]


def test_after_ones_own_vote_the_others_words_show(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], blind=Blind.OWN)
    team.bob.comment(1, "Clearly no")
    assert team.ann.comments(1) == ()
    team.ann.vote("first", 1, YES)
    assert [comment.body for comment in team.ann.comments(1)] == ["Clearly no"]
