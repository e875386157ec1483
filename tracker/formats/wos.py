"""Tagged formats of Web of Science (.ciw, plain text) and RefWorks: two letters, a blank, the value; further lines are
set in."""

import re
from collections.abc import Iterable, Iterator

from tracker.formats.fields import lines_of, made, natural, once, words
from tracker.formats.record import Failure, Record
from tracker.formats.tagged import Dialect, Entry, entries

SUFFIXES = (".ciw", ".isi", ".wos")

DIALECT = Dialect(
    re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])(?= |$)(?P<value>.*)"),
    starts=frozenset({"PT", "RT"}),
    ends=frozenset({"ER"}),
    outside=frozenset({"FN", "VR", "EF"}),
)
HEAD = re.compile(
    r"\A[\s\ufeff]*FN \S.*\n\s*(?:VR |PT )|^PT [A-Z]\s*\n(?:[A-Z][A-Z0-9] |   )"
    r"|^RT [A-Z].*\n(?:[A-Z][A-Z0-9] \S.*\n){1,40}?(?:T1|A1) \S",
    re.M,
)


def looks_like(head: str) -> bool:
    return bool(HEAD.search(re.sub(r"\r\n?", "\n", head)))


def read(text: str) -> Iterator[Record | Failure]:
    return read_lines(lines_of(text))


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    for entry in entries(lines, DIALECT):
        yield _record(entry)


def _record(entry: Entry) -> Record | Failure:
    people = [name for line in entry.each("AF", "AU", "A1", "BA", "GP", "CA") for name in line.split(";")]
    first, last = entry.first("BP", "SP"), entry.first("EP", "OP")
    return made(
        entry.line,
        entry.raw,
        title=entry.first("TI", "T1"),
        abstract=entry.first("AB"),
        authors=once(map(natural, people)),
        year=entry.first("PY", "YR", "EY", "EA", "PD", "FD"),
        venue=entry.first("SO", "JF", "JO", "T2", "JI", "J9", "CT"),
        doi=entry.first("DI", "DO", "D2"),
        pages=f"{first}-{last}" if first and last and first != last else first or entry.first("AR"),
        keywords=[word for text in entry.all("DE", "K1") for word in words(text, ";")],
        key=entry.first("UT", "ID") if entry.first("RT") else entry.first("UT"),
        url=entry.first("UL", "LK"),
    )
