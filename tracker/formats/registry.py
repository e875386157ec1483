"""Which format a file is in, by its content and then by its suffix; and the file ready to be read."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, cast

from tracker.errors import Unreadable
from tracker.formats import archives, streams, tables
from tracker.formats.encoding import decode
from tracker.formats.fields import lines_of
from tracker.formats.known import (
    BytesReader,
    Found,
    LineReader,
    Reader,
    UnknownFormat,
    formats,
    named,
    names,
    readable,
    reading,
    writable,
    writing,
)
from tracker.formats.record import Failure, Record
from tracker.formats.strangers import told_of
from tracker.formats.tables import Columns

__all__ = [
    "Source",
    "UnknownFormat",
    "formats",
    "named",
    "names",
    "readable",
    "reading",
    "recognised",
    "source",
    "source_of",
    "writable",
    "writing",
]

TABLE, SHEETS = "csv", "xlsx"
STRICT = (TABLE, "json", "jsonl")  # whose suffix counts where nobody knows the content: they say what is wrong with it
GENERAL = "text"  # takes nearly any text, so it is asked last
ABOUT = re.compile(r"(?:readme|licen[sc]e|copying|changelog|contributing)(?:\.(?:txt|md|rst))?", re.I)
HEAD = 4096  # characters that a format may look at to know its own


class Source(NamedTuple):
    """A file ready to be read: the format that reads it, how, and what to know about its text."""

    name: str
    format: str
    read: Callable[[], Found]
    warnings: tuple[str, ...] = ()

    def records(self) -> Found:
        """Every entry of the file in its order: a record, or the reason why it is none; never nothing at all."""
        found: Record | Failure | None = None
        for found in self.read():
            yield found._replace(file=self.name) if isinstance(found, Failure) and not found.file else found
        if found is None:
            yield Failure(self.name, 1, "There are no papers in this file")


def source(
    path: Path, *, format: str | None = None, encoding: str | None = None, columns: Columns | None = None
) -> Source:
    """The file at `path`. `columns` says what the columns of a table hold. Raises Unreadable that names the file."""
    try:
        if archives.is_folder(path):
            inside = archives.zipped(path, path.stat().st_size, str(path))
            return _archive(str(path), inside, format, encoding, columns)
        if streamed := _streamed(streams.of_path(path), format, encoding, columns):
            return streamed._replace(name=str(path))
        data = path.read_bytes()
    except Unreadable as error:
        told = str(error)
        raise type(error)(told if isinstance(error, UnknownFormat) else f"{path}: {told}") from None
    except IsADirectoryError:
        raise Unreadable(f"{path} is a folder; name the files in it") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return source_of(data, str(path), format=format, encoding=encoding, columns=columns)


def _streamed(file: streams.File, format: str | None, encoding: str | None, columns: Columns | None) -> Source | None:
    """A large file whose format needs no more than a line at a time."""
    head = streams.head_of(file, HEAD, encoding)
    if head is None or any(head.startswith(mark) for mark in ("PK", "\x1f")):
        return None
    chosen = format or _mapped(head, columns) or recognised(head, file.name)
    if not hasattr(named(chosen), "read_lines"):
        return None
    return Source(file.name, chosen, lambda: _read_lines(chosen, streams.lines(file), columns))


def _read_lines(format: str, lines: Iterable[str], columns: Columns | None) -> Found:
    if format == TABLE and columns:
        return tables.read_lines(lines, columns)
    return cast(LineReader, named(format)).read_lines(lines)


def _mapped(head: str, columns: Columns | None) -> str | None:
    """Tables, where somebody said what the columns of this one hold."""
    return TABLE if columns and tables.mapped(list(lines_of(head)), columns) else None


def source_of(
    data: bytes, name: str, *, format: str | None = None, encoding: str | None = None, columns: Columns | None = None
) -> Source:
    """Bytes that came from `name`, such as standard input; an archive gives what is in it."""
    if format is not None:
        named(format)
    try:
        if binary := _binary(data, format):
            told = (columns,) if binary == SHEETS else ()
            return Source(name, binary, lambda: cast(BytesReader, named(binary)).read_bytes(data, *told))
        if members := archives.members(data, name):
            return _archive(name, members, format, encoding, columns)
        text, warnings = decode(data, encoding)
    except UnknownFormat:
        raise
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None
    chosen = format or _mapped(text[:HEAD], columns) or recognised(text[:HEAD], name)
    reader = reading(chosen)

    def read() -> Found:
        return tables.read_lines(lines_of(text), columns) if chosen == TABLE and columns else reader.read(text)

    return Source(name, chosen, read, tuple(f"{name}: {warning}" for warning in warnings))


def _binary(data: bytes, format: str | None) -> str | None:
    """The format of bytes that these are in."""
    able = {name: module for name, module in formats().known.items() if hasattr(module, "read_bytes")}
    if format is not None:
        return format if format in able and not hasattr(able[format], "read") else None
    return next((name for name, module in able.items() if cast(BytesReader, module).is_mine(data)), None)


def _archive(
    name: str, members: list[archives.Member], format: str | None, encoding: str | None, columns: Columns | None
) -> Source:
    """All files of an archive as one source; one that cannot be read is a failure among the others."""
    found: list[Source | Failure] = []
    for member in members:
        try:
            found.append(_member(member, format, encoding, columns))
        except Unreadable as error:
            found.append(Failure(member.name, 1, str(error).removeprefix(f"{member.name}: ")))
    sources = [one for one in found if isinstance(one, Source)]
    if not sources:
        raise Unreadable("; ".join(one.message for one in found if isinstance(one, Failure)) or "The archive is empty")

    def read() -> Found:
        for one in found:
            if isinstance(one, Source):
                yield from one.records()
            else:
                yield one

    inside = ",".join(sorted({one.format for one in sources}))
    return Source(name, inside, read, tuple(warning for one in sources for warning in one.warnings))


def _member(member: archives.Member, format: str | None, encoding: str | None, columns: Columns | None) -> Source:
    """A file of an archive, which is taken out once more when it is read rather than held."""
    if member.problem:
        raise Unreadable(member.problem)
    if streamed := _streamed(streams.of_member(member), format, encoding, columns):
        return streamed

    def taken() -> Source:
        return source_of(member.read(), member.name, format=format, encoding=encoding, columns=columns)

    found = taken()
    if found.format == GENERAL and ABOUT.fullmatch(Path(member.name).name):
        raise Unreadable("It tells about the other files, and is no list of papers")
    return found._replace(read=lambda: taken().read())


def recognised(head: str, name: str) -> str:
    """The format whose content this is; where several could be, the one with the file's suffix."""
    known = {name: module for name, module in formats().known.items() if hasattr(module, "looks_like")}
    general = cast(Reader, known.pop(GENERAL))
    able = [format for format, module in known.items() if cast(Reader, module).looks_like(head)]
    suffix = Path(name).suffix.lower()
    for format in able:
        if suffix in known[format].SUFFIXES:
            return format
    if able:
        return able[0]
    if found := next((format for format in STRICT if suffix in known[format].SUFFIXES), None):
        return found
    if suffix in formats().known[SHEETS].SUFFIXES:
        raise UnknownFormat(f"{name} is no spreadsheet, whatever its name says")
    if general.looks_like(head):
        return GENERAL
    raise UnknownFormat(f"{name}: no format here reads this file{told_of(head)}; there are {', '.join(readable())}")
