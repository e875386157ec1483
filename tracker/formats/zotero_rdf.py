"""Zotero's RDF: items, the notes and the journals that they point to."""

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from tracker.formats import xml_entries as xml
from tracker.formats.fields import address, made
from tracker.formats.marked import unmarked
from tracker.formats.record import Failure, Record

SUFFIXES = (".rdf",)

HEAD = re.compile(r"zotero\.org/namespaces/export#")
NAMES = (
    *("Article", "Book", "BookSection", "Thesis", "Document", "Report", "ConferenceProceedings", "Manuscript"),
    *("Patent", "Description", "Recording", "MotionPicture", "Journal", "Memo", "Attachment", "Collection"),
)
ITEM = re.compile(rf"^ {{4}}<(\w+:(?:{'|'.join(NAMES)}))(?=[\s>]).*?</\1>", re.M | re.S)
OTHERS = {"Journal", "Memo", "Attachment", "Collection", "Series"}
UNREAD = {"attachment", "note", "annotation"}


def looks_like(head: str) -> bool:
    return bool(HEAD.search(head)) and "<rdf:RDF" in head


def read(text: str) -> Iterator[Record | Failure]:
    """A record an item; what hangs on items is no paper itself."""
    entries = list(_items(text))
    places = {name: one.element for one in entries if one.element is not None and (name := one.element.get("about"))}
    for entry in entries:
        if entry.element is None:
            yield Failure("", entry.line, entry.problem, entry.raw)
        elif entry.element.tag not in OTHERS and xml.text(entry.element, "itemType") not in UNREAD:
            yield _record(entry, entry.element, places)


def _items(text: str) -> Iterator[xml.Entry]:
    """The elements just below the root, each whole: Zotero sets them in by four blanks."""
    line, at = 1, 0
    for block in ITEM.finditer(text):
        line, at = line + text.count("\n", at, block.start()), block.start()
        yield xml.parsed(block[0].strip(), line)


def _record(entry: xml.Entry, item: Element, places: Mapping[str, Element]) -> Record | Failure:
    host = item.find("isPartOf")
    journal = places.get(host.get("resource", ""), host) if host is not None else None
    names = [*xml.every(item, "identifier"), *(xml.every(journal, ".//identifier") if journal is not None else [])]
    return made(
        entry.line,
        entry.raw,
        title=xml.text(item, "title"),
        abstract=xml.text(item, "abstract"),
        authors=[_name(who) for who in item.iterfind("authors//Person")],
        year=xml.text(item, "date"),
        venue=xml.first(journal, ".//title") if journal is not None else xml.text(item, "publicationTitle"),
        doi=next((name.removeprefix("DOI ") for name in names if name.startswith("DOI ")), None),
        url=next(filter(None, map(address, names)), None),
        pages=xml.text(item, "pages"),
        tags=[tag for one in item.iterfind("subject") if (tag := xml.text(one))],
        notes=[note for one in item.iterfind("isReferencedBy") if (note := _note(places.get(one.get("resource", ""))))],
        key=item.get("about"),
    )


def _name(who: Element) -> str:
    return " ".join(filter(None, (xml.text(who, "givenName"), xml.text(who, "surname"))))


def _note(memo: Element | None) -> str:
    return unmarked(xml.text(memo, "value")) if memo is not None and memo.tag == "Memo" else ""
