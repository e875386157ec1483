"""What services answer in JSON, as records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.formats.papers import paper
from tracker.formats.record import Record
from tracker.services.trouble import Trouble

REPOSITORIES = ("arxiv", "corr", "biorxiv", "medrxiv", "ssrn", "zenodo", "openreview", "hal", "research square")


def works(answer: Any, *path: str, whose: str) -> Iterator[Record]:
    """The papers in an answer, under a path of names; none where there is no answer."""
    if answer is None:
        return
    for name in path:
        answer = answer.get(name) if isinstance(answer, Mapping) else None
    if not isinstance(answer, list):
        raise Trouble(f"{whose} answers in a form that is not the documented one")
    for item in answer:
        record = paper(item, 0, "") if isinstance(item, Mapping) else None
        if isinstance(record, Record):
            yield record._replace(venue=_place(record.venue), keywords=(), tags=(), notes=(), status=None, key=None)


def _place(venue: str | None) -> str | None:
    """Where a paper came out; a store of preprints is no such place."""
    return None if venue and venue.lower().startswith(REPOSITORIES) else venue
