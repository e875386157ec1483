"""Files as people have them, taken in: each comes in once, or is told of by name, line and cause."""

import gzip
import shutil
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker
from tests.formats.test_corpus import CORPUS, NAMELESS, corpus
from tests.formats.test_variants import FILES, MANY, TOLD
from tracker.library import Library
from tracker.library.importing.reports import ImportReport

RIS = b"TY  - JOUR\nTI  - Counting apples in the rain\nAU  - Lee, Ann\nPY  - 2020\nER  - \n"
BIB = "@article{a,\n  title={%s},\n  author={M\u00fcller, J\u00fcrgen},\n  year=2020\n}\n"


def zipped(files: dict[str, bytes], *, locked: bool = False) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    written = bytearray(out.getvalue())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)) if locked else ():
        written[written.index(mark) + place] |= 1
    return bytes(written)


READ = {  # name of the file, what is in it, titles that come in
    "cr.bib": ((BIB % "One" + BIB % "Two").replace("\n", "\r").encode(), ["One", "Two"]),
    "nul.bib": ((BIB % "A\0pples").encode() + b" " * 80, ["Apples"]),
    "cut.bib": (b"@misc{a, title={One}}\n@misc{b, title={Two, year=2021,\n  abstract={We count", ["One", "Two"]),
    "latin1.bib": ((BIB % "\u00c4pfel").encode("cp1252"), ["\u00c4pfel"]),
    "declared.bib": ("% encoding: gb18030\n@misc{a, title={在雨中数苹果}}\n".encode("gb18030"), ["在雨中数苹果"]),
    "inside.bib": (b"<html><body><pre>\n@misc{a,\n  title={Apples},\n}\n</pre></body></html>\n", ["Apples"]),
    "excel.csv": ("sep=;\r\nTitel;title;year\r\nx;\u00c4pfel;2020\r\n".encode("cp1252"), ["\u00c4pfel"]),
    "excel.txt": ('Title\tYear\r\n"Counting ""apples"""\t2020\r\n'.encode("utf-16"), ['Counting "apples"']),
    "table.csv.gz": (gzip.compress(b"title,year\nOne,2020\nTwo,2021\n"), ["One", "Two"]),
    "apple.zip": (zipped({"a.ris": RIS, "__MACOSX/._a.ris": b"\0\5"}), ["Counting apples in the rain"]),
    "titles.txt": (b"Counting apples in rain\nCounting pears in snow\nCounting plums at night\n", None),
}
REFUSED = {  # name of the file, what is in it, what is said of it
    "empty.bib": (b"", "The file is empty"),
    "blank.txt": (b"\n\n  \n", "The file is empty"),
    "header.csv": (b"title,authors,year\n", "There are no papers in this file"),
    "none.json": (b"[]", "There are no papers in this file"),
    "null.json": (b"null", "An object was expected here"),
    "deep.json": (b"[" * 100_000, "It is nested too deeply"),
    "remarks.bib": (b"% nothing\n@comment{x}\n@string{a = {b}}\n", "There are no papers in this file"),
    "login.bib": (b"<!DOCTYPE html><html><title>Sign in</title></html>", "A web page (“Sign in”)"),
    "catalog.xml": (b'<?xml version="1.0"?><catalog><x/></catalog>', "(XML of <catalog>)"),
    "none.txt": ("我们在雨中数苹果，并提出一种新的方法。\n".encode("gb18030"), "say --encoding (perhaps gb18030"),
    "sheet.xlsx": (b"not a spreadsheet, but a text about apples.\n", "is no spreadsheet"),
    "paper.docx": (zipped({"[Content_Types].xml": b"<x/>"}), "office document"),
    "book.epub": (zipped({"mimetype": b"application/epub+zip", "a.xhtml": b"<p/>"}), "e-book"),
    "paper.pdf": (b"%PDF-1.7\n", "This is a PDF"),
    "old.doc": (b"\xd0\xcf\x11\xe0" + bytes(600), "This is an old office document"),
    "rich.rtf": (b"{\\rtf1\\ansi Apples}", "a document in rich text"),
    "apple.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "This is a picture"),
    "cut.ris.gz": (gzip.compress(RIS * 500)[:-20], "The gzip archive is damaged"),
    "locked.zip": (zipped({"a.ris": RIS}, locked=True), "It is locked with a password"),
    "nested.zip": (zipped({"in.zip": zipped({"a.ris": RIS})}), "An archive inside the archive"),
    "nothing.zip": (zipped({}), "There are no files in the zip archive"),
}


def counts(name: str) -> tuple[int, int | None]:
    """How many papers a file holds, and how many entries it tells of otherwise."""
    return MANY.get(name, 1), int(name in TOLD)


