"""Lists of references in XML: RefWorks, Word's sources, TEI, Dublin Core in RDF, and the ACL Anthology's volumes."""

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from tracker.formats import xml_entries as xml
from tracker.formats.fields import natural

PART = re.compile(r"<meta>(?P<meta>(?:(?!<meta>).){0,20000}?)</meta>|<paper(?=[\s>])[^<>]*>", re.S)
TOLD = re.compile(r"<(booktitle|year)>.*?</\1>", re.S)


def refworks(one: Element) -> Mapping[str, object]:
    first, last = xml.text(one, "sp"), xml.text(one, "op")
    return {
        "title": xml.text(one, "t1"),
        "authors": [natural(name.replace(",", ", ")) for name in xml.every(one, "a1")],
        "year": xml.first(one, "yr", "fd"),
        "venue": xml.first(one, "jf", "jo", "t2"),
        "abstract": xml.text(one, "ab"),
        "doi": xml.first(one, "do"),
        "url": xml.first(one, "ul", "lk"),
        "pages": f"{first}-{last}" if first and last else first,
        "keywords": xml.every(one, "k1"),
        "notes": xml.every(one, "no"),
        "key": xml.first(one, "id"),
    }


def word(one: Element) -> Mapping[str, object]:
    """A source of a Word document."""
    people = [_named(who, "First", "Middle", "Last") for who in one.iterfind("Author/Author/NameList/Person")]
    return {
        "title": xml.text(one, "Title"),
        "authors": people or xml.every(one, "Author/Author/Corporate"),
        "year": xml.first(one, "Year"),
        "venue": xml.first(one, "JournalName", "ConferenceName", "BookTitle", "PublicationTitle"),
        "doi": xml.first(one, "DOI", "StandardNumber"),
        "url": xml.first(one, "URL"),
        "pages": xml.first(one, "Pages"),
        "notes": xml.every(one, "Comments"),
        "key": xml.first(one, "Tag"),
    }


def tei(one: Element) -> Mapping[str, object]:
    part = one.find("analytic")
    host = one.find("monogr")
    holder = host if part is None else part
    names = [] if holder is None else list(holder.iterfind("author"))
    imprint = one.find("monogr/imprint/date")
    return {
        "title": xml.first(one, "analytic/title", "monogr/title"),
        "authors": [_named(who, "forename", "surname") or _named(who, ".//forename", ".//surname") for who in names],
        "year": (imprint.get("when") if imprint is not None else None) or xml.text(imprint),
        "venue": xml.first(one, "monogr/title") if part is not None else None,
        "abstract": xml.first(one, ".//abstract", "note[@type='abstract']"),
        "doi": xml.first(one, ".//idno[@type='DOI']", ".//idno[@type='doi']"),
        "url": xml.first(one, ".//ref", ".//idno[@type='URL']"),
        "pages": xml.first(one, "monogr/imprint/biblScope[@unit='page']", "monogr/imprint/biblScope[@type='pp']"),
        "key": one.get("id"),
    }


def anthology(one: Element) -> Mapping[str, object]:
    """A paper of the ACL Anthology; its address may be no more than its name there."""
    url = xml.text(one, "url")
    return {
        **{name: xml.text(one, name) for name in ("title", "abstract", "doi", "pages", "year")},
        "authors": [_named(who, "first", "last") for who in one.iterfind("author")],
        "venue": xml.text(one, "booktitle"),
        "url": url if "://" in url or not url else f"https://aclanthology.org/{url}/",
        "key": xml.first(one, "bibkey"),
    }


def with_volumes(text: str) -> str:
    """The Anthology's text with the title and the year of a volume in each of its papers, on the same lines."""
    told = ""

    def placed(found: re.Match[str]) -> str:
        nonlocal told
        if found["meta"] is None:
            return found[0] + told
        told = " ".join("".join(part[0] for part in TOLD.finditer(found["meta"])).split())
        return found[0]

    return PART.sub(placed, text)


def _named(who: Element, *parts: str) -> str:
    return " ".join(filter(None, (xml.text(who, part) for part in parts)))
