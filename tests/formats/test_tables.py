"""CSV and its kin."""

import pytest

from tests.formats.kinds import failures, of
from tests.formats.samples import workbook
from tracker.errors import Unreadable
from tracker.formats import xlsx
from tracker.formats.record import Failure, Record
from tracker.formats.registry import source_of, writing
from tracker.formats.tables import looks_like, read, write


def one(text: str) -> Record:
    (record,) = of(read(text))
    return record


@pytest.mark.parametrize(
    "text",
    [
        "Title;Authors;Publication Year;Abstract Note\nCounting;Lee, Ann;2020;We count, a lot.\n",
        "title\tauthors\tyear\tabstract\nCounting\tLee, Ann\t2020\tWe count, a lot.\n",
        '"Article Title","Author","Publication Date","Abstract"\nCounting,"Lee, Ann",="4/3/2020","We count, a lot."\n',
        "SEARCH;counting;;\n---;;;\n;;;\nTitle;Author Names;Publication Year;Abstract\n"
        "Counting;Lee, Ann;2020;We count, a lot.\n",
        "作者|標題|年份|摘要\nLee, Ann|Counting|2020|We count, a lot.\n",
        "Titel;Autoren;Jahr;Zusammenfassung\nCounting;Lee, Ann;2020;We count, a lot.\n",
        "authorships.author.display_name,display_name,publication_year,abstract\n"
        'Ann Lee|,Counting,2020,"We count, a lot."\n',
    ],
)
def test_headers_and_delimiters_of_many_programs_are_known(text: str) -> None:
    assert looks_like(text)
    record = one(text)
    assert (record.title, record.authors, record.year) == ("Counting", ("Ann Lee",), 2020)
    assert record.abstract == "We count, a lot."


def test_a_table_on_its_side_is_read_paper_by_paper() -> None:
    text = """"SEARCH QUERY","counting:ti"
""
"TITLE","Counting, well"
"AUTHOR NAMES","Lee A.","Ray B."
"PUBLICATION YEAR","2020"
"ABSTRACT","We count."

"TITLE","Forgetting"
"""
    assert looks_like(text)
    first, second = of(read(text))
    assert (first.title, first.authors, first.year) == ("Counting, well", ("Lee A.", "Ray B."), 2020)
    assert (first.abstract, second.title, second.line) == ("We count.", "Forgetting", 8)


def test_labels_tags_and_notes_are_taken_in() -> None:
    assert [r.status for r in of(read("title,included\na,1\nb,0\nc,\nd,-1\n"))] == [
        "relevant",
        "irrelevant",
        None,
        None,
    ]
    rayyan = 'title,notes\na,"RAYYAN-INCLUSION: {""x""=>""Excluded""} | RAYYAN-LABELS: far,old | see p. 3"\n'
    record = one(rayyan)
    assert (record.status, record.tags, record.notes) == ("excluded", ("far", "old"), ("see p. 3",))
    zotero = 'Title,Manual Tags,Automatic Tags,Notes\na,"x; y",z,"<p>n</p>"\n'
    assert (one(zotero).tags, one(zotero).keywords) == (("x", "y"), ("z",))


def test_lists_as_python_writes_them_are_lists() -> None:
    record = one("title,authors,keywords\na,\"['Marx, Karl', 'Lee, Ann']\",\"['x', 'y']\"\n")
    assert (record.authors, record.keywords) == (("Karl Marx", "Ann Lee"), ("x", "y"))


def test_a_row_knows_its_line_also_below_cells_of_several_lines() -> None:
    assert [record.line for record in of(read('title,abstract\na,"x\ny\nz"\nb,w\n'))] == [2, 5]


def test_a_quotation_mark_gone_astray_takes_no_other_row_with_it() -> None:
    text = 'title,year\n"Broken,2001\n' + "".join(f"Paper {at},2002\n" for at in range(3000))
    found = of(read(text))
    assert [record.title for record in found[:2]] == ["Broken", "Paper 0"]
    assert len(found) == 3001


def test_a_row_that_does_not_fit_its_header_is_told_of() -> None:
    (failure,) = failures(read("title,year\nA, with a comma,2001\nB,2002\n"))
    assert (failure.line, failure.message) == (2, "A row of 3 cells under a header of 2")


def test_columns_that_nobody_knows_are_named() -> None:
    (failure,) = source_of(b"foo,bar\n1,2\n", "x.csv", format="csv").records()
    assert "foo, bar" in str(failure)


def test_a_long_cell_is_read() -> None:
    assert len(one(f"title,abstract\na,{'x' * 500_000}\n").abstract or "") == 500_000


def test_a_sentence_with_commas_is_no_table() -> None:
    assert not looks_like("Title, abstract, and what else we should read this year, all in one file of text.\n\nMore.")
    assert not looks_like("We study titles, authors and years.\n")


def test_no_cell_that_is_written_computes_anything_and_it_reads_back_as_it_was() -> None:
    evil = Record(title="=HYPERLINK(1)", abstract="+1", venue="@x", notes=("-n",), key="'=a")
    text = "".join(write([evil]))
    assert not [cell for cell in text.split("\n")[1].split(",") if cell.strip('"')[:1] in "=+-@" and cell]
    record = one(text)
    assert (record.title, record.abstract, record.venue, record.key) == ("=HYPERLINK(1)", "+1", "@x", "'=a")


def test_files_for_screening_programs_hold_their_labels() -> None:
    records = [
        Record(title="A", status="done", tags=("x", "y")),
        Record(title="B", status="skipped"),
        Record(title="C"),
    ]
    rows = "".join(writing("asreview").write(records)).splitlines()
    assert [row.rsplit(",", 1)[1] for row in rows] == ["included", "1", "0", ""]
    back = of(read("".join(writing("rayyan").write(records))))
    assert [(record.status, record.tags) for record in back] == [("included", ("x", "y")), ("excluded", ()), (None, ())]
    from tracker.formats.ris import read as read_ris

    back = of(read_ris("".join(writing("rayyan-ris").write(records))))
    assert [(record.status, record.tags) for record in back] == [("included", ("x", "y")), ("excluded", ()), (None, ())]
    back = of(read_ris("".join(writing("asreview-ris").write(records))))
    assert [record.status for record in back] == ["relevant", "irrelevant", None]


def test_a_spreadsheet_is_a_table_too() -> None:
    rows: list[list[object]] = [
        ["Export"],
        [None],
        ["Title", "Year", "Abstract"],
        ["Counting", 2020.0, "We count."],
        [None],
    ]
    found = source_of(workbook(rows), "x.xlsx")
    (record,) = of(found.records())
    assert found.format == "xlsx"
    assert (record.title, record.year, record.abstract, record.line) == ("Counting", 2020, "We count.", 4)
    (failure,) = source_of(workbook([["foo", "bar"]]), "x.xlsx").records()
    assert "No sheet has a row" in str(failure)


def test_without_openpyxl_a_spreadsheet_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(Unreadable, match=r"pip install 'tracker\[xlsx\]'"):
        list(xlsx.read_bytes(b""))


@pytest.mark.parametrize("text", ["", "\n", ",\n", "\n\n,,\n"])
def test_a_table_without_names_of_columns_is_refused_and_says_so(text: str) -> None:
    (failure,) = list(read(text))
    assert isinstance(failure, Failure)
    assert failure.message == "There is no row that names the columns"
