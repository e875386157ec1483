"""What databases, reference managers and lists of the web write, in small files of our own making: each is known for
what it is, and each of its papers is read with what names it."""

from pathlib import Path

import pytest

from tracker.formats.record import Record
from tracker.formats.registry import source

FOLDER = Path(__file__).with_name("variants")
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".py")
TWO = {  # files with more than one paper in them
    *("wos.txt", "psycinfo_ovid.txt", "ovid.medline.txt", "scopus.csv", "scholar.bib", "refer_odd.enw", "dblp.xml"),
    *("pubmed_book.xml", "or_v2.jsonl", "cochrane.txt", "papercopilot.json", "arxivmail.txt", "awesome2.md"),
    *("awesome3.md", "awesome4.md", "awesome5.md", "pubmed.txt", "dois.txt", "neurips.json"),
}
THREE = {"awesome1.md", "urls.txt"}
NAMELESS = {"urls.txt", "dois.txt", "tsv_de.tsv"}
NO_AUTHORS = {"awesome2.md", "notion.csv", "s2.json"}
NO_YEAR = {"core.json", "notion.csv", "papercopilot.json", "or_v2.jsonl", "neurips.json"}
FORMATS = {
    "cochrane.txt": "cochrane",
    "pubmed.txt": "pubmed-text",
    "zotero.rdf": "zotero-rdf",
    "dois.txt": "identifiers",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_paper_of_a_file_is_read(path: Path) -> None:
    found = list(source(path).records())
    assert all(isinstance(one, Record) for one in found)
    assert len(found) == (2 if path.name in TWO else 3 if path.name in THREE else 1)


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
