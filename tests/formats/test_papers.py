"""JSON, JSONL and YAML of many services."""

import json

import pytest

from tests.formats.kinds import failures, of
from tracker.errors import Unreadable
from tracker.formats import csl_json, json_papers, jsonl, yaml_papers
from tracker.formats.record import Record


def one(item: object) -> Record:
    (record,) = of(json_papers.read(json.dumps(item)))
    return record


def test_openreview_notes_of_both_versions() -> None:
    new = {"id": "X3ikghfWwD", "content": {"title": {"value": "A"}, "venue": {"value": "ICML 2025 oral"}}}
    record = one({"notes": [new]})
    assert (record.title, record.venue, record.year, record.tags) == ("A", "ICML 2025", 2025, ("oral",))
    assert record.openreview_id == "X3ikghfWwD"
    assert one([{"id": "x", "forum": "WZlq625BWD", "content": {"title": "B"}}]).openreview_id == "WZlq625BWD"


def test_crossref() -> None:
    work = {
        "DOI": "10.1234/ABC",
        "title": ["Counting"],
        "container-title": ["J. Counting"],
        "author": [{"given": "Ann", "family": "Lee"}, {"name": "Counting Group"}],
        "issued": {"date-parts": [[2020, 7]]},
        "abstract": "<jats:title>Abstract</jats:title><jats:p>We count 10<jats:sup>5</jats:sup> &amp; more.</jats:p>",
        "page": "1-2",
    }
    for item in ({"status": "ok", "message": work}, {"message": {"items": [work]}}, [work]):
        record = one(item)
        assert (record.title, record.venue, record.year) == ("Counting", "J. Counting", 2020)
        assert (record.doi, record.authors) == ("10.1234/abc", ("Ann Lee", "Counting Group"))
        assert record.abstract == "We count 10<sup>5</sup> & more."


def test_openalex_has_its_words_put_in_order() -> None:
    work = {
        "id": "https://openalex.org/W1",
        "display_name": "Counting",
        "publication_year": 2020,
        "abstract_inverted_index": {"We": [0], "count": [1, 3], "and": [2]},
        "authorships": [{"author": {"display_name": "Ann Lee"}}],
        "primary_location": {"source": {"display_name": "J. Counting"}, "landing_page_url": "https://example.org/a"},
        "biblio": {"first_page": "1", "last_page": "2"},
        "doi": "https://doi.org/10.1234/abc",
    }
    record = one({"meta": {}, "results": [work]})
    assert (record.abstract, record.authors, record.venue) == ("We count and count", ("Ann Lee",), "J. Counting")
    assert (record.pages, record.url, record.doi) == ("1-2", "https://example.org/a", "10.1234/abc")


def test_semantic_scholar() -> None:
    record = one(
        {
            "paperId": "x",
            "title": "Counting",
            "abstract": None,
            "externalIds": {"ArXiv": "2501.05444", "DOI": None},
            "authors": [{"authorId": "1", "name": "Ann Lee"}],
            "journal": {"name": "J. Counting", "pages": "1"},
            "openAccessPdf": {"url": "https://example.org/a.pdf"},
            "year": 2025,
        }
    )
    assert (record.arxiv_id, record.pdf_url, record.venue) == ("2501.05444", "https://example.org/a.pdf", "J. Counting")


def test_lists_of_conferences() -> None:
    item = {
        "title": "Counting",
        "author": "Ann Lee;Bob Ray",
        "status": "Spotlight",
        "keywords": "a;b",
        "github": "https://github.com/a/b",
        "openreview": "https://openreview.net/forum?id=X3ikghfWwD",
    }
    (record,) = of(jsonl.read(json.dumps(item)))
    assert (record.authors, record.tags, record.status) == (("Ann Lee", "Bob Ray"), ("spotlight",), None)
    assert (record.keywords, record.code_url) == (("a", "b"), "https://github.com/a/b")
    assert record.openreview_id == "X3ikghfWwD"


def test_zotero_and_csl() -> None:
    zotero = {"key": "K", "data": {"itemType": "journalArticle", "title": "A", "creators": [
        {"creatorType": "author", "firstName": "Ann", "lastName": "Lee"}, {"creatorType": "translator", "name": "No"}],
        "tags": [{"tag": "x"}], "date": "July 2020", "publicationTitle": "J"}}  # fmt: skip
    record = one([zotero])
    assert (record.authors, record.tags, record.year, record.venue) == (("Ann Lee",), ("x",), 2020, "J")
    csl = {"title": "A", "author": [{"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"}]}
    assert one([csl]).authors == ("Jan van der Berg",)


