"""Papers in the XML of libraries and publishers: DBLP, MODS, JATS, and the answers of catalogues."""

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from tracker.formats import xml_entries as xml
from tracker.formats.fields import address, made
from tracker.formats.record import Failure, Record
from tracker.formats.xml_catalogues import Tell, catalogue, records

SUFFIXES = (".xml", ".mods", ".nxml", ".dblp", ".tei", ".rdf")

DBLP = ("article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis", "data")
HEAD = re.compile(r"<(?:\w+:)?(dblp|dblpperson|modsCollection|mods|article)(?=[\s>])(?![^<>]*>\s*[^\s<])")
JATS = re.compile(r"<(?:front|article-meta|journal-meta)[\s>]")
PROLOGUE = re.compile(r"[\s\ufeff]*<(?!!doctype html|html)", re.I)
NUMBER = re.compile(r" \d{4}$")  # by which DBLP tells people of one name apart


def looks_like(head: str) -> bool:
    root = HEAD.search(head)
    known = root is not None and (root[1] != "article" or bool(JATS.search(head)))
    return known or bool(PROLOGUE.match(head) and catalogue(head))


def read(text: str) -> Iterator[Record | Failure]:
    entries, record = _entries(text)
    found = False
    for entry in entries:
        found = True
        if entry.element is None:
            yield Failure("", entry.line, entry.problem, entry.raw)
        else:
            yield made(entry.line, entry.raw, **record(entry.element))
    if not found:
        yield Failure("", 1, "There are no papers in this file", text[:2000])


def _entries(text: str) -> tuple[Iterator[xml.Entry], Tell]:
    """The entries of a file, and what tells of each."""
    root = HEAD.search(text)
    if root is None and (kind := catalogue(text)):
        return records(text, kind), kind.tell
    names, tell = KINDS[root[1]] if root else KINDS["dblp"]
    return xml.entries(text, names), tell


def _dblp(one: Element) -> Mapping[str, object]:
    pages = xml.every(one, "ee")
    return {
        "title": (xml.text(one, "title")).removesuffix("."),
        "authors": [NUMBER.sub("", name) for name in xml.every(one, "author") or xml.every(one, "editor")],
        "year": xml.text(one, "year"),
        "venue": xml.first(one, "journal", "booktitle", "school", "publisher"),
        "pages": xml.text(one, "pages"),
        "doi": next((page for page in pages if "doi.org" in page), None),
        "url": next(filter(None, map(address, pages)), None),
        "key": one.get("key"),
    }


def _mods(one: Element) -> Mapping[str, object]:
    people = [name for name in one.iterfind("name") if "editor" not in xml.every(name, "role/roleTerm")]
    host = one.find("relatedItem[@type='host']")
    return {
        "title": ": ".join(filter(None, (xml.text(one, "titleInfo/title"), xml.text(one, "titleInfo/subTitle")))),
        "authors": [_mods_name(name) for name in people],
        "year": xml.first(one, "originInfo/dateIssued", "originInfo/copyrightDate", ".//part/date", ".//dateIssued"),
        "venue": xml.first(host, "titleInfo/title") if host is not None else None,
        "abstract": xml.text(one, "abstract"),
        "doi": xml.first(one, "identifier[@type='doi']"),
        "url": xml.first(one, "location/url"),
        "keywords": xml.every(one, "subject/topic"),
        "key": xml.first(one, "identifier[@type='citekey']") or one.get("ID"),
    }


def _mods_name(name: Element) -> str:
    parts = {part.get("type"): xml.text(part) for part in name.iterfind("namePart")}
    return " ".join(filter(None, (parts.get("given"), parts.get("family")))) or xml.text(name, "namePart")


def _jats(one: Element) -> Mapping[str, object]:
    front = next(iter([*one.iterfind("front/article-meta"), *one.iterfind(".//article-meta")]), one)
    people = [who for who in front.iterfind(".//contrib") if who.get("contrib-type") in (None, "author")]
    paragraphs = [xml.text(part) for part in front.iterfind("abstract//p")]
    first, last = xml.text(front, "fpage"), xml.text(front, "lpage")
    return {
        "title": xml.text(front, "title-group/article-title"),
        "authors": [_jats_name(who) for who in people],
        "year": xml.first(front, "pub-date/year"),
        "venue": xml.first(one, ".//journal-title", ".//journal-id"),
        "abstract": "\n\n".join(filter(None, paragraphs)) or xml.text(front, "abstract"),
        "doi": xml.first(front, "article-id[@pub-id-type='doi']"),
        "pages": f"{first}-{last}" if first and last and first != last else first,
        "keywords": xml.every(front, "kwd-group/kwd"),
    }


def _jats_name(who: Element) -> str:
    parts = (xml.first(who, "name/given-names", ".//given-names"), xml.first(who, "name/surname", ".//surname"))
    return " ".join(filter(None, parts)) or (xml.first(who, "collab", "string-name") or "")


KINDS: Mapping[str, tuple[tuple[str, ...], Tell]] = {
    "dblp": (DBLP, _dblp),
    "dblpperson": (DBLP, _dblp),
    "mods": (("mods",), _mods),
    "modsCollection": (("mods",), _mods),
    "article": (("article",), _jats),
}
