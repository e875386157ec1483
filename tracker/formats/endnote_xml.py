"""EndNote's XML, as EndNote, Bookends, Zotero and Covidence write it."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from tracker.formats import xml_entries as xml
from tracker.formats.fields import kind_of, made, natural
from tracker.formats.labels import gathered
from tracker.formats.record import Failure, Record

SUFFIXES = (".xml", ".enl")

HEAD = re.compile(r"<records>\s*(?:<record>|</records>|$)|<(?:ref-type|rec-number|source-app)[\s>]")


def looks_like(head: str) -> bool:
    return bool(HEAD.search(head))


def read(text: str) -> Iterator[Record | Failure]:
    if not re.search(r"<record[\s>]", text):
        yield Failure("", 1, "There are no records in this EndNote file", text[:2000])
    for entry in xml.entries(text, ["record"]):
        if entry.element is None:
            yield Failure("", entry.line, entry.problem, entry.raw)
        else:
            yield _record(entry.element, entry)


def _record(record: Element, entry: xml.Entry) -> Record | Failure:
    status, tags, notes = gathered(tuple(xml.every(record, "./notes") + xml.every(record, "./research-notes")))
    return made(
        entry.line,
        entry.raw,
        title=xml.first(record, "./titles/title", "./title"),
        abstract=xml.first(record, "./abstract"),
        authors=[natural(name) for name in xml.every(record, "./contributors/authors/author")],
        year=xml.first(record, "./dates/year", "./dates/pub-dates/date"),
        venue=xml.first(record, "./titles/secondary-title", "./periodical/full-title", "./titles/alt-title"),
        doi=xml.first(record, "./electronic-resource-num"),
        pages=xml.first(record, "./pages"),
        keywords=xml.every(record, "./keywords/keyword"),
        notes=notes,
        tags=tags,
        status=status,
        key=xml.first(record, "./label", "./rec-number"),
        title_variants=xml.every(record, "./titles/short-title") + xml.every(record, "./titles/translated-title"),
        **_links(record),
    )


def _links(record: Element) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for url in xml.every(record, "./urls/pdf-urls/url"):
        found.setdefault("pdf_url", url)
    for path in ("related-urls", "web-urls", "text-urls"):
        for url in xml.every(record, f"./urls/{path}/url"):
            found.setdefault(kind_of(url), url)
    return found
