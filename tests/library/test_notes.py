"""Nobody's text is lost: not by two writers, not by a crash, not by an undo."""

from collections.abc import Callable

import pytest

from tests.library.kept import drafts
from tracker.errors import Conflict
from tracker.library import Library
from tracker.library.values import NoteConflict, NoteView
from tracker.terms import Visibility


def write(library: Library, body: str) -> NoteView:
    note = library.write_note(1, body)
    assert isinstance(note, NoteView)
    return note


def test_a_note_is_found_after_a_restart(open_library: Callable[..., Library]) -> None:
    first = open_library()
    write(first, "Baseline for our **judge** audit.")
    first.close()
    note = open_library().my_note(1)
    assert note is not None
    assert (note.body, note.author, note.mine) == ("Baseline for our **judge** audit.", "ann", True)


def test_a_note_changed_meanwhile_is_not_overwritten(open_library: Callable[..., Library]) -> None:
    here, there = open_library(), open_library()
    note = write(here, "one\ntwo\nthree\n")
    there.write_note(1, "ONE\ntwo\nthree\n", note_id=note.id, version=1, base=note.body)
    conflict = here.write_note(1, "one\ntwo\nTHREE\n", note_id=note.id, version=1, base=note.body)
    assert isinstance(conflict, NoteConflict)
    assert (conflict.mine, conflict.theirs) == ("one\ntwo\nTHREE\n", "ONE\ntwo\nthree\n")
    assert conflict.merged == "ONE\ntwo\nTHREE\n"
    saved = here.write_note(1, conflict.merged, note_id=note.id, version=conflict.their_version)
    assert isinstance(saved, NoteView)
    assert saved.version == 3


def test_changes_of_the_same_line_are_not_merged_by_guess(open_library: Callable[..., Library]) -> None:
    here, there = open_library(), open_library()
    note = write(here, "one\n")
    there.write_note(1, "mine\n", note_id=note.id, version=1, base=note.body)
    conflict = here.write_note(1, "yours\n", note_id=note.id, version=1, base=note.body)
    assert isinstance(conflict, NoteConflict)
    assert conflict.merged is None


def test_a_deleted_note_comes_back_by_undo(library: Library) -> None:
    note = write(library, "kept")
    library.delete_note(note.id)
    assert library.notes(1) == ()
    library.undo()
    assert [n.body for n in library.notes(1)] == ["kept"]


@pytest.mark.parametrize("blank", ["", " \n\t", "\x1b\u200b"])
def test_a_text_without_words_is_no_note_and_takes_one_away(library: Library, blank: str) -> None:
    assert library.write_note(1, blank) is None
    assert library.history(1) == library.history(1, limit=1)  # the import alone
    note = write(library, "kept")
    assert library.write_note(1, blank, note_id=note.id, version=note.version) is None
    assert library.notes(1) == ()
    assert library.history(1)[0].title.startswith("deleted a note")
    library.undo()
    assert [n.body for n in library.notes(1)] == ["kept"]


def test_emptying_a_note_that_was_changed_meanwhile_takes_nothing_away(library: Library) -> None:
    note = write(library, "mine")
    library.write_note(1, "theirs", note_id=note.id, version=note.version)
    assert isinstance(library.write_note(1, "", note_id=note.id, version=note.version, base="mine"), NoteConflict)
    assert [n.body for n in library.notes(1)] == ["theirs"]


def test_writing_into_a_note_deleted_meanwhile_says_so(library: Library) -> None:
    note = write(library, "text")
    library.delete_note(note.id)
    with pytest.raises(Conflict, match="new note"):
        library.write_note(1, "more", note_id=note.id, version=1)


def test_a_colleagues_note_is_read_but_not_changed(open_library: Callable[..., Library]) -> None:
    note = write(open_library("ann"), "Ann's")
    bob = open_library("bob")
    assert [(n.author, n.mine) for n in bob.notes(1)] == [("ann", False)]
    with pytest.raises(Conflict, match="author"):
        bob.write_note(1, "Bob's", note_id=note.id, version=1)


def test_what_is_being_typed_survives_without_saving(open_library: Callable[..., Library]) -> None:
    open_library().keep_draft(1, "half a thou", base_version=0)
    open_library().keep_draft(1, "half a thought", base_version=0)
    draft = open_library().draft(1)
    assert draft is not None
    assert draft.text == "half a thought"
    assert drafts(open_library()) == ["half a thought"]


def test_saving_takes_the_draft_away(library: Library) -> None:
    library.keep_draft(1, "text")
    write(library, "text")
    assert library.draft(1) is None


def test_all_notes_are_listed_with_their_links_both_ways(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    plan = ann.write_note(None, "See [[2]] and [[nowhere]].", title="Plan")
    bob.write_note(2, "As in [[Plan]], [[1]].")
    on_two, on_plan = ann.note_lines()
    assert (on_two.heading, on_two.links, on_two.backlinks, on_two.mine) == (ann.rows([2])[0].heading, 2, 1, False)
    assert plan is not None
    assert (on_plan.heading, on_plan.links, on_plan.backlinks, on_plan.dead) == ("Plan", 2, 1, True)


def test_all_annotations_are_listed_but_those_of_others_that_are_private(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    bob.annotate(1, 0, 30, visibility=Visibility.PRIVATE)
    bob.annotate(1, 0, 30, "result", body="why")
    (line,) = ann.annotation_lines()
    assert (line.kind, line.sign, line.body, line.author, line.mine) == ("result", "=", "why", "bob", False)
