"""Atom and RSS: arXiv's answers and daily lists, journals' and conferences' feeds."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from tracker.formats.fields import arxiv, made, natural, people
from tracker.formats.marked import unmarked
from tracker.formats.record import Failure, Record

SUFFIXES = (".atom", ".rss", ".xml")

HEAD = re.compile(r"<(?:\w+:)?(?:rss|feed|RDF)[\s>]")
ITEM = re.compile(r"<(?:\w+:)?(?:item|entry)(?=[\s/>])[^>]*")
ANNOUNCED = re.compile(r"^arXiv:\S+\s+Announce Type:\s*\S+\s+(?:Abstract:\s*)?", re.I)
TITLED = re.compile(r"\s*\(arXiv:\S+(?:\s*\[[\w.-]+\])?(?:\s*UPDATED)?\)\s*$")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def looks_like(head: str) -> bool:
    return bool(HEAD.search(head)) and "<opml" not in head.lower()


def read(text: str) -> Iterator[Record | Failure]:
    """A record an entry; an empty feed, and what arXiv answers instead of papers, are failures that say so."""
    places = list(_places(text))
    try:
        found = _parsed(text)
    except ValueError:  # one entry has broken the parser
        yield from _one_by_one(places)
        return
    if not found:
        yield Failure("", 1, "There are no entries in this feed", text[:2000])
    for at, entry in enumerate(found):
        line, raw = places[at] if at < len(places) else (1, "")
        yield _record(entry, line, raw)
    for line, raw in places[len(found) :] if found else ():
        yield Failure("", line, "An entry that the damaged feed gives no sense to", raw)


def _parsed(text: str) -> list[Any]:
    """The entries as feedparser has them."""
    import feedparser

    data = BytesIO(CONTROL.sub("", text).encode())
    headers = {"content-type": "application/xml; charset=utf-8"}
    entries: list[Any] = feedparser.parse(data, response_headers=headers, resolve_relative_uris=False).entries
    return entries


def _one_by_one(places: list[tuple[int, str]]) -> Iterator[Record | Failure]:
    """Each entry in a feed of its own, so that the broken one is alone."""
    for line, raw in places:
        try:
            found = _parsed(f'<feed xmlns="http://www.w3.org/2005/Atom">{raw}</feed>')
        except ValueError as error:
            yield Failure("", line, f"An entry that cannot be read ({error})", raw)
            continue
        if not found:
            yield Failure("", line, "An entry that the damaged feed gives no sense to", raw)
        yield from (_record(entry, line, raw) for entry in found)


def _places(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of each entry."""
    line, at = 1, 0
    marks = [mark.start() for mark in ITEM.finditer(text)]
    for start, end in zip(marks, [*marks, len(text)][1:], strict=True):
        line, at = line + text.count("\n", at, start), start
        yield line, text[start:end].strip()


def _record(entry: Any, line: int, raw: str) -> Record | Failure:
    name, link = entry.get("id") or "", entry.get("link") or ""
    if "/api/errors" in name:
        return Failure("", line, f"arXiv answers with an error: {unmarked(entry.get('summary') or '')}", raw)
    return made(
        line,
        raw,
        title=unmarked(TITLED.sub("", entry.get("title") or "")),
        abstract=_abstract(entry),
        authors=_authors(entry),
        year=entry.get("published") or entry.get("prism_publicationdate") or entry.get("updated"),
        venue=entry.get("arxiv_journal_ref") or entry.get("prism_publicationname") or entry.get("dc_source"),
        doi=entry.get("arxiv_doi") or entry.get("prism_doi") or entry.get("dc_identifier"),
        arxiv_id=arxiv(link) or (arxiv(name) if "arxiv" in name.lower() else None),
        url=link or name,
        pdf_url=next((one.get("href") for one in entry.get("links", ()) if one.get("type") == "application/pdf"), None),
        keywords=[tag.get("term") for tag in entry.get("tags", ()) if tag.get("term")],
    )


def _abstract(entry: Any) -> str:
    """The longest text of an entry, without what arXiv writes in front of it."""
    texts = [entry.get("summary") or "", *(one.get("value") or "" for one in entry.get("content", ()))]
    text = ANNOUNCED.sub("", unmarked(max(texts, key=len)))
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text))


def _authors(entry: Any) -> list[str]:
    found = [one.get("name") or "" for one in entry.get("authors", ())]
    if len(found) == 1:
        return list(people(unmarked(found[0])))
    return [natural(unmarked(name)) for name in found if name]
