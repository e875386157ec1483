"""Papers on their way out, and back in."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from tracker.formats.record import Record
from tracker.formats.registry import reading, writing
from tracker.library import Library
from tracker.terms import Blind, Decision, Status, Visibility


def test_a_record_holds_what_the_library_knows_and_the_person_did(library: Library) -> None:
    paper = library.find("title:counting", limit=1).ids or library.find("", limit=1).ids
    library.set_status(paper, Status.DONE)
    library.tag(paper, add=["to-cite"])
    library.write_note(paper[0], "Read again.\n\nTwice.")
    detail = library.detail(paper[0])
    record = next(one for one in library.export_records("status:done") if one.key == detail.row.key)
    assert (record.title, record.abstract, record.authors) == (detail.title, detail.abstract, detail.row.authors)
    assert (record.year, record.venue, record.arxiv_id) == (detail.row.year, detail.row.venue, detail.arxiv_id)
    assert (record.status, record.notes, record.collection) == ("done", ("Read again.\n\nTwice.",), "ICML 2025")
    assert "to-cite" in record.tags


def test_the_records_come_in_the_order_of_the_list(library: Library) -> None:
    found = library.find("#reasoning", sort="title")
    keys = [row.key for row in library.rows(found.ids)]
    assert [record.key for record in library.export_records("#reasoning", sort="title")] == keys
    assert len(list(library.export_records())) == 36


def test_a_private_note_of_somebody_else_stays_here(open_library: Callable[..., Library]) -> None:
    paper = open_library("ann").find("", limit=1).ids[0]
    open_library("bob").write_note(paper, "For all to see.")
    (record,) = [one for one in open_library("ann").export_records() if one.notes]
    assert record.notes == ("For all to see.",)


@pytest.mark.parametrize("format", ["bibtex", "ris", "csl-json", "csv", "markdown", "jsonl"])
def test_what_goes_out_is_the_same_when_it_comes_back(library: Library, tmp_path: Path, format: str) -> None:
    text = "".join(writing(format).write(library.export_records()))
    found = [one for one in reading(format).read(text) if isinstance(one, Record)]
    report = library.import_records(found, names=f"back.{format}", format=format)
    assert (report.read, report.new, report.changed, report.same) == (36, 0, 0, 36)
    with Library.open(tmp_path / "new.db", "ann", seed=False) as new:
        assert new.import_records(found, names=f"out.{format}", format=format).new == 36
        theirs = {one.title: one.abstract for one in new.export_records()}
    assert theirs == {one.title: one.abstract for one in library.export_records()}


def test_an_untitled_paper_goes_out_under_its_guessed_heading(library: Library) -> None:
    library.add_paper("We introduce Widget, a way to count gadgets in the dark. It is round and works well.")
    (record,) = library.export_records("gadgets")
    assert record.title is None
    assert record.headline
    assert record.headline in "".join(writing("ris").write([record]))


def test_our_own_format_brings_all_that_the_person_did_into_another_library(library: Library, tmp_path: Path) -> None:
    papers = list(library.find("", limit=3).ids)
    library.set_status(papers[:1], Status.READING)
    library.set_priority(papers[:2], 2)
    library.set_star(papers[1:], True)
    library.rate(papers[:1], 4)
    library.set_due(papers[2:], date(2026, 12, 1))
    library.write_note(papers[0], "Read again.")
    library.import_records(list(library.export_records())[:2], names="x", format="test", collection="Another list")
    text = "".join(writing("jsonl").write(library.export_records()))
    (tmp_path / "all.jsonl").write_text(text, "utf-8")
    with Library.open(tmp_path / "new.db", "ann", seed=False) as new:
        new.import_files([tmp_path / "all.jsonl"])
        assert sorted("".join(writing("jsonl").write(new.export_records())).splitlines()) == sorted(text.splitlines())
        assert new.collections() == library.collections()
        assert new.find("is:starred", exact=True).total == 2
        assert new.import_files([tmp_path / "all.jsonl"]).step is None
        new.undo()
        assert new.find("").total == 0
        new.redo()
        assert sorted("".join(writing("jsonl").write(new.export_records())).splitlines()) == sorted(text.splitlines())


def test_what_a_reader_cannot_have_set_is_left_out(library: Library) -> None:
    odd = Record(title="Odd", priority=9, rating=77, due="soon", depth="deep", starred=True, collections=("Odd ones",))
    library.import_records([odd], names="odd", format="test")
    (back,) = library.export_records("Odd")
    assert (back.priority, back.rating, back.due, back.depth, back.starred) == (0, None, None, None, True)
    assert back.collection == "Odd ones"


def test_our_own_format_carries_wordings_annotations_and_comments_into_another_library(
    open_library: Callable[..., Library], tmp_path: Path
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    paper = ann.find("", limit=1).ids[0]
    old = ann.abstract(paper)
    mark = ann.annotate(paper, 0, 20, "result", body="Look at [[this]].")
    remark = bob.comment(paper, "Really, @ann?", on=mark.id)
    ann.comment(paper, "Yes.", reply_to=remark.id)
    bob.resolve(remark.id)
    bob.comment(paper, "A paper worth its while.")
    ann.annotate(paper, 5, 30, "claim", visibility=Visibility.PRIVATE)
    record = next(one for one in ann.export_records() if one.abstract == old)
    ann.import_records([record._replace(abstract=f"{old} And more of it.")], names="x", format="test")
    text = "".join(writing("jsonl").write(ann.export_records(whole=True)))
    assert text.count("Really, @ann?") == 1
    (tmp_path / "all.jsonl").write_text(text, "utf-8")
    with Library.open(tmp_path / "new.db", "ann", seed=False) as new:
        new.import_files([tmp_path / "all.jsonl"])

        def again() -> list[str]:
            return sorted("".join(writing("jsonl").write(new.export_records(whole=True))).splitlines())

        assert again() == sorted(text.splitlines())
        (there,) = new.find('"worth its while"').ids
        assert [view.author for view in new.comments(there)] == ["bob", "ann", "bob"]
        assert new.wordings(there)[0].text == old
        assert new.import_files([tmp_path / "all.jsonl"]).step is None
        new.undo()
        assert new.find("").total == 0
        new.redo()
        assert again() == sorted(text.splitlines())
    assert "claim" not in "".join(writing("jsonl").write(bob.export_records(whole=True)))


def test_votes_go_out_as_far_as_the_person_may_see_them(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    ann.new_round("pilot", "", ["ann", "bob"], blind=Blind.CLOSED, reasons=["off"])
    paper = ann.find("", limit=1).ids[0]
    bob.vote("pilot", paper, Decision.EXCLUDE, reasons=["1"], note="Off topic")

    def votes(library: Library) -> list[tuple[object, ...]]:
        text = "".join(writing("jsonl").write(library.export_records(whole=True)))
        return [vote for one in reading("jsonl").read(text) if isinstance(one, Record) for vote in one.votes]

    assert votes(ann) == []
    ((name, person, decision, _, _, reasons, note),) = votes(bob)
    assert (name, person, decision, reasons, note) == ("pilot", "bob", "exclude", ("off",), "Off topic")
    ann.close_round("pilot")
    assert votes(ann) == votes(bob)
