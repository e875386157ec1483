"""What a file tells of its reader comes in with its papers, goes with them, and overwrites nothing."""

from collections.abc import Callable

import pytest

from tracker.errors import Conflict
from tracker.formats.record import Record
from tracker.library import Library
from tracker.terms import Status

TABLES = ("paper", "text_version", "title_variant", "note", "link", "reading_state", "tag", "paper_tag")
READ = Record(title="Frogs that jump", abstract="We study frogs.", status="read", notes=("Jump *high*.",))


def rows_of(library: Library) -> dict[str, list[tuple[object, ...]]]:
    return {name: sorted(library.store.read(f"SELECT * FROM {name}"), key=repr) for name in TABLES}


def take(library: Library, *records: Record) -> int:
    """The id of the newest paper after these records came in."""
    library.import_records(records, names="mine.ris", format="test")
    return max(library.find("").ids)


def test_state_notes_and_keywords_are_taken_in_for_the_person(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    report = ann.import_records([READ._replace(keywords=("Animal locomotion",))], names="x", format="test")
    assert (report.new, report.notes, report.states) == (1, 1, 1)
    (row,) = ann.rows([37])
    assert (row.status, row.tags) == (Status.DONE, ("Animal-locomotion",))
    assert [(note.body, note.author) for note in ann.notes(37)] == [("Jump *high*.", "ann")]
    assert list(ann.find("note:high").ids) == [37]
    assert bob.rows([37])[0].status is Status.INBOX


@pytest.mark.parametrize(
    ("word", "status", "tags"),
    [
        ("to-read", Status.LATER, ()),
        ("Included", Status.LATER, ()),
        ("irrelevant", Status.SKIPPED, ()),
        ("In_Progress", Status.READING, ()),
        ("unread", Status.INBOX, ()),
        ("maybe", Status.INBOX, ("maybe",)),
        ("Background only", Status.INBOX, ("Background-only",)),
    ],
)
def test_a_label_is_a_reading_state_or_else_a_tag(
    word: str, status: Status, tags: tuple[str, ...], library: Library
) -> None:
    paper = take(library, Record(title="Labelled", abstract="A text.", status=word))
    assert (library.rows([paper])[0].status, library.rows([paper])[0].tags) == (status, tags)


def test_what_the_person_decided_and_wrote_stays(library: Library) -> None:
    library.set_status([3], Status.READING)
    library.write_note(3, "My own words, and these only.")
    detail = library.detail(3)
    again = Record(title=detail.title, year=2025, openreview_id=detail.openreview_id, status="done", notes=("Theirs",))
    report = library.import_records([again], names="x", format="test")
    assert (report.states, report.notes) == (0, 1)
    assert library.rows([3])[0].status is Status.READING
    assert [note.body for note in library.notes(3)] == ["My own words, and these only.", "Theirs"]


def test_a_note_that_came_before_does_not_come_again_even_where_it_was_edited(library: Library) -> None:
    paper = take(library, READ._replace(notes=("The proof of lemma 2 has a gap.",)))
    note = library.notes(paper)[0]
    again = READ._replace(notes=("The proof of lemma 2 has a gap.",))
    assert library.import_records([again], names="x", format="test").step is None
    library.write_note(paper, "The proof of lemma 2 has no gap, I see.", note_id=note.id, version=note.version)
    assert library.import_records([again], names="x", format="test").notes == 0


def test_undo_takes_all_of_it_back_and_redo_brings_it_again(library: Library) -> None:
    before = rows_of(library)
    here = library.detail(5)
    records = [
        READ._replace(tags=("x",), keywords=("y",), collection="Read"),
        Record(title=here.title, year=2025, openreview_id=here.openreview_id, status="read", notes=("See [[0001]].",)),
        READ._replace(title="Linked", abstract="Another.", notes=("[[Frogs]] and [[0005]]",)),
    ]
    library.import_records(records, names="x", format="test")
    assert [link.paper_id for link in library.backlinks(1)] == [5]
    after = rows_of(library)
    library.undo()
    assert rows_of(library) == before
    library.redo()
    assert rows_of(library) == after


def test_a_thousand_new_papers_leave_no_row_each_in_the_journal(library: Library) -> None:
    records = [Record(title=f"Paper number {n} of many", status="read", notes=(f"note {n}",)) for n in range(1000)]
    library.import_records(records, names="many", format="test")
    assert library.store.read("SELECT count(*) FROM change WHERE step_id > 1")[0][0] < 10
    library.undo()
    assert library.find("").total == 36


def test_what_others_did_on_its_papers_keeps_an_import_from_being_undone(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    paper = take(ann, READ)
    bob.set_title(paper, "Frogs that jump far")
    with pytest.raises(Conflict, match="bob"):
        ann.undo()
    assert ann.detail(paper).title == "Frogs that jump far"
