"""What is written reads back: every format that has both keeps every field that it can hold."""

from collections.abc import Sequence
from datetime import UTC
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.formats import kinds
from tests.formats.kinds import bare, of, some
from tests.formats.samples import SAMPLES
from tracker.formats.annotations import Mark, Remark
from tracker.formats.record import Ballot, Record, Wording
from tracker.formats.registry import readable, reading, recognised, source_of, writable, writing
from tracker.ulid import encoded

ALWAYS = (
    *("title", "authors", "year", "venue", "doi", "arxiv_id", "openreview_id", "url", "pdf_url", "code_url"),
    *("abstract", "keywords", "tags", "status"),
)
MORE = (*ALWAYS, "project_url", "pages", "proceedings", "collection", "key", "title_variants")
HELD: dict[str, Sequence[str]] = {
    "bibtex": [*MORE[:-1], "notes", "rating", "priority"],
    "ris": (*ALWAYS, "pages", "proceedings", "notes", "key", "title_variants"),
    "csl-json": MORE,
    "csv": MORE,
    "markdown": (*ALWAYS, "project_url", "notes"),
    "jsonl": [name for name in Record._fields if name not in ("line", "raw")],
}
EMPTY = {name: st.just(default) for name, default in Record._field_defaults.items()}


def records(**fields: st.SearchStrategy[object]) -> st.SearchStrategy[Record]:
    return st.builds(Record, **EMPTY | fields)


RECORDS = records(
    title=kinds.TITLES | kinds.ODD,
    abstract=st.none() | kinds.PARAGRAPHS | kinds.ODD,
    authors=some(kinds.NAMES),
    year=st.none() | st.integers(1000, 2999),
    venue=st.none() | kinds.TITLES | kinds.ODD,
    collection=st.none() | kinds.TITLES,
    doi=st.none() | kinds.DOIS,
    arxiv_id=st.none() | kinds.ARXIV,
    openreview_id=st.sampled_from([None, "X3ikghfWwD", "a_b-c12345"]),
    url=st.sampled_from([None, "https://example.org/a_b?c=d&e=%20f#g", "http://example.org/~a"]),
    pdf_url=st.sampled_from([None, "https://example.org/a.pdf"]),
    code_url=st.sampled_from([None, "https://github.com/a/b_c"]),
    project_url=st.sampled_from([None, "https://a.github.io/b"]),
    proceedings=st.none() | kinds.TITLES,
    pages=st.none() | kinds.PAGES,
    title_variants=some(kinds.TITLES, 2),
    tags=some(kinds.TAGS),
    keywords=some(kinds.TITLES),
    notes=some(kinds.PARAGRAPHS, 2),
    status=kinds.STATES,
    key=st.none() | kinds.SIMPLE,
    collections=some(kinds.TITLES, 2),
    priority=st.integers(0, 3),
    starred=st.booleans(),
    rating=st.none() | st.integers(1, 5),
    due=st.sampled_from([None, "2026-12-01"]),
    depth=st.sampled_from([None, "abstract", "skim", "full"]),
)


@pytest.mark.parametrize("name", HELD)
@settings(max_examples=40, deadline=None)
@given(given_records=st.lists(RECORDS, min_size=1, max_size=3))
def test_what_is_written_reads_back(name: str, given_records: list[Record]) -> None:
    if name in ("bibtex", "csl-json", "ris"):  # their entries have a key each, and no volume of nothing
        given_records = [
            record._replace(key=f"key{at}", proceedings=record.proceedings if record.venue else None)
            for at, record in enumerate(given_records)
        ]
    if name == "ris":  # where the title itself is no other title
        given_records = [
            record._replace(title_variants=tuple(one for one in record.title_variants if one != record.title))
            for record in given_records
        ]
    text = "".join(writing(name).write(given_records))
    assert list(bare(of(reading(name).read(text)), HELD[name])) == list(bare(given_records, HELD[name]))


ANYTHING = st.text(st.characters(codec="utf-8"), max_size=60)


