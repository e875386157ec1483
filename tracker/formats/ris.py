"""RIS, as reference managers, databases and screening programs write it."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tracker.formats.fields import address, arxiv, family_first, kind_of, lines_of, made, natural, once
from tracker.formats.labels import gathered
from tracker.formats.marked import unmarked
from tracker.formats.record import Failure, Record
from tracker.formats.tagged import Dialect, Entry, entries

SUFFIXES = (".ris", ".ref", ".refman")

DIALECT = Dialect(
    re.compile(r"\ufeff?\s{0,3}(?P<tag>[A-Z][A-Z0-9])(?:\s{1,3}[-–—](?=\s|$)|\s{2}[-–—])(?P<value>.*)"),
    starts=frozenset({"TY"}),
    ends=frozenset({"ER"}),
    outside=frozenset({"EF"}),
)
HEAD = re.compile(r"^\ufeff?\s{0,3}(?:TY|ty)(?:\s{1,3}[-–—](?:\s|$)|\s{2}[-–—])", re.M)
SMALL = re.compile(r"\ufeff?\s{0,3}[a-z][a-z0-9](?=\s{1,3}-(?:\s|$))")
HTML = re.compile(r"<(?:p|div|ul|ol|h\d)\b[^<>]*>", re.I)  # how notes of Zotero begin
DOI = re.compile(r"(?:doi:\s*)?10\.\d", re.I)
BOOKS = {"BOOK", "EBOOK", "EDBOOK"}
CONFERENCES = {"CONF", "CPAPER"}  # their series is the proceedings
LINKS = ("UR", "LK", "L1", "L2", "L3", "L4")


def looks_like(head: str) -> bool:
    return bool(HEAD.search(head.replace("\r\n", "\n").replace("\r", "\n")))


def read(text: str) -> Iterator[Record | Failure]:
    """A record an entry, also where its first or last line is missing."""
    return read_lines(lines_of(text))


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    for entry in entries(_in_capitals(lines), DIALECT):
        yield _record(entry)


def _in_capitals(lines: Iterable[str]) -> Iterator[str]:
    """The lines with their tags in capitals, where an entry begins in small letters."""
    small = False
    for line in lines:
        tag = SMALL.match(line)
        small = small or bool(tag and tag[0].strip("\ufeff ") == "ty")
        yield tag[0].upper() + line[tag.end() :] if tag and small else line


def _record(entry: Entry) -> Record | Failure:
    status, tags, notes = gathered(tuple(unmarked(n) if HTML.match(n) else n for n in entry.all("N1", "RN", "NO")))
    links = _links(entry)
    return made(
        entry.line,
        entry.raw,
        title=_title(entry),
        abstract=entry.first("AB", "N2", "A B"),
        authors=_people(entry),
        year=entry.first("PY", "Y1", "DA", "YR"),
        venue=_venue(entry),
        doi=entry.first("DO", "DI") or next((one for one in entry.all("M3", "N1", "L3") if DOI.match(one)), None),
        arxiv_id=next((one for value in entry.all("AN", "C1", "M1", "PB", "UR", "L1") if (one := _arxiv(value))), None),
        pages=_pages(entry),
        proceedings=entry.first("T3") if entry.first("TY") in CONFERENCES else None,
        keywords=[word.strip("*") for word in entry.each("KW")],
        notes=notes,
        tags=tags,
        status=status,
        key=entry.first("ID"),
        title_variants=_variants(entry),
        openreview_id=next((one[11:] for one in entry.all("AN") if one.startswith("OpenReview:")), None),
        **links,
    )


def _title(entry: Entry) -> str | None:
    return entry.first("TI", "T1", "CT", "BT") or (entry.first("T2") if entry.first("TY") in BOOKS else None)


def _variants(entry: Entry) -> tuple[str, ...]:
    """Titles in other languages and short ones."""
    title = _title(entry)
    return tuple(one for one in once(entry.all("TT", "ST", "OP")) if one != title)


def _people(entry: Entry) -> tuple[str, ...]:
    found = entry.all("AU", "A1") or entry.all("A2", "ED")
    return once(natural(part) for value in found for part in value.split(";"))


def _venue(entry: Entry) -> str | None:
    """The journal or the book that holds the paper; a series where there is no other."""
    title = _title(entry)
    names = [entry.first(tag) for tag in ("T2", "JF", "JO", "BT", "JA", "J2", "J1", "C3")]
    found = next((name for name in names if name and not name.startswith("PUBMED ")), None)
    return (found if found != title or entry.first("TY") not in BOOKS else None) or _unless_paper(entry)


def _unless_paper(entry: Entry) -> str | None:
    return None if entry.first("TY") in CONFERENCES else entry.first("T3")


def _arxiv(value: str) -> str | None:
    """An arXiv id that says that it is one."""
    return arxiv(value) if "arxiv" in value.lower() else None


def _pages(entry: Entry) -> str | None:
    first, last = entry.first("SP"), entry.first("EP")
    if first and last and first != last and "-" not in first:
        return f"{first}-{last}"
    return first or last


def _links(entry: Entry) -> dict[str, Any]:
    """The addresses of an entry, the first of each kind."""
    found: dict[str, Any] = {}
    for tag in LINKS:
        for url in filter(None, map(address, entry.all(tag))):
            found.setdefault(kind_of(url), url)
    return found


def write(records: Iterable[Record]) -> Iterator[str]:
    """An entry a record. Notes stand in N1, and so do status and tags, where `read` finds them again."""
    for record in records:
        yield "".join(f"{tag}  - {_wrapped(value)}\n" for tag, value in _fields(record)) + "ER  - \n\n"


def _fields(record: Record) -> Iterator[tuple[str, str]]:
    yield "TY", "CONF" if record.proceedings else "JOUR"
    first, mark, last = (record.pages or "").partition("-")
    single = (
        ("ID", record.key),
        ("TI", record.title or record.headline),
        ("PY", str(record.year) if record.year else None),
        ("T2", record.venue),
        ("T3", record.proceedings),
        ("SP", first),
        ("EP", last if mark else None),
        ("DO", record.doi),
        ("AN", f"arXiv:{record.arxiv_id}" if record.arxiv_id else None),
        ("AN", f"OpenReview:{record.openreview_id}" if record.openreview_id else None),
        ("UR", record.url),
        ("L1", record.pdf_url),
        ("L4", record.code_url),
        ("AB", record.abstract),
    )
    yield from ((tag, value) for tag, value in single if value)
    yield from (("AU", inverted(name)) for name in record.authors)
    yield from (("KW", word) for word in record.keywords)
    yield from (("ST", title) for title in record.title_variants)
    yield from (("N1", note) for note in record.notes)
    if record.tags:
        mark = ";" if any("," in tag for tag in record.tags) else ","
        yield "N1", f"tracker-tags: {mark.join(record.tags)}{mark if mark == ';' else ''}"
    if record.status:
        yield "N1", f"tracker-status: {record.status}"


def inverted(name: str) -> str:
    """`Ann Lee` as `Lee, Ann`; what is no person's name keeps its order, and a comma at the end says so."""
    family, given, suffix = family_first(name)
    if not given:
        return f"{name}," if " " in name and "," not in name else name
    return ", ".join(part for part in (family, given, suffix) if part)


def _wrapped(value: str) -> str:
    """Paragraphs on lines of their own, set in so that none of them looks like a tag."""
    parts = [" ".join(part.split()) for part in re.split(r"\n\s*\n", value)]
    return "\n\n      ".join(part for part in parts if part)
