"""Entries whose lines begin with a tag, as RIS, MEDLINE, Web of Science and EndNote write them: one reader for all."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Dialect(NamedTuple):
    """How lines of one family look. A tag's pattern has the groups `tag` and `value`."""

    line: re.Pattern[str]
    starts: frozenset[str]  # tags that begin an entry
    ends: frozenset[str] = frozenset()  # tags that end one
    apart: bool = False  # an empty line between two tags ends an entry too
    outside: frozenset[str] = frozenset()  # tags of the file, not of an entry


class Entry(NamedTuple):
    """One entry: where it starts, its tags in their order, and how it stands in the file."""

    line: int
    fields: list[tuple[str, str]]
    raw: str
    lines: list[tuple[str, list[str]]]  # the same, before wrapped lines were joined

    def all(self, *tags: str) -> list[str]:
        return [value for tag, value in self.fields if tag in tags and value]

    def first(self, *tags: str) -> str | None:
        """The first value of the first of the tags that has one."""
        return next((value for tag in tags for name, value in self.fields if name == tag and value), None)

    def each(self, *tags: str) -> list[str]:
        """The lines of the first of the tags that has any: one thing a line."""
        found = ([line for name, lines in self.lines if name == tag for line in lines if line] for tag in tags)
        return next((lines for lines in found if lines), [])


def entries(lines: Iterable[str], dialect: Dialect) -> Iterator[Entry]:
    """The entries of a file; lines before, between and after them are left out where they have no tag."""
    reader = _Reader(dialect)
    for number, text in enumerate(lines, 1):
        found = dialect.line.match(text)
        if not found:
            reader.go_on(text)
        elif (tag := found["tag"].upper()) not in dialect.outside:
            if reader.starts(tag):
                yield from reader.finished()
            reader.add(number, tag, found["value"], text)
            if tag in dialect.ends:
                yield from reader.finished()
    yield from reader.finished()


class _Reader:
    """The entry being read: its lines until now, and the lines of its last value."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.line = 0
        self.fields: list[tuple[str, list[str]]] = []
        self.raw: list[str] = []
        self.gap = False

    def starts(self, tag: str) -> bool:
        """Whether a tag begins another entry than the one being read."""
        if tag in self.dialect.starts:
            return True
        return self.gap and self.dialect.apart and self.fields[0][0] not in self.dialect.starts

    def add(self, number: int, tag: str, value: str, text: str) -> None:
        self.line = self.line if self.fields else number
        self.raw.append(text)
        self.fields.append((tag, [value.strip()]))
        self.gap = False

    def go_on(self, text: str) -> None:
        """A line without a tag belongs to the value before it; outside of an entry, to nobody."""
        if self.fields:
            self.raw.append(text)
            self.fields[-1][1].append(text.strip())
            self.gap = not text.strip()

    def finished(self) -> Iterator[Entry]:
        """What was read, unless it is no more than an end without a beginning."""
        if any(tag not in self.dialect.ends for tag, _ in self.fields):
            fields = [(tag, joined(lines)) for tag, lines in self.fields]
            yield Entry(self.line, fields, "\n".join(self.raw).rstrip("\n"), self.fields)
        self.fields, self.raw, self.gap = [], [], False


def joined(lines: list[str]) -> str:
    """Wrapped lines as one; an empty line parts paragraphs."""
    if len(lines) == 1:
        return lines[0]
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line:
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n\n".join(" ".join(part) for part in paragraphs if part)
