"""Ovid's plain text: entries begin with <number>, fields with their name, values are set in by two blanks."""

import re
from collections.abc import Iterator

from tracker.formats.fields import doi, lines_of, made, natural, people, words
from tracker.formats.record import Failure, Record
from tracker.formats.tagged import Dialect, Entry, entries

SUFFIXES = (".ovid",)

START = re.compile(r"<(\d{1,7})>\s*$")
HEAD = re.compile(r"^<\d{1,7}>[ \t]*\n(?:[A-Z]{2} .*\n){0,4}(?:[A-Z][\w ]+(?:\.  |\n  \S))|^VN  - Ovid", re.M)
CODE = re.compile(r"[A-Z]{2} (?=[A-Z][a-z])")
TAGGED = Dialect(re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])  - (?P<value>.*)"), starts=frozenset({"VN"}))
NAMED = re.compile(r"([A-Z][A-Za-z][\w /()&-]{0,40}?)(?:\.  (?P<same>\S.*)|\s*)$")


def looks_like(head: str) -> bool:
    return bool(HEAD.search(re.sub(r"\r\n?", "\n", head)))


def read(text: str) -> Iterator[Record | Failure]:
    if re.search(r"^\ufeff?VN  - ", text, re.M):
        yield from (_tagged(entry) for entry in entries(lines_of(text), TAGGED))
        return
    begun, entry = 0, list[str]()
    for number, line in enumerate(lines_of(text), 1):
        if START.match(line):
            if entry:
                yield _record(entry, begun)
            begun, entry = number, [line]
        elif entry:
            entry.append(line)
    if entry:
        yield _record(entry, begun)


def _record(entry: list[str], number: int) -> Record | Failure:
    fields = _fields(entry[1:])
    source = fields.get("source", "")
    title = re.sub(r"\.?\s*\[[^\[\]]*\]\.?$", "", fields.get("title", ""))
    names = fields.get("authors") or fields.get("author") or fields.get("author full names") or ""
    names = re.sub(r"\.\s+(?=[^\W\d_][\w'’ -]*, )", "; ", names)
    return made(
        number,
        "\n".join(entry).strip(),
        title=title,
        abstract=fields.get("abstract"),
        authors=people(re.sub(r"\s+\d+(?:,\d+)*\b|\*", "", names).rstrip(".")),
        year=fields.get("year of publication") or fields.get("publication year") or _year(source),
        venue=fields.get("journal") or source.partition(".")[0],
        doi=doi(fields.get("doi") or fields.get("digital object identifier")),
        pages=_pages(source),
        keywords=[
            word.rstrip(".") for word in words(fields.get("author keywords", "") or fields.get("keywords", ""), ";")
        ],
        key=fields.get("accession number", "").rstrip("."),
    )


def _tagged(entry: Entry) -> Record | Failure:
    """An entry of Ovid's reprint form, whose lines begin with a tag."""
    source = entry.first("SO") or ""
    return made(
        entry.line,
        entry.raw,
        title=re.sub(r"\.?\s*\[[^\[\]]*\]\.?$", "", entry.first("TI") or ""),
        abstract=entry.first("AB"),
        authors=[natural(name.rstrip(".")) for name in entry.all("FA") or entry.all("AU")],
        year=entry.first("YR") or _year(source),
        venue=source.partition(".")[0],
        doi=entry.first("DO"),
        pages=_pages(source),
        keywords=[word.strip(" *") for word in entry.all("KW", "MH")],
        key=entry.first("UI", "AN"),
    )


def _fields(lines: list[str]) -> dict[str, str]:
    """Fields by name in lower case; an empty line inside a value parts paragraphs."""
    fields: dict[str, str] = {}
    name = ""
    for line in lines:
        if found := NAMED.match(CODE.sub("", line)):
            name = found[1].lower()
            fields[name] = found["same"] or ""
        elif name:
            value = line.strip()
            fields[name] += f" {value}" if value else "\n\n"
    return {name: "\n\n".join(" ".join(part.split()) for part in value.split("\n\n")) for name, value in fields.items()}


def _year(source: str) -> str | None:
    found = re.findall(r"\b(?:19|20)\d\d\b", source)
    return found[-1] if found else None


def _pages(source: str) -> str | None:
    found = re.search(r":\s*([A-Za-z]?\d+(?:-[A-Za-z]?\d+)?)", source)
    return found[1] if found else None
