"""One paper, named as people name it: by a DOI, an arXiv id, an address, or its abstract."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tracker.formats import fields
from tracker.formats.record import Record

DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.I)
ARXIV = re.compile(
    r"(?:https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7}))(?:v\d+)?(?:\.pdf)?",
    re.I,
)
OPENREVIEW = re.compile(r"https?://openreview\.net/(?:forum|pdf)\?id=([\w-]+)(?:[&#]\S*)?", re.I)
URL = re.compile(r"https?://\S+", re.I)
FORMS = (("doi", DOI), ("arxiv_id", ARXIV), ("openreview_id", OPENREVIEW), ("url", URL))
IDS = ("doi", "arxiv_id", "openreview_id", "url")


def identified(text: str) -> dict[str, str]:
    """What a text is: a DOI, an arXiv id, a page of OpenReview, a URL (perhaps with an id in it), or an abstract."""
    text = text.strip()
    for name, pattern in FORMS:
        if match := pattern.fullmatch(text):
            inside = _inside(text) if name == "url" else {}
            return {name: match[match.re.groups]} | inside
    return {"text": text} if text else {}


def _inside(url: str) -> dict[str, str]:
    """The ids that an address tells."""
    found = (("doi", fields.doi(url)), ("arxiv_id", fields.arxiv(url) if "arxiv" in url.lower() else None))
    return {name: value for name, value in found if value}


def record_of(named: Mapping[str, str], authors: Sequence[str] = ()) -> Record:
    """What is known of the paper, as a record."""
    return Record(
        title=named.get("title"),
        abstract=named.get("text"),
        authors=tuple(authors),
        doi=named.get("doi"),
        arxiv_id=named.get("arxiv_id"),
        openreview_id=named.get("openreview_id"),
        url=named.get("url"),
    )
