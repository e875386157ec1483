"""Crossref's REST API. Lists of works: one question a second, three for those who give an address to write to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tracker.services.works import works

if TYPE_CHECKING:
    from tracker.formats.record import Record
    from tracker.services.line import Line, Words

NAME, TITLE = "crossref", "Crossref"
URL = "https://api.crossref.org"
PAUSE, POLITE = 1.0, 0.34
IDS = ("doi",)
BATCH = 20
KEY = ""

FIELDS = "DOI,title,subtitle,author,abstract,container-title,event,issued,published,page,URL,type"


def by_ids(line: Line, papers: Sequence[Record]) -> Iterator[Record]:
    dois = [paper.doi for paper in papers if paper.doi and "," not in paper.doi]
    wanted = ",".join(f"doi:{doi}" for doi in dois)
    return _read(line, {"filter": wanted, "rows": str(len(dois))}) if dois else iter(())


def by_words(line: Line, words: Words) -> Iterator[Record]:
    """By title and author; Crossref does not look into abstracts."""
    if words.title:
        yield from _read(line, {"query.bibliographic": f"{words.title} {words.author}".strip(), "rows": "5"})


def _read(line: Line, parameters: dict[str, str]) -> Iterator[Record]:
    return works(line.json("/works", parameters | {"select": FIELDS}), "message", "items", whose=TITLE)
