"""The same paper comes in once, a user's own words stay, and an import is one step."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tracker.errors import Unreadable
from tracker.formats.record import Record
from tracker.library import Library
from tracker.seeds import seed_files
from tracker.store.file import FileStore

TEXT = """Reading list 2026

We introduce FrogJump, a method that makes frogs jump further. It helps.

Cats sleep a lot. In this paper, we study why cats sleep on keyboards.
"""


def listed(tmp_path: Path, text: str = TEXT) -> Path:
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_seeding_again_changes_nothing(library: Library) -> None:
    library.tag([1], remove=["reasoning"])
    steps = len(library.history())
    report = library.import_files(seed_files())
    assert (report.read, report.new, report.same, report.changed, report.step) == (38, 0, 38, 0, None)
    assert len(library.history()) == steps
    assert "reasoning" not in library.rows([1])[0].tags


def test_a_list_of_abstracts_becomes_papers_with_headings(library: Library, tmp_path: Path) -> None:
    report = library.import_files([listed(tmp_path)], tags=["animals"])
    assert (report.read, report.new, report.collection) == (2, 2, "Reading list 2026")
    rows = library.rows([37, 38])
    assert all(row.guessed and row.tags == ("animals",) for row in rows)
    assert "FrogJump" in rows[0].heading


def test_an_import_is_undone_and_redone_as_one_step(library: Library, tmp_path: Path) -> None:
    library.import_files([listed(tmp_path)])
    before = library.rows([37, 38]), library.detail(37)
    library.undo()
    assert library.rows([37, 38]) == []
    assert library.collections() == [("ICML 2025", 36)]
    assert library.find("FrogJump", exact=True).total == 0
    library.redo()
    assert (library.rows([37, 38]), library.detail(37)) == before
    assert list(library.find("FrogJump").ids) == [37]


def test_a_dry_run_writes_nothing(library: Library, tmp_path: Path) -> None:
    report = library.import_files([listed(tmp_path)], dry_run=True)
    assert (report.new, report.step) == (2, None)
    assert library.find("").total == 36
    assert library.find("FrogJump", exact=True).total == 0


def test_a_later_record_fills_what_was_missing_and_keeps_what_was_there(library: Library) -> None:
    library.add_paper("We introduce FrogJump, a method that makes frogs jump further.")
    later = Record(
        title="FrogJump: Jumping Further",
        abstract="We introduce FrogJump, a  method that makes frogs jump further.",
        authors=("Ann Frog",),
        year=2026,
        arxiv_id="2601.00001",
    )
    report = library.import_records([later], names="later.bib", format="test")
    assert (report.new, report.changed) == (0, 1)
    detail = library.detail(37)
    assert (detail.title, detail.row.authors, detail.row.year) == ("FrogJump: Jumping Further", ("Ann Frog",), 2026)
    assert detail.provenance["title"] == "later.bib"
    other = later._replace(title="FrogJump Revisited", year=2027)
    library.import_records([other], names="camera-ready", format="test")
    detail = library.detail(37)
    assert (detail.title, detail.row.year, detail.variants) == (
        "FrogJump: Jumping Further",
        2026,
        ("FrogJump Revisited",),
    )


def test_a_changed_abstract_is_a_new_version_that_undo_takes_back(library: Library) -> None:
    detail = library.detail(11)
    record = Record(
        title=detail.title, year=2025, openreview_id=detail.openreview_id, abstract="Rewritten for the proceedings."
    )
    assert library.import_records([record], names="pmlr", format="test").changed == 1
    assert library.abstract(11) == "Rewritten for the proceedings."
    again = record._replace(abstract=detail.abstract)
    assert library.import_records([again], names="old list", format="test").same == 1
    assert library.abstract(11) == "Rewritten for the proceedings."
    library.undo()
    assert library.abstract(11) == detail.abstract


def test_a_paper_twice_in_one_file_is_one_paper(library: Library) -> None:
    record = Record(title="Twice", year=2026, abstract="The very same text.")
    report = library.import_records([record, record, record._replace(abstract=None)], names="x", format="test")
    assert (report.read, report.new, report.same) == (3, 1, 2)


def test_an_import_that_fails_halfway_leaves_nothing(library: Library) -> None:
    def entries() -> Iterator[Record]:
        yield from (Record(title=f"Paper {i}", abstract=f"Text {i}") for i in range(2500))
        raise OSError("the disk went away")

    with pytest.raises(OSError, match="went away"):
        library.import_records(entries(), names="x", format="test")
    assert library.find("").total == 36
    assert all(step.undone for step in library.history()[:-1])


def test_control_characters_do_not_enter(library: Library) -> None:
    paper = library.add_paper("A\x1b[31m text\u202e reversed", title="T\x07itle [/x] [@click=app.quit]y[/]")
    detail = library.detail(paper)
    assert detail.title == "Title [/x] [@click=app.quit]y[/]"
    assert "\x1b" not in detail.abstract
    assert "\u202e" not in detail.abstract


def test_adding_nothing_is_refused(library: Library) -> None:
    with pytest.raises(Unreadable, match="Give a title"):
        library.add_paper()


def test_adding_what_is_here_gives_the_paper_that_is_here(library: Library) -> None:
    assert library.add_paper(library.abstract(3)) == 3
    assert library.undoable() is None


def test_a_guessed_heading_is_accepted_and_gives_way_to_a_real_title(library: Library) -> None:
    paper = library.add_paper("We introduce FrogJump, a method that makes frogs jump further.")
    assert library.rows([paper])[0].guessed
    library.set_title(paper, "Frogs that jump")
    assert library.rows([paper])[0][2:4] == ("Frogs that jump", False)
    record = Record(title="FrogJump", abstract=library.abstract(paper))
    library.import_records([record], names="later", format="test")
    assert (library.detail(paper).title, library.detail(paper).variants) == ("FrogJump", ("Frogs that jump",))


def test_a_corrected_title_keeps_the_old_one_as_a_variant(library: Library) -> None:
    old = library.detail(3).title
    library.set_title(3, "Attention sinks")
    assert library.detail(3).title == "Attention sinks"
    assert old in library.detail(3).variants
    library.undo()
    assert library.detail(3).title == old


def test_a_paper_known_only_by_its_address_is_listed_under_it(library: Library) -> None:
    added = [library.add_paper(arxiv_id="2601.00001"), library.add_paper(url="https://a.b/c")]
    assert [row.heading for row in library.rows(added)] == ["arXiv:2601.00001", "https://a.b/c"]


def test_texts_of_signs_alone_are_told_apart(library: Library) -> None:
    records = [Record(abstract="{{{{"), Record(abstract="$$$$")]
    assert library.import_records(records, names="signs", format="test").new == 2


def test_while_one_looks_at_what_a_file_would_bring_others_write(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    if not isinstance(ann.store, FileStore):
        pytest.skip("a server's library is not copied for a look")
    records = [Record(title=f"Frogs {word} in the rain", year=2020) for word in ("jump", "sing", "sleep")]
    steps = len(ann.history())
    report = ann.import_records(
        records, names="x", format="test", dry_run=True, progress=lambda _: bob.write_note(1, "Meanwhile.") and None
    )
    assert (report.new, report.step) == (3, None)
    assert len(ann.history()) == steps + 1
    assert ann.find("frogs").total == 0


def test_papers_of_one_name_that_come_one_by_one_are_numbered_in_order(library: Library) -> None:
    for number in range(1, 12):
        entry = (
            f"@misc{{k, author={{Lee, Ann}}, year={{2020}}, title={{Modelling the widget of kind {number * 7919}}}}}"
        )
        library.import_data(entry.encode(), name="one.bib")
    (first, *more) = [row[0] for row in library.store.read("SELECT key FROM paper WHERE year = 2020 ORDER BY id")]
    assert more == [f"{first}-{number}" for number in range(2, 12)]
