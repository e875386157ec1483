"""OpenReview's API, version 2: submissions with what venues made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tracker.services.works import works

if TYPE_CHECKING:
    from tracker.formats.record import Record
    from tracker.services.line import Line, Words

NAME, TITLE = "openreview", "OpenReview"
URL = "https://api2.openreview.net"
PAUSE = POLITE = 1.0
IDS = ("openreview_id",)
BATCH = 1
KEY = ""

PAGE = "https://openreview.net/forum?id={}"
PDF = "https://openreview.net/pdf?id={}"


def by_ids(line: Line, papers: Sequence[Record]) -> Iterator[Record]:
    for paper in papers:
        yield from _read(line, "/notes", {"id": paper.openreview_id or ""})


def by_words(line: Line, words: Words) -> Iterator[Record]:
    where, term = ("title", words.title) if words.title else ("abstract", words.opening)
    if term:
        asked = {"term": term, "type": "terms", "content": where, "group": "all", "source": "forum", "limit": "5"}
        yield from _read(line, "/notes/search", asked)


def _read(line: Line, path: str, parameters: dict[str, str]) -> Iterator[Record]:
    for record in works(line.json(path, parameters), "notes", whose=TITLE):
        if record.openreview_id and record.title:
            venue = record.venue if record.venue and not record.venue.lower().startswith(UNDECIDED) else None
            page, pdf = PAGE.format(record.openreview_id), PDF.format(record.openreview_id)
            yield record._replace(venue=venue, year=record.year if venue else None, url=page, pdf_url=pdf)


UNDECIDED = ("submitted to", "withdrawn", "desk reject", "under review", "conditional")
