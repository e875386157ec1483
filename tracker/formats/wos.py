"""Web of Science's tagged format (.ciw, plain text): two letters, a blank, the value; further lines are set in."""

import re
from collections.abc import Iterable, Iterator

from tracker.formats.fields import lines_of, made, natural, once, words
from tracker.formats.record import Failure, Record
from tracker.formats.tagged import Dialect, Entry, entries

SUFFIXES = (".ciw", ".isi", ".wos")

DIALECT = Dialect(
    re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])(?= |$)(?P<value>.*)"),
    starts=frozenset({"PT"}),
    ends=frozenset({"ER"}),
    outside=frozenset({"FN", "VR", "EF"}),
)
HEAD = re.compile(r"\A[\s\ufeff]*FN \S.*\n\s*(?:VR |PT )|^PT [A-Z]\s*\n(?:[A-Z][A-Z0-9] |   )", re.M)


def looks_like(head: str) -> bool:
    return bool(HEAD.search(re.sub(r"\r\n?", "\n", head)))


def read(text: str) -> Iterator[Record | Failure]:
    return read_lines(lines_of(text))


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    for entry in entries(lines, DIALECT):
        yield _record(entry)


def _record(entry: Entry) -> Record | Failure:
    people = entry.each("AF", "AU", "BA", "GP", "CA")
    first, last = entry.first("BP"), entry.first("EP")
    return made(
        entry.line,
        entry.raw,
        title=entry.first("TI"),
        abstract=entry.first("AB"),
        authors=once(map(natural, people)),
        year=entry.first("PY", "EY", "EA", "PD"),
        venue=entry.first("SO", "JI", "J9", "CT"),
        doi=entry.first("DI", "D2"),
        pages=f"{first}-{last}" if first and last and first != last else first or entry.first("AR"),
        keywords=[word for text in entry.all("DE") for word in words(text, ";")],
        key=entry.first("UT"),
    )
