"""RIS, as reference managers, databases and screening programs write it."""

import pytest

from tests.formats.kinds import failures, of
from tracker.formats.record import Record
from tracker.formats.ris import looks_like, read, write

ONE = """TY  - JOUR
ID  - lee2020
AU  - Lee, Ann
AU  - van der Berg, Jan
TI  - How models
      count
PY  - 2020/07//
JF  - Journal of Counting
SP  - 3
EP  - 9
DO  - https://doi.org/10.1234/ABC.5
AB  - We study counting.

      It is hard.
KW  - counting
UR  - https://example.org/a
L1  - https://example.org/a.pdf
ER  -
"""


def test_an_entry_tells_all_that_a_record_holds() -> None:
    (record,) = of(read(ONE))
    assert record.title == "How models count"
    assert record.authors == ("Ann Lee", "Jan van der Berg")
    assert (record.year, record.venue, record.pages) == (2020, "Journal of Counting", "3-9")
    assert (record.doi, record.key, record.keywords) == ("10.1234/abc.5", "lee2020", ("counting",))
    assert record.abstract == "We study counting.\n\nIt is hard."
    assert (record.url, record.pdf_url) == ("https://example.org/a", "https://example.org/a.pdf")
    assert (record.line, record.raw) == (1, ONE.rstrip("\n"))


def test_no_entry_is_lost_where_its_first_or_last_line_is_missing() -> None:
    text = "TY  - JOUR\nTI  - One\n\nTY  - JOUR\nTI  - Two\nER  - \nTI  - Three\nER  -\n\nTY  - JOUR\nTI  - Four\n"
    assert [(record.title, record.line) for record in of(read(text))] == [
        ("One", 1),
        ("Two", 4),
        ("Three", 7),
        ("Four", 10),
    ]


def test_an_entry_that_names_no_paper_is_told_of_with_its_line() -> None:
    (failure,) = failures(read("1.\nTY  - JOUR\nPY  - 2020\nER  - \n"))
    assert failure.line == 2
    assert failure.raw == "TY  - JOUR\nPY  - 2020\nER  - "


@pytest.mark.parametrize(
    "text",
    [
        "Record #1 of 2\nProvider: Wiley\n\nTY  -  JOUR\nA1  -  Lee, A\nT1  -  Counting\nER  -  \n",  # Cochrane
        "6. \nTY  - JOUR\nT1  - Counting\nA1  - Lee, A\nER  -  \n",  # Ovid
        "\ufeffTY  - JOUR\r\nTI  - Counting\r\nAU  - Lee, A\r\nER  - \r\n",
        "TY - JOUR\nTI - Counting\nAU - Lee, A\nER -\n",
    ],
)
def test_dialects_are_read_alike(text: str) -> None:
    assert looks_like(text)
    assert [(record.title, record.authors) for record in of(read(text))] == [("Counting", ("A Lee",))]


def test_a_line_of_an_abstract_that_ends_like_a_tag_stays_text() -> None:
    (record,) = of(read("TY  - JOUR\nTI  - A\nAB  - in the\nER then later\nAI-based\nER  - \n"))
    assert record.abstract == "in the ER then later AI-based"


@pytest.mark.parametrize(
    ("note", "status", "tags"),
    [
        ("ASReview_relevant", "relevant", ()),
        ("ASReview_irrelevant", "irrelevant", ()),
        ("ASReview_not_seen", None, ()),
        ('RAYYAN-INCLUSION: {"ann"=>"Included"}', "included", ()),
        (
            'RAYYAN-INCLUSION: {"ann"=>"Included", "bob"=>"Excluded"} | RAYYAN-LABELS: agents,to ask',
            "maybe",
            ("agents", "to ask"),
        ),
    ],
)
def test_decisions_and_labels_of_screening_programs_are_taken_in(
    note: str, status: str | None, tags: tuple[str, ...]
) -> None:
    (record,) = of(read(f"TY  - JOUR\nTI  - A\nN1  - {note}\nN1  - Read again.\nER  - \n"))
    assert (record.status, record.tags, record.notes) == (status, tags, ("Read again.",))


def test_what_a_database_notes_on_every_paper_is_no_note() -> None:
    (record,) = of(read("TY  - JOUR\nTI  - A\nN1  - Export Date: 5 May 2024\nN1  - Cited By: 3\nER  - \n"))
    assert record.notes == ()


def test_what_is_written_reads_elsewhere_too() -> None:
    rispy = pytest.importorskip("rispy", reason="rispy, which checks our RIS, is not installed")
    record = Record(title="Counting", authors=("Ann Lee",), year=2020, abstract="One.\n\nTwo.", doi="10.1234/a")
    (entry,) = rispy.loads("".join(write([record])))
    assert (entry["title"], entry["authors"], entry["year"]) == ("Counting", ["Lee, Ann"], "2020")
    assert (entry["doi"], " ".join(entry["abstract"].split())) == ("10.1234/a", "One. Two.")


def test_a_million_wrapped_lines_take_no_more_than_their_length() -> None:
    (record,) = of(read("TY  - JOUR\nTI  - A\nAB  - x\n" + "y\n" * 200_000 + "ER  - \n"))
    assert record.abstract is not None
    assert len(record.abstract) == 400_001


@pytest.mark.parametrize(
    "text",
    [
        "ty  - jour\nti  - Counting frogs\nau  - Lee, Ann\nab  - We.\ner  - \n\nty  - jour\nti  - Two\ner  -\n",
        "TY  -JOUR\nTI  -Counting frogs\nAU  -Lee, Ann\nER  -\nTY  -JOUR\nTI  -Two\n",
    ],
    ids=["small letters", "no blank"],
)
def test_tags_are_known_however_they_are_typed(text: str) -> None:
    assert looks_like(text)
    first, second = of(read(text))
    assert (first.title, first.authors, second.title) == ("Counting frogs", ("Ann Lee",), "Two")
