"""What databases, reference managers and lists of the web write, in small files of our own making: each is known for
what it is, and each of its papers is read with what names it."""

from pathlib import Path

import pytest

from tracker.formats.record import Failure, Record
from tracker.formats.registry import source, source_of

FOLDER = Path(__file__).with_name("variants")
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".py")
TWO = (
    *("wos.txt", "psycinfo_ovid.txt", "ovid.medline.txt", "scopus.csv", "scholar.bib", "refer_odd.enw", "dblp.xml"),
    *("pubmed_book.xml", "or_v2.jsonl", "cochrane.txt", "papercopilot.json", "arxivmail.txt", "awesome2.md"),
    *("awesome3.md", "awesome4.md", "awesome5.md", "pubmed.txt", "dois.txt", "neurips.json", "anthology.bib"),
    *("biblioscape.txt", "bykey.json", "cinahl_text.txt", "copac.txt", "iclr_list.txt", "isi_inspec.isi"),
    "refworks.txt",
)
THREE = ("awesome1.md", "urls.txt", "asreview2.csv", "awesome6.md", "neurips_titles.txt")
MANY = dict.fromkeys(TWO, 2) | dict.fromkeys(THREE, 3)  # files with more than one paper in them
TOLD = {"openreview_dump.json": "A review, a decision", "zoteroapi.json": "An attached file of ABCD2345"}  # no papers
NAMELESS = {"urls.txt", "dois.txt", "tsv_de.tsv"}
NO_AUTHORS = {"awesome2.md", "awesome6.md", "notion.csv", "s2.json", "neurips_titles.txt"}
NO_YEAR = {
    *("core.json", "notion.csv", "papercopilot.json", "or_v2.jsonl", "neurips.json", "asreview2.csv", "awesome6.md"),
    *("bykey.json", "iclr_list.txt", "neurips_titles.txt", "papers_cool.json"),
}
FORMATS = {
    "cochrane.txt": "cochrane",
    "pubmed.txt": "pubmed-text",
    "zotero.rdf": "zotero-rdf",
    "dois.txt": "identifiers",
    **dict.fromkeys(("biblioscape.txt", "copac.txt", "inspec_old.txt", "cinahl_text.txt", "proquest.txt"), "labelled"),
    "page.html": "web-page",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_paper_of_a_file_is_read(path: Path) -> None:
    found = list(source(path).records())
    told = [one.message for one in found if isinstance(one, Failure)]
    assert len(found) - len(told) == MANY.get(path.name, 1)
    assert [message[: len(TOLD[path.name])] for message in told] == [TOLD[path.name]] if told else path.name not in TOLD


@pytest.mark.parametrize("path", [one for one in FILES if one.name not in NAMELESS], ids=lambda path: path.name)
def test_what_names_a_paper_is_read(path: Path) -> None:
    first = next(source(path).records())
    assert isinstance(first, Record)
    assert (first.title or "").lower().rstrip(".") == "counting apples in the rain"
    assert path.name in NO_AUTHORS or any("Lee" in name for name in first.authors)
    assert all("," not in name for name in first.authors)
    assert path.name in NO_YEAR or first.year in (2024, 2025)


@pytest.mark.parametrize(("name", "format"), FORMATS.items())
def test_a_file_is_known_for_what_it_is(name: str, format: str) -> None:
    assert source(FOLDER / name).format == format


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("scopus.csv", "keywords", ("apples", "counting", "Fruit", "Rain")),
        ("embase.csv", "venue", "Journal of Orchards"),
        ("psycinfo_ebsco.ris", "doi", "10.1016/j.orch.2024.01.001"),
        ("dblp.json", "authors", ("Ann Lee", "Bo Ray")),
        ("dblp.xml", "key", "journals/orch/LeeR24"),
        ("awesome3.md", "venue", "ICML 2024"),
        ("awesome4.md", "venue", "ICML 2024"),
        ("zotero.rdf", "notes", ("My note on it",)),
        ("zotero.csv", "notes", ("Nice",)),
        ("acm.enw", "notes", ()),
        ("endnote_tab.txt", "authors", ("Ann Lee", "Bo Ray")),
        ("rayyan.csv", "status", "included"),
        ("bibsonomy.json", "status", None),
        ("or_v1.json", "tags", ("oral",)),
        ("pubmed.txt", "pages", "101-110"),
        ("neurips.json", "openreview_id", "aBcDeF1234"),
        ("inspire.json", "arxiv_id", "2501.00001"),
        ("zoteroapi.json", "notes", ("A note",)),
        ("zoteroapi.json", "authors", ("Ann Lee",)),
        ("bbt.json", "notes", ("My note",)),
        ("openreview_dump.json", "abstract", "We count apples."),
        ("jabref6.bib", "notes", ("Read this twice.", "My own comment.")),
        ("jabref6.bib", "rating", 5),
        ("jabref6.bib", "priority", 3),
        ("ads2.bib", "venue", "MNRAS"),
        ("endnote_wrapped.ris", "keywords", ("apples", "rain", "weather")),
        ("papis.yaml", "tags", ("fruit", "rain")),
        ("papis.yaml", "notes", ()),
        ("obsidian.md", "notes", ("My thoughts on it.",)),
        ("iclr_list.txt", "authors", ("Ann Lee", "Bo Ray")),
        ("oai.xml", "arxiv_id", "2501.00001"),
        ("marc.xml", "doi", "10.1000/apples"),
        ("biblioscape.txt", "venue", "Journal of Orchards"),
        ("proquest.txt", "venue", "Orchards"),
    ],
)
def test_what_each_says_in_its_own_way(name: str, field: str, value: object) -> None:
    assert getattr(next(source(FOLDER / name).records()), field) == value


