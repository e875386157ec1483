"""The Cochrane Library's text export: a tag and a colon begin each line."""

import re
from collections.abc import Iterable, Iterator

from tracker.formats.fields import lines_of, made, natural
from tracker.formats.record import Failure, Record
from tracker.formats.tagged import Dialect, Entry, entries

SUFFIXES = (".txt",)

HEAD = re.compile(r"^Record #\d+ of \d+\s*\r?\n(?:\s*\r?\n)?ID: ", re.M)
DIALECT = Dialect(
    re.compile(r"\ufeff?(?P<tag>[A-Z]{2}|DOI): (?P<value>.*)"),
    starts=frozenset({"ID"}),
)
COUNTED = re.compile(r"Record #\d+ of \d+\s*$")


def looks_like(head: str) -> bool:
    return bool(HEAD.search(head))


def read(text: str) -> Iterator[Record | Failure]:
    return read_lines(lines_of(text))


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    counted = ("" if COUNTED.match(line) else line for line in lines)
    for entry in entries(counted, DIALECT):
        yield _record(entry)


def _record(entry: Entry) -> Record | Failure:
    return made(
        entry.line,
        entry.raw,
        title=entry.first("TI"),
        abstract=entry.first("AB"),
        authors=[natural(name) for name in entry.all("AU")],
        year=entry.first("YR"),
        venue=entry.first("SO"),
        doi=entry.first("DOI"),
        url=entry.first("US"),
        pages=entry.first("PG"),
        keywords=[word.strip(" *") for text in entry.all("KY") for word in text.split(";")],
        key=entry.first("ID"),
    )
