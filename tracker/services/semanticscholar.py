"""Semantic Scholar's Academic Graph: one question a second with a key; those without share what there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tracker.services.works import works

if TYPE_CHECKING:
    from tracker.formats.record import Record
    from tracker.services.line import Line, Words

NAME, TITLE = "semanticscholar", "Semantic Scholar"
URL = "https://api.semanticscholar.org"
PAUSE = POLITE = 1.0
IDS = ("doi", "arxiv_id", "url")
BATCH = 100
KEY = "x-api-key"

FIELDS = "title,abstract,authors,year,venue,publicationVenue,externalIds,openAccessPdf"
PAGES = ("semanticscholar.org", "arxiv.org", "aclweb.org", "aclanthology.org", "acm.org", "biorxiv.org")


def by_ids(line: Line, papers: Sequence[Record]) -> Iterator[Record]:
    ids = [name for paper in papers if (name := _name(paper))]
    if ids:
        found = line.json("/graph/v1/paper/batch", {"fields": FIELDS}, {"ids": ids})
        yield from works([one for one in found or () if one] if isinstance(found, list) else found, whose=TITLE)


def by_words(line: Line, words: Words) -> Iterator[Record]:
    if words.title:
        found = line.json("/graph/v1/paper/search/match", {"query": words.title, "fields": FIELDS})
        yield from works(found, "data", whose=TITLE)
    elif words.opening:
        found = line.json("/graph/v1/paper/search", {"query": words.opening, "fields": FIELDS, "limit": "5"})
        yield from works(found, "data", whose=TITLE)


def _name(paper: Record) -> str | None:
    """The id that Semantic Scholar knows the paper by; pages of a few places are ids too."""
    if paper.doi:
        return f"DOI:{paper.doi}"
    if paper.arxiv_id:
        return f"ARXIV:{paper.arxiv_id}"
    host = (paper.url or "").partition("://")[2].partition("/")[0]
    return f"URL:{paper.url}" if host.endswith(PAGES) else None
