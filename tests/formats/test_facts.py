"""What is known beforehand fills in what a record lacks, and a mistake in it is named."""

from pathlib import Path

import pytest

from tracker.errors import Unreadable
from tracker.formats.facts import NONE, enriched, facts, facts_beside
from tracker.formats.record import Record, fingerprint

TEXT = "We study  how models\ncount."
SHA = fingerprint(TEXT)


def written(folder: Path, text: str) -> Path:
    path = folder / "papers.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_paper_is_found_by_its_text_whatever_its_white_space(tmp_path: Path) -> None:
    known = facts(written(tmp_path, f'[papers.{SHA}]\ntitle = "Counting"\nyear = 2025\n'))
    for text in (TEXT, "We study how models count.", "  We study\thow\r\nmodels count.\n"):
        assert enriched(Record(abstract=text), known) == Record(title="Counting", abstract=text, year=2025)


def test_what_a_record_says_itself_stays(tmp_path: Path) -> None:
    known = facts(
        written(tmp_path, f'[papers.{SHA}]\ntitle = "A"\nauthors = ["Ann"]\ntags = ["one", "two"]\nvenue = "V"\n')
    )
    record = Record(title="Mine", abstract=TEXT, authors=("Bob",), tags=("two", "three"))
    assert enriched(record, known) == record._replace(tags=("two", "three", "one"), venue="V")


def test_papers_that_are_not_known_stay_as_they_are(tmp_path: Path) -> None:
    known = facts(written(tmp_path, f'[papers.{SHA}]\ntitle = "A"\n'))
    for record in (Record(abstract="Another."), Record(title="Without abstract"), Record(abstract="")):
        assert enriched(record, known) == record
        assert enriched(record, NONE) == record


def test_a_heading_is_given_its_name(tmp_path: Path) -> None:
    known = facts(written(tmp_path, '[collections]\n"Our list" = "Reading group"\n'))
    assert enriched(Record(heading="Our list", collection="Our list"), known).collection == "Reading group"
    assert enriched(Record(heading="Other", collection="Other"), known).collection == "Other"


def test_pages_tell_the_ids(tmp_path: Path) -> None:
    links = (
        'openreview_url = "https://openreview.net/forum?id=X3ikg-fWwD"\n'
        'arxiv_url = "https://arxiv.org/abs/2412.17451v2"\n'
        'pmlr_url = "https://proceedings.mlr.press/v267/liu25aj.html"\n'
    )
    found = facts(written(tmp_path, f"[papers.{SHA}]\n{links}")).papers[SHA]
    assert found == Record(
        openreview_id="X3ikg-fWwD", arxiv_id="2412.17451", url="https://proceedings.mlr.press/v267/liu25aj.html"
    )


def test_facts_lie_beside_the_file_or_there_are_none(tmp_path: Path) -> None:
    assert facts_beside(tmp_path / "list.txt") == NONE
    written(tmp_path, f'[papers.{SHA}]\ntitle = "A"\n')
    assert facts_beside(tmp_path / "list.txt").papers[SHA].title == "A"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[papers\n", "not valid TOML.*line 1"),
        ("paper = 1\n", r"unknown key paper \(did you mean papers\?\)"),
        ("papers = 1\n", "papers must be a table, not a whole number"),
        ("[papers.xyz]\n", "papers.xyz is not named by the sha256"),
        (f"[papers.{SHA}]\ntitel = 'x'\n", rf"unknown key papers.{SHA}.titel \(did you mean title\?\)"),
        (f"[papers.{SHA}]\ntitle = 3\n", f"papers.{SHA}.title must be text, not a whole number"),
        (f"[papers.{SHA}]\nyear = '2025'\n", f"papers.{SHA}.year must be a whole number, not text"),
        (f"[papers.{SHA}]\nyear = true\n", "year must be a whole number, not true or false"),
        (f"[papers.{SHA}]\nauthors = 'Ann'\n", "authors must be a list of texts, not text"),
        (f"[papers.{SHA}]\ntags = [1]\n", "tags must be a list of texts"),
        (f"[papers.{SHA}]\nurl = 2025-01-01\n", "url must be text, not a date or time"),
        (f"[papers.{SHA}]\narxiv_url = 'https://example.org'\n", "arxiv_url is no address of such a page"),
        ("[collections]\nA = 1\n", "collections.A must be text"),
    ],
)
def test_a_mistake_is_named_with_its_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message) as raised:
        facts(written(tmp_path, text))
    assert str(tmp_path / "papers.toml") in str(raised.value)


def test_a_file_that_is_no_utf8_or_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "papers.toml"
    with pytest.raises(Unreadable, match="cannot be read"):
        facts(path)
    path.write_bytes(b"\xff\xfe\0")
    with pytest.raises(Unreadable, match="not UTF-8"):
        facts(path)
