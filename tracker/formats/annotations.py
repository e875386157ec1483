"""Annotations as they are exchanged: one value for every format, and which formats there are."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from tracker.errors import Unreadable

FORMATS = {
    "jsonld": "tracker.formats.annotations_jsonld",
    "markdown": "tracker.formats.annotations_markdown",
    "jsonl": "tracker.formats.annotations_jsonl",
    "csv": "tracker.formats.annotations_csv",
    "html": "tracker.formats.annotations_html",
}


class Remark(NamedTuple):
    """A comment of a thread. `parent` is the comment that it answers; a deleted one has no body."""

    id: str
    author: str
    body: str
    created: datetime
    edited: datetime | None = None
    parent: str | None = None
    deleted: bool = False
    resolved: bool = False


class Mark(NamedTuple):
    """An annotation. `start:end` counts characters of the plain text, None where it has no place; `utf16`: code units
    instead, as JavaScript does. `paper` is a key, `source` an address or `urn:tracker:paper:` and a number."""

    id: str  # a ULID
    exact: str
    kind: str = "note"
    paper: str = ""
    source: str = ""
    heading: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int | None = None
    end: int | None = None
    body: str = ""
    tags: tuple[str, ...] = ()
    author: str = ""
    created: datetime | None = None
    updated: datetime | None = None
    state: str = "ok"
    private: bool = False
    origin: str = "user"
    comments: tuple[Remark, ...] = ()
    utf16: bool = False
    text: str = ""  # the plain text that `start:end` counts in, for formats that show it
    sign: str = ""  # of the kind, and
    colour: str = ""  # #rrggbb


class Writer(Protocol):
    def write(self, marks: Iterable[Mark]) -> Iterator[str]: ...


class Reader(Protocol):
    def read(self, text: str) -> Iterator[Mark]: ...


def writer(name: str) -> Writer:
    """The module that writes a format; Unreadable names those there are."""
    return cast(Writer, _module(name))


def reader(name: str) -> Reader:
    """The module that reads a format."""
    module = _module(name)
    if not hasattr(module, "read"):
        raise Unreadable(f"Annotations are written as {name}, not read")
    return cast(Reader, module)


def code_points(text: str, units: int) -> int:
    """A place in UTF-16 code units as a place in characters."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))


def ulid_of(text: str) -> str:
    """A ULID for an id of another program: the same for the same one."""
    from tracker.ulid import encoded

    return encoded(int.from_bytes(sha256(text.encode()).digest()[:16]))


def known_id(text: str) -> str:
    """An id as the library keeps it: a ULID stays, any other is turned into one."""
    from tracker.ulid import decoded

    try:
        decoded(text)
    except ValueError:
        return ulid_of(text)
    return text.upper()


def _module(name: str) -> object:
    if name not in FORMATS:
        raise Unreadable(f"There is no format {name} for annotations; there are {', '.join(FORMATS)}")
    return import_module(FORMATS[name])
