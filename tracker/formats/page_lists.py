"""Pages that list papers: a browser's bookmarks, and what pages hold for reference managers beside each citation
(COinS)."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qs

from tracker.formats.fields import address, kind_of, made, natural
from tracker.formats.marked import unmarked
from tracker.formats.record import Failure, Record

BOOKMARKS = re.compile(r"\A[\s\ufeff]*<!doctype\s+netscape-bookmark", re.I)
BOOKMARK = re.compile(r"<a\s[^<>]*?href\s*=\s*\"([^\"]*)\"[^<>]*>((?:(?!<a\s).){0,2000}?)</a>", re.I | re.S)
CITED = re.compile(
    r"<span\b(?=[^<>]*\bclass=[\"'][^\"']*\bZ3988\b)[^<>]*\btitle=(?:\"([^\"]*)\"|'([^']*)')[^<>]*>", re.I
)


def papers(text: str) -> Iterator[Record | Failure]:
    """A record a bookmark or a citation; none where a page has neither."""
    pattern, tell = (BOOKMARK, _bookmark) if BOOKMARKS.match(text) else (CITED, _cited)
    line = at = 0
    for found in pattern.finditer(text):
        line, at = line + text.count("\n", at, found.start()), found.start()
        yield tell(found, line + 1)


def _bookmark(found: re.Match[str], line: int) -> Record | Failure:
    url = address(unescape(found[1]))
    return made(line, found[0], title=unmarked(found[2]), **({kind_of(url): url} if url else {}))


def _cited(found: re.Match[str], line: int) -> Record | Failure:
    told = parse_qs(unescape(found[1] or found[2] or ""))
    first = {name.removeprefix("rft."): values[0] for name, values in told.items()}
    family, given = first.get("aulast", ""), first.get("aufirst") or first.get("auinit") or ""
    ids = told.get("rft_id", [])
    pages = "-".join(filter(None, (first.get("spage"), first.get("epage"))))
    return made(
        line,
        found[0],
        title=first.get("atitle") or first.get("btitle") or first.get("title"),
        authors=[natural(name) for name in told.get("rft.au", ())] or [f"{given} {family}".strip()],
        year=first.get("date"),
        venue=first.get("jtitle") or (first.get("title") or first.get("btitle") if "atitle" in first else None),
        doi=next((one for one in ids if "doi" in one), None),
        url=next(filter(None, map(address, ids)), None),
        pages=first.get("pages") or pages,
        abstract=first.get("description"),
    )
