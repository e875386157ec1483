"""What a round hides: nothing that one can ask of the library changes by what another voter does meanwhile."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tests.screening.conftest import Team
from tracker.errors import Conflict, NotFound
from tracker.library import Library
from tracker.library.values import NoteView
from tracker.terms import Blind, Decision, Status

YES, NO = Decision.INCLUDE, Decision.EXCLUDE
PAPER = 5
QUERIES = (
    *("zebra", "zeb", "~zebre", "/zebra/", '"clearly zebra"', "note:zebra", "annotation:zebra", "comment:quagga"),
    *("okapi", "#watched", "tag:none", "-tag:none", "has:tag", "has:note", "has:annotation", "has:thread", "is:marked"),
    *("is:asked", "marks:1..", "kind:claim", "by:bob", "-by:bob", "has:question", "note:/zebra/", "has:vote"),
    *("vote:no", "@bob vote:no", "is:conflict", "agree:0..1"),
)


def queries(library: Library) -> object:
    found = {query: (library.find(query), library.count(query)) for query in QUERIES}
    return {query: (list(hits.ids), hits.total, hits.corrections, count) for query, (hits, count) in found.items()}


def rows(library: Library) -> object:
    return library.rows(list(range(1, 37)))


def written(library: Library) -> object:
    return library.note_lines(), library.annotation_lines(), [(tag.name, tag.papers) for tag in library.tags()]


def exported(library: Library) -> object:
    records = list(library.export_records("", sort="file"))
    return records, "".join(library.export_annotations(list(range(1, 37)), "jsonl"))


def history(library: Library) -> object:
    return [step.title for step in library.history()], [step.title for step in library.history(PAPER)]


# Each a way to learn something, by its name.
DOORS: dict[str, Callable[[Library], object]] = {
    "find": queries,
    "list": rows,
    "show": lambda library: library.detail(PAPER),
    "annotations": lambda library: library.annotations(PAPER),
    "comments": lambda library: (library.comments(PAPER), library.asked()),
    "lit words": lambda library: library.all_matches(range(1, 37), "zebra OR quagga"),
    "vocabulary": lambda library: library.complete("zeb", 3),
    "tags": lambda library: [(one.label, one.papers) for one in library.complete("#wat", 4)],
    "notes": written,
    "export": exported,
    "digest": lambda library: library.digest("").sections,
    "queue": lambda library: library.next_up(),
    "stats": lambda library: (library.stats().kept, library.stats().annotations),
    "links": lambda library: library.linked_here(PAPER),
    "history": history,
    "vault": lambda library: library.plan_vault("no-such-folder").pages,
    "kinds": lambda library: library.kinds(),
    "round": lambda library: library.cases("first"),
}


def deeds(bob: Library) -> None:
    """All that a voter may do with a paper in sight of others, beside voting."""
    bob.tag([PAPER], add=["watched"])
    mark = bob.annotate(PAPER, 0, 20, "claim", body="an okapi")
    bob.comment(PAPER, "@ann: clearly zebra", on=None)
    bob.comment(PAPER, "a quagga", on=mark.id)
    bob.write_note(PAPER, "zebra: out")
    bob.write_note(PAPER + 1, f"as zebra as [[{PAPER}]]")
    bob.set_status([PAPER], Status.SKIPPED)
    bob.vote("first", PAPER, NO, note="zebra")


def told(library: Library) -> dict[str, str]:
    return {name: repr(door(library)) for name, door in DOORS.items()}


def differing(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [name for name in DOORS if before[name] != after[name]]


def test_nothing_that_another_voter_does_is_to_be_learnt_before_the_round_is_closed(team: Team) -> None:
    team.bob.tag([7], add=["watched"])  # a tag that is there; the names of tags are everybody's
    team.ann.new_round("first", "", ["ann", "bob"])
    before = told(team.ann)
    deeds(team.bob)
    assert differing(before, told(team.ann)) == []
    team.ann.close_round("first")
    quiet = {"queue", "stats"}  # of the person's own papers, however many others wrote
    assert set(differing(before, told(team.ann))) >= DOORS.keys() - quiet


def test_a_tag_that_is_held_back_is_neither_put_twice_nor_taken_off(team: Team) -> None:
    team.bob.tag([7], add=["watched"])
    team.ann.new_round("first", "", ["bob", "cyn"])
    team.bob.tag([PAPER], add=["watched"])
    for member in (team.cyn, team.bob):
        with suppress(Conflict):
            member.tag([PAPER, 8], add=["watched"])
        assert ("watched" in member.rows([PAPER])[0].tags) is (member is team.bob)
    with suppress(NotFound):
        team.cyn.tag([PAPER], remove=["watched"])
    assert "watched" in team.bob.rows([PAPER])[0].tags
    assert team.cyn.tag([7], remove=["watched"])
    assert team.cyn.vote("first", PAPER, YES, tags=["watched"])
    team.ann.close_round("first")
    assert "watched" in team.cyn.rows([PAPER])[0].tags


def test_ones_own_stays_in_sight_of_oneself(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    deeds(team.bob)
    for query in ("zebra", "comment:quagga", "annotation:okapi", "#watched", "note:zebra", "by:bob"):
        assert PAPER in team.bob.find(query).ids, query
    assert team.bob.rows([PAPER])[0].notes == 1
    assert next(step.title for step in team.bob.history(PAPER)).startswith("voted on")


def test_unblinding_shows_and_taking_it_back_hides_again(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    before = told(team.ann)
    deeds(team.bob)
    team.ann.unblind_round("first")
    assert PAPER in team.ann.find("zebra", exact=True).ids
    assert all(finding.well for finding in team.ann.check() if finding.name == "index")
    team.ann.undo()
    assert set(differing(before, told(team.ann))) <= {"find", "history"}  # the list of words keeps what it learnt
    assert team.ann.find("zebra").total == team.ann.find("comment:quagga").total == 0
    assert all(finding.well for finding in team.ann.check() if finding.name == "index")


def test_what_was_said_before_the_round_stays(team: Team) -> None:
    team.bob.tag([PAPER], add=["watched"])
    team.bob.comment(PAPER, "an old quagga")
    team.ann.new_round("first", "", ["ann", "bob"])
    assert PAPER in team.ann.find("#watched").ids
    assert list(team.ann.find("quagga", exact=True).ids) == [PAPER]


def test_an_old_note_that_is_written_anew_waits_too(team: Team) -> None:
    note = team.bob.write_note(PAPER, "an old quagga")
    assert isinstance(note, NoteView)
    team.ann.new_round("first", "", ["ann", "bob"])
    assert list(team.ann.find("quagga", exact=True).ids) == [PAPER]
    team.bob.write_note(PAPER, "clearly zebra", note_id=note.id, version=note.version)
    assert team.ann.notes(PAPER) == ()
    assert list(team.ann.find("zebra OR quagga", exact=True).ids) == []


def test_a_round_hides_nothing_from_whom_it_has_no_vote_of(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    deeds(team.bob)
    assert "watched" in team.cyn.rows([PAPER])[0].tags
    assert len(team.cyn.comments(PAPER)) == 2
    assert team.cyn.find("zebra", exact=True).total == 0  # the index is one for all


def test_who_leaves_the_round_does_not_see_more_by_that(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob", "cyn"])
    before = told(team.cyn)
    deeds(team.bob)
    team.cyn.leave_round("first")
    shown = {"history", "round"}  # that one left, and who is waited for
    assert set(differing(before, told(team.cyn))) <= shown
    assert not any("commented" in step.title for step in team.cyn.history())


def test_papers_and_people_that_come_to_a_round_are_covered_from_then_on(team: Team) -> None:
    team.ann.new_round("first", "#reasoning", ["ann", "cyn"])
    (paper, *_) = team.ann.find("#reasoning").ids
    team.bob.comment(paper, "clearly zebra")
    assert list(team.ann.find("zebra", exact=True).ids) == [paper]
    team.ann.join_round("first", ["bob"])
    assert team.ann.comments(paper) == ()
    assert team.ann.find("zebra", exact=True).total == 0
    (other, *_) = team.ann.find("-#reasoning").ids
    team.cyn.comment(other, "surely quagga")
    team.ann.tag([other], add=["reasoning"])
    assert list(team.ann.find("quagga", exact=True).ids) == [other]
    assert team.ann.update_round("first") == 1
    assert team.ann.find("quagga", exact=True).total == 0


def test_in_a_round_that_shows_after_ones_own_vote_words_show_then(team: Team) -> None:
    team.ann.new_round("first", "", ["ann", "bob"], blind=Blind.OWN)
    deeds(team.bob)
    assert team.ann.annotations(PAPER) == ()
    team.ann.vote("first", PAPER, YES)
    assert len(team.ann.annotations(PAPER)) == 1
    assert "watched" in team.ann.rows([PAPER])[0].tags


def test_another_process_sees_as_little(team: Team, open_library: Any) -> None:
    """Who opens the library anew, in a blind round that goes on."""
    team.ann.new_round("first", "", ["ann", "bob"])
    deeds(team.bob)
    again = open_library("ann")
    assert again.comments(PAPER) == ()
    assert again.find("zebra", exact=True).total == 0
    assert "bob" not in {step.person for step in again.history(PAPER)}


@pytest.mark.parametrize("decision", [YES, NO])
def test_what_is_told_does_not_depend_on_the_vote(team: Team, decision: Decision) -> None:
    team.ann.new_round("first", "", ["ann", "bob"])
    team.bob.vote("first", PAPER, decision, note="zebra", tags=["watched"], reasons=["off"])
    assert team.ann.find("zebra", exact=True).total == 0
    assert "watched" not in team.ann.rows([PAPER])[0].tags
    tally = team.ann.tally("first")
    assert (tally.votes, tally.conflicts, tally.included, tally.excluded) == (1, None, None, None)
