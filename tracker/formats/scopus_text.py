"""Scopus' export as plain text: people, title and journal on lines of their own, the rest named in capitals."""

import re
from collections.abc import Iterator

from tracker.formats.fields import address, made, people, words
from tracker.formats.record import Failure, Record

SUFFIXES = (".txt",)

HEAD = re.compile(r"\A[\s\ufeff]*Scopus[ \t]*\n[ \t]*EXPORT DATE:")
ENTRY = re.compile(r"\S(?:(?!\n[ \t]*SOURCE: Scopus).)*\n[ \t]*SOURCE: Scopus[ \t]*(?=\n|\Z)|\S.*\S", re.S)
PLACE = re.compile(r"^\((\d{4})\)\s+(.+?)(?:,\s.*)?$", re.M)
PAGES = re.compile(r"\bpp?\.\s*(\w+)(?:\s*[-–]\s*(\w+))?")
NAMED = re.compile(r"^([A-Z][A-Z ]{2,40}): ?(.*)$", re.M)
NUMBER = re.compile(r"\s*\(\d+\)")


def looks_like(head: str) -> bool:
    return bool(HEAD.match(re.sub(r"\r\n?", "\n", head)))


def read(text: str) -> Iterator[Record | Failure]:
    text = re.sub(r"\r\n?", "\n", text)
    begun = text.find("\n", text.find("EXPORT DATE:")) if HEAD.match(text) else 0
    line, at = 1, 0
    for found in ENTRY.finditer(text, max(begun, 0)):
        line, at = line + text.count("\n", at, found.start()), found.start()
        yield _record(found[0], line)


def _record(raw: str, line: int) -> Record | Failure:
    place = PLACE.search(raw)
    if place is None:
        return Failure("", line, "An entry without a line of its year and journal", raw)
    told = dict(NAMED.findall(raw))
    above = [one.strip() for one in raw[: place.start()].strip().split("\n")]
    pages = PAGES.search(place[0])
    return made(
        line,
        raw,
        title=above[-1],
        authors=people(NUMBER.sub("", told.get("AUTHOR FULL NAMES", "")) or (above[0] if len(above) > 1 else "")),
        year=place[1],
        venue=place[2],
        pages="-".join(filter(None, pages.groups())) if pages else None,
        doi=told.get("DOI"),
        url=address(raw[place.end() :].partition("\n\n")[0]),
        abstract=told.get("ABSTRACT"),
        keywords=words(told.get("AUTHOR KEYWORDS", ""), ";"),
    )
