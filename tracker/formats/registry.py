"""The formats there are, and which of them a file is in: by its content, then by its suffix.

A format is a module with SUFFIXES, looks_like(head) and read(text). Those of other packages are found by the
entry point group `tracker.formats`.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from tracker.errors import Unreadable
from tracker.formats.encoding import decode
from tracker.formats.record import Failure, Record

BUILT_IN = {"text": "tracker.formats.plaintext"}
GENERAL = "text"  # takes nearly any text, so it is asked last
HEAD = 4096  # characters that a format may look at to know its own


class Format(Protocol):
    SUFFIXES: tuple[str, ...]

    def looks_like(self, head: str) -> bool: ...

    def read(self, text: str) -> Iterator[Record | Failure]: ...


class UnknownFormat(Unreadable):
    """No format has this name, or none can read this file."""


class Formats(NamedTuple):
    """All formats by name, and a line for each plug-in that could not be used."""

    known: dict[str, Format]
    broken: tuple[str, ...]


class Source(NamedTuple):
    """A file ready to be read: its text, the format that reads it, and what to know about both."""

    name: str
    format: str
    text: str
    warnings: tuple[str, ...]

    def records(self) -> Iterator[Record | Failure]:
        """Every entry of the file in its order: a record, or the reason why it is none."""
        for found in named(self.format).read(self.text):
            yield found._replace(file=self.name) if isinstance(found, Failure) else found


def source(path: Path, *, format: str | None = None, encoding: str | None = None) -> Source:
    """The file at `path`. Raises Unreadable that names it."""
    try:
        data = path.read_bytes()
    except IsADirectoryError:
        raise Unreadable(f"{path} is a folder; name the files in it") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return source_of(data, str(path), format=format, encoding=encoding)


def source_of(data: bytes, name: str, *, format: str | None = None, encoding: str | None = None) -> Source:
    """Bytes that came from `name`, such as standard input."""
    if format is not None:
        named(format)
    try:
        text, warnings = decode(data, encoding)
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None
    chosen = format or recognised(text[:HEAD], name)
    return Source(name, chosen, text, tuple(f"{name}: {warning}" for warning in warnings))


def recognised(head: str, name: str) -> str:
    """The format whose content this is; where several could be, the one with the file's suffix."""
    known = {**formats().known}
    general = known.pop(GENERAL)
    able = [format for format, module in known.items() if module.looks_like(head)]
    suffix = Path(name).suffix.lower()
    for format in able:
        if suffix in known[format].SUFFIXES:
            return format
    if able:
        return able[0]
    if general.looks_like(head):
        return GENERAL
    raise UnknownFormat(f"{name}: no format here reads this file; there are {', '.join(names())}")


def names() -> list[str]:
    return sorted(formats().known)


def named(name: str) -> Format:
    try:
        return formats().known[name]
    except KeyError:
        raise UnknownFormat(f"No format is named {name}; there are {', '.join(names())}") from None


@cache
def formats() -> Formats:
    """The built-in formats and the plug-ins; a plug-in that fails to load is told of and left out."""
    from importlib.metadata import entry_points

    known: dict[str, Format] = {name: _checked(import_module(module)) for name, module in BUILT_IN.items()}
    broken: list[str] = []
    for point in entry_points(group="tracker.formats"):
        try:
            known.setdefault(point.name, _checked(point.load()))
        except Exception as error:  # noqa: BLE001 - a plug-in may fail in any way; the rest must work
            broken.append(f"The format plug-in {point.name} ({point.value}) is left out: {error!r}")
    return Formats(known, tuple(broken))


def _checked(module: object) -> Format:
    for part in ("SUFFIXES", "looks_like", "read"):
        if not hasattr(module, part):
            raise TypeError(f"{module!r} has no {part}")
    return cast(Format, module)
