"""The seeds: 36 papers in two documents, each under its real title."""

import unicodedata

import pytest

from tracker.formats.facts import enriched, facts_beside
from tracker.formats.record import Record, fingerprint
from tracker.formats.registry import source
from tracker.seeds import seed_files

TAGS = {
    *("agents", "code", "efficiency", "evaluation", "generative", "interpretability", "multimodal"),
    *("reasoning", "reliability", "safety", "science", "test-time", "theory", "training"),
}


@pytest.fixture(scope="module")
def papers() -> dict[str, Record]:
    """The seed papers by their title."""
    known = facts_beside(seed_files()[0])
    found = [enriched(one, known) for path in seed_files() for one in source(path).records() if isinstance(one, Record)]
    assert len(found) == 38
    return {record.title or "": record for record in found}


def test_the_two_documents_hold_36_papers_two_of_them_twice(papers: dict[str, Record]) -> None:
    assert [path.name[:3] for path in seed_files()] == ["000", "001"]
    assert len(papers) == 36
    assert len({fingerprint(record.abstract or "") for record in papers.values()}) == 36
    assert len(facts_beside(seed_files()[0]).papers) == 36


def test_every_seed_has_title_authors_venue_pages_and_where_it_is_discussed(papers: dict[str, Record]) -> None:
    for title, record in papers.items():
        assert title
        assert len(record.authors) >= 2
        assert (record.year, record.venue, record.collection) == (2025, "ICML 2025", "ICML 2025")
        assert record.proceedings == "PMLR 267"
        assert record.pages
        assert record.url
        assert record.openreview_id
        assert record.headline


def test_every_seed_has_suggested_tags_of_the_vocabulary(papers: dict[str, Record]) -> None:
    assert {tag for record in papers.values() for tag in record.tags} == TAGS
    assert all(record.tags for record in papers.values())


def test_ten_seeds_are_known_by_an_earlier_title_too(papers: dict[str, Record]) -> None:
    assert sum(bool(record.title_variants) for record in papers.values()) == 10
    product = papers["Product of Experts with LLMs: Boosting Performance on ARC Is a Matter of Perspective"]
    assert product.title_variants == ("Boosting Performance on ARC is a Matter of Perspective",)


def test_only_what_was_confirmed_is_told(papers: dict[str, Record]) -> None:
    assert papers["Towards Lifelong Model Editing via Simulating Ideal Editor"].arxiv_id is None
    assert sum(record.arxiv_id is not None for record in papers.values()) == 35
    assert sum(record.code_url is not None for record in papers.values()) == 23


def test_an_alias_is_a_name_of_the_system_and_nothing_else(papers: dict[str, Record]) -> None:
    assert {alias for record in papers.values() for alias in record.aliases} == {
        "Gravity-Bench",
        "SRMs",
        "CPT scaling law",
    }
    assert sum(record.system_name is not None for record in papers.values()) == 21


def test_texts_of_the_facts_are_clean(papers: dict[str, Record]) -> None:
    for record in papers.values():
        texts = [part for value in record[:-2] for part in (value if isinstance(value, tuple) else (value,)) if part]
        for text in map(str, texts):
            assert text == text.strip() == unicodedata.normalize("NFC", text)
