"""OPML: a list of feeds, which holds no papers and says so."""

import re
from collections.abc import Iterator

from tracker.formats.record import Failure, Record

SUFFIXES = (".opml",)

FEED = re.compile(r"<outline\b[^<>]*\bxmlUrl\s*=\s*[\"']", re.I)


def looks_like(head: str) -> bool:
    return bool(re.search(r"<opml[\s>]", head, re.I))


def read(text: str) -> Iterator[Record | Failure]:
    """No record: what the list holds, and what to do with it."""
    feeds = len(FEED.findall(text))
    told = f"This is a list of {feeds} feeds and holds no papers; import what a feed gives" if feeds else ""
    yield Failure("", 1, told or "This is a list of feeds with none in it; it holds no papers", text[:2000])