MOMENTS = st.datetimes(timezones=st.just(UTC))
ULIDS = st.integers(0, 2**128 - 1).map(encoded)
REMARKS = st.builds(
    lambda id, author, body, created, edited, parent: Remark(id, author, body, created, edited, parent, resolved=True),
    *(ULIDS, ANYTHING, ANYTHING, MOMENTS, st.none() | MOMENTS, st.none() | ULIDS),
)
MARKS = st.builds(
    lambda id, exact, start, tags, created, remark: Mark(
        id, exact, "claim", prefix=exact, start=start, tags=tags, created=created, private=True, comments=(remark,)
    ),
    *(ULIDS, ANYTHING, st.none() | st.integers(0), some(ANYTHING), st.none() | MOMENTS, REMARKS),
)
WORDINGS = st.builds(lambda text, at: Wording(text, text, at), ANYTHING, MOMENTS)
BALLOTS = st.builds(
    lambda text, at, reasons: Ballot(text, text, text, at, True, reasons), ANYTHING, MOMENTS, some(ANYTHING)
)
DEEDS = {"wordings": WORDINGS, "annotations": MARKS, "comments": REMARKS, "votes": BALLOTS}


@settings(max_examples=100, deadline=None)
@given(
    records(title=ANYTHING, abstract=ANYTHING, authors=some(ANYTHING), notes=some(ANYTHING), key=ANYTHING),
    st.fixed_dictionaries({}, optional=DEEDS),
)
def test_our_own_format_loses_nothing_whatever_the_text(record: Record, deeds: dict[str, Any]) -> None:
    told: dict[str, Any] = {name: (deed,) for name, deed in deeds.items()}
    record = record._replace(**told)
    assume((record.title or "").strip() or (record.abstract or "").strip())
    text = "".join(writing("jsonl").write([record]))
    assert text.count("\n") == 1
    expected = record._replace(title=record.title or None, abstract=record.abstract or None, key=record.key or None)
    assert list(bare(of(reading("jsonl").read(text)))) == list(bare([expected]))


ODD = records(
    title=ANYTHING, abstract=ANYTHING, authors=some(ANYTHING), venue=ANYTHING, keywords=some(ANYTHING),
    tags=some(ANYTHING), notes=some(ANYTHING), status=ANYTHING,
)  # fmt: skip


@pytest.mark.parametrize("name", writable())
@settings(max_examples=25, deadline=None)
@given(odd=st.lists(ODD, max_size=3))
def test_any_text_can_be_written_and_never_makes_more_papers_than_there_were(name: str, odd: list[Record]) -> None:
    text = "".join(writing(name).write(odd))
    format = {"rayyan": "csv", "asreview": "csv", "rayyan-ris": "ris", "asreview-ris": "ris"}.get(name, name)
    if format in readable():
        found = list(reading(format).read(text))
        assert sum(isinstance(one, Record) for one in found) <= len(odd)


@pytest.mark.parametrize("name", HELD)
def test_what_is_written_is_known_for_what_it_is(name: str) -> None:
    text = "".join(
        writing(name).write([Record(title="Counting", authors=("Ann Lee",), year=2020, url="https://example.org/a")])
    )
    assert recognised(text, "-") == {"csl-json": "json"}.get(name, name)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_is_known_by_its_content_whatever_its_name(name: str) -> None:
    for path in ("x", "x.txt", "-", "x.bib"):
        for text in (SAMPLES[name], SAMPLES[name].replace("\n", "\r\n"), f"\ufeff{SAMPLES[name]}"):
            assert source_of(text.encode(), path).format == name


@pytest.mark.parametrize("name", SAMPLES)
def test_line_ends_and_encodings_make_no_difference(name: str) -> None:
    plain = [one._replace(raw="") for one in source_of(SAMPLES[name].encode(), "x", format=name).records()]
    for data in (SAMPLES[name].replace("\n", "\r\n").encode(), SAMPLES[name].encode("utf-16")):
        found = [one._replace(raw="") for one in source_of(data, "x", format=name).records()]
        assert found == plain
