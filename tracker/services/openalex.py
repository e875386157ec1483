"""OpenAlex's API. Works by DOI and by the words of titles and abstracts; a free key raises what it answers in a day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tracker.services.works import works

if TYPE_CHECKING:
    from tracker.formats.record import Record
    from tracker.services.line import Line, Words

NAME, TITLE = "openalex", "OpenAlex"
URL = "https://api.openalex.org"
PAUSE, POLITE = 1.0, 0.1  # who gives no address shares what there is
IDS = ("doi", "arxiv_id")
BATCH = 50
KEY = "api_key"

FIELDS = (
    "id,doi,ids,display_name,authorships,publication_year,primary_location,best_oa_location,locations,biblio,type,"
    "abstract_inverted_index"
)


def by_ids(line: Line, papers: Sequence[Record]) -> Iterator[Record]:
    """By DOI; a preprint has one made of its arXiv id."""
    dois = [paper.doi or f"10.48550/arxiv.{paper.arxiv_id}" for paper in papers]
    wanted = "|".join(doi for doi in dois if not set(doi) & set("|,"))
    return _read(line, {"filter": f"doi:{wanted}", "per-page": str(len(dois))}) if wanted else iter(())


def by_words(line: Line, words: Words) -> Iterator[Record]:
    if words.title:
        yield from _read(line, {"filter": f"title.search:{words.title}", "per-page": "5"})
    elif words.opening:
        yield from _read(line, {"filter": f'abstract.search:"{words.opening}"', "per-page": "5"})


def _read(line: Line, parameters: dict[str, str]) -> Iterator[Record]:
    return works(line.json("/works", parameters | {"select": FIELDS}), "results", whose=TITLE)