def test_a_paper_in_italics_has_people_and_no_venue() -> None:
    _, second = source(FOLDER / "awesome3.md").records()
    assert isinstance(second, Record)
    assert (second.authors, second.venue, second.year) == (("C. Poe",), None, 2023)


def test_what_stands_for_nothing_is_nothing() -> None:
    _, second = source(FOLDER / "scopus.csv").records()
    assert isinstance(second, Record)
    assert (second.abstract, second.authors) == (None, ())


def test_the_parts_that_an_abstract_names_are_parts_of_it() -> None:
    abstract = "We count.\nResults: Seven.\nCONCLUSION: Few."
    text = f"Title: Counting\nAuthors: Lee A\nAbstract: {abstract}\nLanguage: English\n"
    (record,) = source_of(text.encode(), "x.txt").records()
    assert isinstance(record, Record)
    assert record.abstract == abstract.replace("\n", " ")


def test_one_person_below_an_item_with_a_number_wrote_it() -> None:
    _, second = source(FOLDER / "iclr_list.txt").records()
    assert isinstance(second, Record)
    assert (second.title, second.authors) == ("Counting pears in the snow", ("Cy Poe",))


def test_names_in_italics_behind_a_title_are_no_part_of_it() -> None:
    *_, third = source(FOLDER / "awesome6.md").records()
    assert isinstance(third, Record)
    assert (third.title, third.authors, third.venue) == ("Counting plums", ("Ann Lee",), "ICML'24")


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        (
            "s2.csv",
            "title,authors\nA,\"[{'authorId': '1', 'name': 'Ann Lee'}, {'name': \"\"Bo Ray\"\"}]\"\n",
            "authors",
            ("Ann Lee", "Bo Ray"),
        ),
        ("iclr.csv", "forum_id;title\naBcDeF1234;A\n", "openreview_id", "aBcDeF1234"),
        ("wos.txt", "TI\tDE\tID\tUT\nA\tx\tFRUIT\tWOS:1\n", "key", "WOS:1"),
        ("a.ris", "TY  - JOUR\nTI  - A\nM3  - doi:10.1000/apples\nER  - \nEF  - \n", "doi", "10.1000/apples"),
        (
            "feed.json",
            '{"version": "x", "items": [{"id": "1", "title": "A", "content_text": "We."}]}',
            "abstract",
            "We.",
        ),
    ],
)
def test_what_only_some_write(name: str, text: str, field: str, value: object) -> None:
    (record,) = source_of(text.encode(), name).records()
    assert getattr(record, field) == value


def test_a_mail_that_is_spelled_out_is_read_as_it_was_meant() -> None:
    head = "Content-Transfer-Encoding: quoted-printable\n\n"
    text = head + "\\\\\narXiv:2401.00001\nTitle: A =3D B\nAuthors: Ann L=C3=A9\n\\\\\n  We co=\nunt.\n\\\\\n"
    (record,) = source_of(text.encode(), "a.eml").records()
    assert isinstance(record, Record)
    assert (record.title, record.authors, record.abstract) == ("A = B", ("Ann Lé",), "We count.")