def test_papers_under_their_keys() -> None:
    found = of(json_papers.read(json.dumps({"lee2020": {"title": "A"}, "ray2021": {"title": "B"}})))
    assert [(record.key, record.title) for record in found] == [("lee2020", "A"), ("ray2021", "B")]


def test_items_know_their_lines_and_a_damaged_one_is_alone() -> None:
    text = '[\n {"title": "A"},\n {"title": "B", bad},\n {"title": "C"}\n]'
    found = list(json_papers.read(text))
    assert [record.line for record in found] == [2, 3, 4]
    (failure,) = failures(found)
    assert failure.message.startswith("Not JSON: ")
    assert "bad" in failure.raw
    inside = '{"meta": 1,\n "results": [\n {"title": "A"},\n {"title": "B"}]}'
    assert [record.line for record in json_papers.read(inside)] == [3, 4]
    cut = '{"results": [\n {"title": "A"},\n {"title": "B'
    assert [isinstance(one, Record) for one in json_papers.read(cut)] == [True, False]


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"title":' * 100_000, "[1e999999, " + "9" * 5000 + "]", '{"title": "a"', "[1]"]
)
def test_json_that_is_no_list_of_papers_is_told_of(text: str) -> None:
    assert failures(json_papers.read(text))
    assert failures(jsonl.read(text))


def test_a_damaged_line_of_jsonl_is_alone() -> None:
    text = '{"title": "A"}\n{"title": "B\n\n\ufeff{"title": "C"}\n'
    found = list(jsonl.read(text))
    assert [(isinstance(one, Record), one.line) for one in found] == [(True, 1), (False, 2), (True, 4)]


def test_what_is_ours_must_be_as_we_write_it() -> None:
    (failure,) = failures(jsonl.read('{"tracker": 1, "title": ["A"]}'))
    assert "title" in failure.message
    assert failures(jsonl.read('{"tracker": 1}'))


def test_csl_json_is_one_list() -> None:
    assert json.loads("".join(csl_json.write([]))) == []
    text = "".join(
        csl_json.write([Record(title="A", authors=("Martin King Jr.", "OpenAI"), year=2020), Record(title="B")])
    )
    first, second = json.loads(text)
    assert first["author"] == [{"family": "King", "given": "Martin", "suffix": "Jr."}, {"literal": "OpenAI"}]
    assert (first["issued"], second["id"]) == ({"date-parts": [[2020]]}, "paper2")


PAPIS = """
title: Counting
author_list:
- {family: Lee, given: Ann}
year: 2020
tags: x y
---
title: Forgetting
author: Ray, Bob
"""
CFF = """cff-version: 1.2.0
title: A program
authors:
  - family-names: Lee
    given-names: Ann
preferred-citation:
  type: article
  title: Counting
  authors:
    - {family-names: Lee, given-names: Ann}
  year: 2020
  journal: J. Counting
"""


def test_yaml_of_papis_cff_and_hayagriva() -> None:
    first, second = of(yaml_papers.read(PAPIS))
    assert (first.title, first.authors, first.year, first.line) == ("Counting", ("Ann Lee",), 2020, 2)
    assert (second.authors, second.line) == (("Bob Ray",), 8)
    (cited,) = of(yaml_papers.read(CFF))
    assert (cited.title, cited.venue, cited.authors) == ("Counting", "J. Counting", ("Ann Lee",))


def test_a_damaged_entry_of_yaml_is_alone_and_none_with_the_same_key_is_lost() -> None:
    text = "a:\n  title: One\nb:\n  title: [Two\nc:\n  title: Three\n"
    found = list(yaml_papers.read(text))
    assert [one.title for one in found if isinstance(one, Record)] == ["One", "Three"]
    assert [failure.line for failure in failures(found)] == [5]
    assert [one.title for one in of(yaml_papers.read("a:\n  title: One\na:\n  title: Two\n"))] == ["One", "Two"]


def test_yaml_makes_no_objects_and_no_bombs() -> None:
    assert failures(yaml_papers.read("a: !!python/object/apply:os.system [echo]\n"))
    bomb = "a: &a [x,x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)},*{chr(97 + i)}]\n" for i in range(20)
    )
    assert failures(yaml_papers.read(bomb))
    with pytest.raises(Unreadable, match="more anchors"):
        list(yaml_papers.read("a: [" + "*x, " * 2000 + "]"))


@pytest.mark.parametrize("blanks", [2, 4])
def test_yaml_is_known_however_deep_it_is_set(blanks: int) -> None:
    text = "lee:\n    type: Article\n    title: Counting frogs\n    date: 2020-03\nray:\n    title: Two\n".replace(
        "    ", " " * blanks
    )
    assert yaml_papers.looks_like(text)
    assert [one.title for one in of(yaml_papers.read(text))] == ["Counting frogs", "Two"]
