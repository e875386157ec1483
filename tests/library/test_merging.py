"""Two papers that are one become one, and nothing that anybody did with either is lost."""

from collections.abc import Callable

import pytest

from tracker.errors import Conflict, Unreadable
from tracker.formats.record import Record
from tracker.later import models
from tracker.library import Library
from tracker.library.merging.joining import COMBINED, numbered, paper_columns, shares
from tracker.store.journal import MADE, TABLES
from tracker.terms import Status

TEXT = (
    "We study how frogs jump when the ground is wet. Earlier work looked at dry ground only, and its models fail on"
    " mud. Our method learns from films of four hundred jumps and predicts their length with an error of two percent."
)
ONE = Record(title="How Frogs Jump on Wet Ground", abstract=TEXT, authors=("Ann Lee",), year=2024, doi="10.1000/1")
OTHER = Record(
    title="Frog Jumps on Mud", abstract=TEXT + " More.", authors=("Ann Lee",), doi="10.1000/2", tags=("mud",)
)
KEPT = [name for name in TABLES if name not in MADE | {"step", "change", "meta", "seen", "draft", "person"}]


def rows_of(library: Library) -> dict[str, list[tuple[object, ...]]]:
    return {name: sorted(library.store.read(f"SELECT * FROM {name}"), key=repr) for name in KEPT}


def two(library: Library) -> tuple[int, int]:
    library.import_records([ONE, OTHER], names="both.bib", format="test")
    first, second = sorted(library.find("").ids)[-2:]
    return first, second


def test_what_may_be_one_paper_is_listed_and_found(library: Library) -> None:
    one, other = two(library)
    (pair,) = library.duplicates()
    assert (pair.one.id, pair.other.id, pair.score > 0.9, pair.sure) == (one, other, True, False)
    assert sorted(library.find("is:duplicate").ids) == [one, other]
    assert library.duplicates("reasoning") == []


def test_two_papers_that_somebody_found_to_be_two_are_asked_of_no_more(library: Library) -> None:
    one, other = two(library)
    library.not_same(other, one)
    assert (library.duplicates(), library.find("is:duplicate").total) == ([], 0)
    library.undo()
    assert len(library.duplicates()) == 1


def test_a_merged_paper_has_what_either_had(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    one, other = two(ann)
    start = TEXT.index("an error")
    ann.annotate(one, start, start + 21, "result")
    bob.annotate(other, start, start + 21, "claim")
    ann.write_note(one, "Mine on the first")
    bob.write_note(other, "Theirs on the second, see [[1]]")
    ann.write_note(3, f"See [[{other}]]")
    ann.set_status([other], Status.READING)
    bob.set_star([one], True)
    bob.rate([other], 4)
    bob.comment(other, "What of rain?")
    ann.tag([one], add=["frogs"])
    before = rows_of(ann)
    assert ann.merge(one, other) is not None
    assert ann.rows([other]) == []
    detail = ann.detail(one)
    assert (detail.title, detail.doi, detail.row.year) == (ONE.title, "10.1000/1", 2024)
    assert detail.variants == (OTHER.title,)
    assert detail.abstract == TEXT
    assert [note.body for note in ann.notes(one)] == ["Mine on the first", "Theirs on the second, see [[1]]"]
    assert {(mark.kind, mark.text) for mark in ann.annotations(one)} == {
        (kind, TEXT[start : start + 21]) for kind in ("result", "claim")
    }
    assert (detail.row.status, set(detail.row.tags)) == (Status.READING, {"frogs", "mud"})
    assert (bob.rows([one])[0].starred, bob.detail(one).rating) == (True, 4)
    assert [link.paper_id for link in ann.backlinks(one)] == [3]
    assert len(ann.comments(one)) == 1
    after = rows_of(ann)
    ann.undo()
    assert rows_of(ann) == before
    ann.redo()
    assert rows_of(ann) == after


def test_the_other_ones_words_stand_where_they_are_chosen(library: Library) -> None:
    one, other = two(library)
    library.merge(one, other, take=["title", "doi", "abstract"])
    detail = library.detail(one)
    assert (detail.title, detail.doi, detail.abstract) == (OTHER.title, "10.1000/2", OTHER.abstract)
    assert (detail.variants, detail.provenance["title"]) == ((ONE.title,), "both.bib")


def test_the_merged_paper_is_found_by_its_id_its_key_and_its_identifiers(library: Library) -> None:
    one, other = two(library)
    key = library.rows([other])[0].key
    library.merge(one, other)
    assert [library.paper(name) for name in (other, key, str(one))] == [one, one, one]
    assert library.resolve_link(key) == ("paper", str(one))
    again = library.import_records([OTHER, ONE], names="again.bib", format="test")
    assert (again.new, list(again.near_duplicates)) == (0, [])
    third = library.add_paper("An unrelated text.", title="Third")
    library.merge(third, one)
    assert library.paper(other) == third
    assert any("merged" in step.title for step in library.history(third))


def test_a_deed_on_a_paper_that_is_gone_is_refused_whole(library: Library) -> None:
    one, other = two(library)
    library.merge(one, other)
    with pytest.raises(Conflict, match="look again"):
        library.set_status([3, other], Status.LATER)
    assert library.rows([3])[0].status is Status.INBOX
    with pytest.raises(Conflict, match="look again"):
        library.write_note(other, "On what is not there.")


def test_what_cannot_be_merged_is_refused(library: Library) -> None:
    with pytest.raises(Unreadable, match="itself"):
        library.merge(3, 3)
    with pytest.raises(Unreadable, match="no field"):
        library.merge(3, 4, take=["colour"])
    with pytest.raises(Conflict, match="gone"):
        library.merge(3, 999)


def test_equal_texts_do_not_make_a_paper_changed(library: Library) -> None:
    library.import_records([ONE, ONE._replace(title="Frog Jumps on Mud", doi="10.1000/2")], names="both", format="test")
    one, other = sorted(library.find("").ids)[-2:]
    library.annotate(other, 0, 8, "result")
    library.merge(one, other)
    assert one not in library.find("is:changed").ids
    assert [mark.text for mark in library.annotations(one)] == [TEXT[:8]]


def test_every_table_that_refers_to_papers_says_what_becomes_of_its_rows() -> None:
    """A new table whose keys hold a paper needs a line in COMBINED; one that names papers without a key, a rule."""
    known = {kind.__table__.name for n in models.__all__ if hasattr(kind := getattr(models, n), "__table__")}
    assert set(TABLES) == known
    clashing = {t.name for t in TABLES.values() for c in paper_columns(t) if shares(t, c) and not numbered(t)}
    assert clashing - MADE == set(COMBINED)
    loose = {t.name for t in TABLES.values() if "paper_id" in t.c and "paper_id" not in paper_columns(t)}
    assert loose - MADE == {"change"}  # the journal speaks of papers that are no more


def test_votes_of_both_papers_are_kept(library: Library) -> None:
    from tracker.terms import Decision

    one, other = two(library)
    library.new_round("Round", "title:frog", people=["ann"], votes=1)
    library.vote("Round", one, Decision.INCLUDE)
    library.vote("Round", other, Decision.EXCLUDE)
    before = rows_of(library)
    library.merge(one, other)
    votes = library.store.read("SELECT paper_id, decision FROM vote ORDER BY seq")
    assert votes == [(one, "include"), (one, "exclude")]
    library.undo()
    assert rows_of(library) == before