@pytest.fixture(scope="module")
def lent(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library that one file after the other comes into."""
    path = Path(shutil.copy(template, tmp_path_factory.mktemp("files") / "library.db"))
    with Library.open(path, "ann") as library:
        yield library


@pytest.fixture
def shelf(lent: Library) -> Iterator[Library]:
    """That library as it was before any of them: what a test takes in goes again."""
    before = lent.undoable()
    yield lent
    while lent.undoable() != before:
        lent.undo()
    assert lent.count("") == 36


def told_of(report: ImportReport) -> tuple[int, ...]:
    return report.read, report.new, report.same, report.changed, report.notes, report.states


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_programs_write_comes_in_once(path: Path, shelf: Library) -> None:
    papers, told = counts(path.name)
    dry = shelf.import_files([path], dry_run=True)
    assert (dry.read, dry.new, len(dry.failed), dry.step) == (papers, papers, told, None)
    assert told_of(shelf.import_files([path])) == told_of(dry)
    again = shelf.import_files([path])
    assert (again.new, again.changed, again.step) == (0, 0, None)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is not on this machine")
@pytest.mark.parametrize(("name", "expected"), corpus())
def test_a_real_file_comes_in_whole(name: str, expected: int, shelf: Library) -> None:
    report = shelf.import_files([CORPUS / name])
    assert report.read == expected - NAMELESS.get(name, 0)
    assert all(one.line > 0 and one.message for one in report.failed)
    assert report.read or report.failed


@pytest.mark.parametrize("name", READ)
def test_a_file_that_is_odd_is_read(name: str, tracker: Tracker, tmp_path: Path) -> None:
    data, titles = READ[name]
    (tmp_path / name).write_bytes(data)
    report = tracker("import", name, "--tag", "odd", "--json").json
    assert report["failed"] == []
    found = [one["title"] for one in tracker("list", "#odd", "--sort", "title", "--json").json]
    assert len(found) == 3 if titles is None else found == sorted(titles)


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_holds_no_paper_is_told_of(name: str, tracker: Tracker, tmp_path: Path) -> None:
    data, words = REFUSED[name]
    (tmp_path / name).write_bytes(data)
    ran = tracker("import", name)
    assert ran.code == 1
    assert words in ran.err
    assert name in ran.err
    assert tracker("list", "--count").out == "36\n"


def test_titles_a_bibliography_and_abstracts_become_one_paper_each(tracker: Tracker, tmp_path: Path) -> None:
    text = (
        "We watch frogs on wet ground for a year and find that they jump {} than on dry ground, which nobody expected."
    )
    (tmp_path / "titles.txt").write_text(
        "How Frogs Jump on Wet Ground\nCats That Sleep on Keyboards\nDogs in the Snow\n"
    )
    bib = "@misc{{a, title={{{}}}, author={{Lee, Ann}}, year={{2024}}, doi={{10.1234/{}}}}}\n"
    entries = (("How frogs jump on {W}et ground", "frogs"), ("Cats that sleep on {Keyboards}", "cats"))
    (tmp_path / "refs.bib").write_text("".join(bib.format(*entry) for entry in entries))
    (tmp_path / "texts.csv").write_text(f'title,abstract\nHow frogs jump on wet ground,"{text.format("further")}"\n')
    (tmp_path / "again.txt").write_text(text.format("further") + "\n")
    (tmp_path / "later.ris").write_text(f"TY  - JOUR\nDO  - 10.1234/FROGS\nAB  - {text.format('higher')}\nER  - \n")
    came = [tracker("import", name, "--tag", "frogs", "--json").json for name in
            ("titles.txt", "refs.bib", "texts.csv", "again.txt", "later.ris")]  # fmt: skip
    assert [(one["new"], one["changed"], one["same"]) for one in came] == [
        (3, 0, 0),
        (0, 2, 0),
        (0, 1, 0),
        (0, 0, 1),
        (0, 1, 0),
    ]
    paper = tracker("list", "frogs year:2024").ids[0]
    told = tracker("show", str(paper), "--json").json
    sources = {name: told["provenance"][name] for name in ("title", "authors", "doi", "abstract")}
    assert sources == {"title": "titles.txt", "authors": "refs.bib", "doi": "refs.bib", "abstract": "later.ris"}
    assert (told["title"], told["abstract"]) == ("How Frogs Jump on Wet Ground", text.format("higher"))
    diff = tracker("show", str(paper), "--diff").out
    assert "further" in diff
    assert "higher" in diff


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is not on this machine")
def test_the_first_papers_are_known_in_all_that_was_published_of_them(tracker: Tracker) -> None:
    """Ten changed their title between acceptance and proceedings, four their abstract."""
    names = (
        "bib/seeds36_pmlr_style.bib",
        "jsonl/mlanthology_icml2025_the36.jsonl",
        "json/openreview_notes_v2_seeds36.json",
    )
    for name in names:
        report = tracker("import", str(CORPUS / name), "--json").json
        assert (report["read"], report["new"], report["near_duplicates"]) == (36, 0, [])
    assert tracker("list", "--count").out == "36\n"
