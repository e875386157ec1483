"""Undo and redo: a law over any sequence of calls, and clear refusals."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tracker.errors import Conflict, TrackerError
from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.values import AnnotationView, CommentView, NoteView
from tracker.store.file import FileStore
from tracker.terms import Assignment, Depth, Status, Visibility

UNJOURNALED = ("step", "change", "seen", "draft", "meta", "person", "round_claim", "alembic_version", "sqlite_sequence")

papers = st.lists(st.integers(1, 36), min_size=1, max_size=4)
words = st.sampled_from(["reasoning", "new", "a/b", "Ärger", "x y"])
calls = st.one_of(
    st.tuples(st.just("set_status"), papers, st.sampled_from(Status)),
    st.tuples(st.just("set_status_depth"), papers, st.sampled_from(Depth)),
    st.tuples(st.just("set_priority"), papers, st.integers(0, 3)),
    st.tuples(st.just("toggle_star"), papers),
    st.tuples(st.just("rate"), papers, st.integers(1, 5)),
    st.tuples(st.just("tag"), papers, st.lists(words, min_size=1, max_size=2)),
    st.tuples(st.just("untag"), papers, words),
    st.tuples(st.just("rename_tag"), words, words),
    st.tuples(st.just("merge_tags"), words, words),
    st.tuples(st.just("note"), papers, st.text(max_size=20)),
    st.tuples(st.just("delete_note"), papers),
    st.tuples(st.just("save_search"), words, st.integers(1, 9)),
    st.tuples(st.just("remove_search"), words),
    st.tuples(st.just("add"), st.text(min_size=1, max_size=30)),
    st.tuples(st.just("import"), st.integers(1, 3), words),
    st.tuples(st.just("rewrite"), papers, st.text(min_size=1, max_size=30)),
    st.tuples(st.just("annotate"), papers, st.integers(0, 400), st.integers(1, 90), st.sampled_from("136")),
    st.tuples(st.just("change_annotation"), papers, st.sampled_from([*Visibility, "body", "claim"])),
    st.tuples(st.just("remove_annotation"), papers),
    st.tuples(st.just("tag_annotation"), papers, words),
    st.tuples(st.just("place_annotation"), papers, st.integers(0, 400)),
    st.tuples(st.just("comment"), papers, st.sampled_from(["@bob why?", "See [[0002]].", "[[no such note]]"])),
    st.tuples(st.just("change_comment"), papers, st.sampled_from(["edit", "delete", "resolve", "reopen"])),
    st.tuples(st.just("save_kind"), words, st.sampled_from("17")),
    st.tuples(st.just("titled_note"), words, words),
    st.tuples(st.just("merge"), papers, st.sampled_from([(), ("title", "abstract", "authors")])),
    st.tuples(st.just("not_same"), papers),
    st.tuples(st.just("take_in"), papers, st.sampled_from(["read", "maybe"]), words),
    st.tuples(st.just("set_title"), papers, st.text(min_size=1, max_size=30)),
    st.tuples(st.just("new_round"), words, st.integers(1, 3), st.sampled_from(Assignment)),
    st.tuples(
        st.just("change_round"), words, st.sampled_from(["join", "leave", "edit", "close", "unblind", "archive"])
    ),
)


def call(library: Library, name: str, *args: Any) -> None:
    """One library call; what a person can get wrong may be refused."""
    try:
        match name:
            case "set_status_depth":
                library.set_status(args[0], Status.DONE, depth=args[1])
            case "tag":
                library.tag(args[0], add=args[1])
            case "untag":
                library.tag(args[0], remove=[args[1]])
            case "note":
                note = library.my_note(args[0][0])
                library.write_note(
                    args[0][0], args[1], note_id=note.id if note else None, version=note.version if note else 0
                )
            case "delete_note":
                for note in library.notes(args[0][0]):
                    library.delete_note(note.id)
            case "annotate":
                library.annotate(args[0][0], args[1], args[1] + args[2], args[3], body="[[0001]]", tags=["new"])
            case "change_annotation" | "remove_annotation" | "tag_annotation" | "place_annotation":
                for view in library.annotations(args[0][0]):
                    annotated(library, view, name, *args[1:])
            case "comment":
                there = library.annotations(args[0][0])
                library.comment(args[0][0], args[1], on=there[0].id if there else None)
                for first in library.comments(args[0][0])[:1]:
                    library.comment(args[0][0], args[1], reply_to=first.id)
            case "change_comment":
                for first in library.comments(args[0][0])[:1]:
                    commented(library, first, args[1])
            case "save_kind":
                library.save_kind(args[0], key=args[1])
                library.annotate(1, 0, 20, args[0])
                library.archive_kind(args[0])
            case "titled_note":
                new = library.write_note(None, f"See [[{args[1]}]] and [[0001]].", title=args[0])
                assert isinstance(new, NoteView)
                library.write_note(None, new.body, title=args[1], note_id=new.id, version=new.version)
            case "save_search":
                library.save_search(args[0], "is:open", digit=args[1])
            case "add":
                library.add_paper(args[0])
            case "import":
                records = [
                    Record(title=f"P{i}", abstract=f"Text {i} {args[1]}", tags=(args[1],)) for i in range(args[0])
                ]
                library.import_records(records, names="file", format="test", collection=args[1])
            case "merge":
                library.merge(args[0][0], args[0][-1], take=args[1])
            case "not_same":
                library.not_same(args[0][0], args[0][-1])
            case "take_in":
                records = [Record(title=library.detail(p).title, year=2025, status=args[1]) for p in args[0]]
                records += [Record(title=f"Of {args[2]}", notes=("See [[0002]]",), keywords=(args[2],))]
                library.import_records(records, names="brought", format="test")
            case "rewrite":
                old = library.detail(args[0][0])
                record = Record(openreview_id=old.openreview_id, abstract=args[1], title=args[1], pages="1")
                library.import_records([record], names="file", format="test")
            case "new_round":
                library.new_round(args[0], "#reasoning", ["ann", "bob"], votes=args[1], assignment=args[2])
            case "change_round":
                round_changed(library, *args)
            case "set_title":
                library.set_title(args[0][0], args[1])
            case _:
                getattr(library, name)(*args)
    except TrackerError:
        pass


def annotated(library: Library, view: AnnotationView, name: str, *args: Any) -> None:
    match name:
        case "tag_annotation":
            library.tag_annotation(view.id, add=[args[0]], remove=view.tags)
        case "place_annotation":
            library.place_annotation(view.id, args[0], args[0] + 30)
        case "remove_annotation":
            library.remove_annotation(view.id)
        case _ if isinstance(args[0], Visibility):
            library.change_annotation(view.id, visibility=args[0])
        case _:
            library.change_annotation(view.id, kind="claim", body=args[0])


def round_changed(library: Library, name: str, deed: str) -> None:
    match deed:
        case "join":
            library.join_round(name, ["cyn", "ann"])
        case "leave":
            library.leave_round(name, "bob")
        case "edit":
            library.edit_round(name, criteria="Fits.", reasons=["off topic", deed])
        case _:
            getattr(library, f"{deed}_round")(name)


def commented(library: Library, view: CommentView, deed: str) -> None:
    match deed:
        case "edit":
            library.edit_comment(view.id, "Better words, @carol [[0003]]")
        case "delete":
            library.delete_comment(view.id)
        case _:
            library.resolve(view.id, deed == "resolve")


def everything(library: Library) -> dict[str, list[tuple[Any, ...]]]:
    """All journalled rows, and what the search index finds."""
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    if not isinstance(library.store, FileStore):
        tables = "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = current_schema()"
    names = [row[0] for row in library.store.read(tables)]
    kept = [name for name in names if name not in UNJOURNALED and not name.startswith("search")]
    rows = {name: sorted(library.store.read(f"SELECT * FROM {name}"), key=repr) for name in kept}
    return rows | {query: sorted((i,) for i in library.find(query).ids) for query in ("text", "reasoning", "tag:new")}


@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(calls, min_size=1, max_size=12))
def test_any_calls_undone_to_the_start_and_redone_give_the_same_rows(
    template: Path, sequence: list[tuple[Any, ...]]
) -> None:
    with tempfile.TemporaryDirectory() as folder, Library.open(shutil.copy(template, folder), "ann") as library:
        start = everything(library)
        for step in sequence:
            call(library, *step)
        end, steps = everything(library), len(library.history()) - 1
        assert len(library.undo(100)) == steps
        assert everything(library) == start
        assert len(library.redo(100)) == steps
        assert everything(library) == end
        assert all(finding.well for finding in library.check() if finding.name != "rights")


def test_undo_refuses_where_somebody_changed_the_row_since(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    ann.tag([1], add=["judge"])
    bob.rename_tag("judge", "judges")
    with pytest.raises(Conflict, match=r"cannot be taken back.*bob"):
        ann.undo()
    assert ("judges", 1) in ann.tags()
    bob.undo()
    ann.undo()
    assert "judge" not in dict(ann.tags())


def test_undo_refuses_where_other_things_stand_on_it(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    paper = ann.add_paper("A text of ann's")
    bob.write_note(paper, "bob's words")
    with pytest.raises(Conflict, match=r"changed since.*bob"):
        ann.undo()
    assert [note.body for note in bob.notes(paper)] == ["bob's words"]


def test_undo_takes_back_only_ones_own_steps(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    ann.set_status([1], Status.DONE)
    bob.set_status([1], Status.SKIPPED)
    ann.undo()
    assert ann.rows([1])[0].status is Status.INBOX
    assert bob.rows([1])[0].status is Status.SKIPPED


def test_a_new_deed_ends_the_chance_to_redo(library: Library) -> None:
    library.set_status([1], Status.DONE)
    library.undo()
    assert library.redoable() is not None
    library.set_status([2], Status.DONE)
    assert library.redoable() is None
    assert library.redo() == []
    assert library.rows([1])[0].status is Status.INBOX


def test_several_steps_are_undone_all_or_none(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    ann.tag([1], add=["judge"])
    ann.set_status([1], Status.DONE)
    bob.rename_tag("judge", "judges")
    with pytest.raises(Conflict):
        ann.undo(2)
    assert ann.rows([1])[0].status is Status.DONE


def test_the_history_of_a_paper_is_what_touched_it(library: Library) -> None:
    library.set_status([1, 2], Status.DONE)
    library.set_status([3], Status.DONE)
    note = library.write_note(1, "text")
    assert isinstance(note, NoteView)
    assert [step.title.split(" ")[0] for step in library.history(1)] == ["wrote", "marked", "imported"]
    assert len(library.history(3)) == 2


def test_undo_to_a_step_takes_back_everything_after_it(library: Library) -> None:
    library.set_status([1], Status.DONE)
    second = library.history()[0].id
    library.set_star([2], True)
    library.set_star([3], True)
    assert len(library.undo_to(second)) == 3
    assert library.undoable() is None


def test_what_was_undone_before_something_new_is_never_done_again(library: Library) -> None:
    library.tag([1], add=["old"])
    library.undo()
    library.tag([2], add=["new"])
    library.undo()
    redone = library.redo(5)
    assert [step.title for step in redone] == [f"tagged “{library.rows([2])[0].heading}” #new"]
    assert library.redoable() is None
