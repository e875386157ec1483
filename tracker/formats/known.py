"""The formats there are, by name: those of this program and those of plug-ins.

A format is a module with SUFFIXES. One that reads has looks_like(head) and read(text), and read_lines(lines) besides
where it needs no more than a line at a time, for large files. One of bytes has is_mine(data) and read_bytes(data); one
that writes has write(records). Those of other packages are found by the entry point group `tracker.formats`.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from tracker.errors import Unreadable
from tracker.formats.record import Failure, Record
from tracker.formats.tables import Columns

BUILT_IN = {  # where several take a file for theirs and none has its suffix, the first has it
    "bibtex": "bibtex",
    "ris": "ris",
    "nbib": "nbib",
    "wos": "wos",
    "enw": "enw",
    "pubmed": "pubmed",
    "endnote": "endnote_xml",
    "opml": "opml",
    "zotero-rdf": "zotero_rdf",
    "xml": "xml_works",
    "feed": "feed",
    "jsonl": "jsonl",
    "json": "json_papers",
    "csl-json": "csl_json",
    "csv": "tables",
    "xlsx": "xlsx",
    "digest": "digest",
    "ovid": "ovid",
    "cochrane": "cochrane",
    "pubmed-text": "pubmed_text",
    "sciencedirect": "sciencedirect",
    "scopus-text": "scopus_text",
    "labelled": "labelled",
    "identifiers": "identifiers",
    "references": "references",
    "markdown": "markdown",
    "yaml": "yaml_papers",
    "web-page": "webpage",
    "text": "plaintext",
    "html": "html",
    "rayyan": "rayyan",
    "rayyan-ris": "rayyan_ris",
    "asreview": "asreview",
    "asreview-ris": "asreview_ris",
}
Found = Iterator[Record | Failure]


class Format(Protocol):
    SUFFIXES: tuple[str, ...]


class Reader(Format, Protocol):
    def looks_like(self, head: str) -> bool: ...

    def read(self, text: str) -> Found: ...


class LineReader(Format, Protocol):
    def read_lines(self, lines: Iterable[str]) -> Found: ...


class BytesReader(Format, Protocol):
    def is_mine(self, data: bytes) -> bool: ...

    def read_bytes(self, data: bytes, *columns: Columns | None) -> Found: ...


class Writer(Format, Protocol):
    def write(self, records: Iterable[Record]) -> Iterator[str]: ...


class UnknownFormat(Unreadable):
    """No format has this name, or none can read this file."""


class Formats(NamedTuple):
    """All formats by name, and a line for each plug-in that could not be used."""

    known: dict[str, Format]
    broken: tuple[str, ...]


def names() -> list[str]:
    return sorted(formats().known)


def readable() -> list[str]:
    """The names of the formats that can be read."""
    return [name for name in names() if any(hasattr(named(name), way) for way in ("read", "read_bytes"))]


def writable() -> list[str]:
    """The names of the formats that can be written."""
    return [name for name in names() if hasattr(named(name), "write")]


def named(name: str) -> Format:
    try:
        return formats().known[name]
    except KeyError:
        raise UnknownFormat(f"No format is named {name}; there are {', '.join(names())}") from None


def reading(name: str) -> Reader:
    """The format of this name, which must be one that reads text."""
    if hasattr(format := named(name), "read"):
        return cast(Reader, format)
    raise UnknownFormat(f"{name} cannot be read; what can be read is {', '.join(readable())}")


def writing(name: str) -> Writer:
    """The format of this name, which must be one that can be written."""
    if hasattr(format := formats().known.get(name), "write"):
        return cast(Writer, format)
    why = f"{name} cannot be written" if format else f"No format is named {name}"
    raise UnknownFormat(f"{why}; what can be written is {', '.join(writable())}")


@cache
def formats() -> Formats:
    """The built-in formats and the plug-ins; a plug-in that fails to load is told of and left out."""
    from importlib.metadata import entry_points

    known: dict[str, Format] = {
        name: _checked(import_module(f"tracker.formats.{module}")) for name, module in BUILT_IN.items()
    }
    broken: list[str] = []
    for point in entry_points(group="tracker.formats"):
        try:
            known.setdefault(point.name, _checked(point.load()))
        except Exception as error:  # noqa: BLE001 - a plug-in may fail in any way; the rest must work
            broken.append(f"The format plug-in {point.name} ({point.value}) is left out: {error!r}")
    return Formats(known, tuple(broken))


def _checked(module: object) -> Format:
    ways = (("looks_like", "read"), ("is_mine", "read_bytes"), ("write",))
    begun = [way for way in ways if any(hasattr(module, part) for part in way)] or ways[:1]
    for part in ("SUFFIXES", *(part for way in begun for part in way)):
        if not hasattr(module, part):
            raise TypeError(f"{module!r} has no {part}")
    return cast(Format, module)
