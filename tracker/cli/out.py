"""Everything the command line prints goes through here: cleaned, coloured only for people, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC
from typing import Any, TextIO

from tracker.errors import TrackerError
from tracker.text.clean import clean, one_line

STYLES = {"dim": "2", "bold": "1", "italic": "3", "good": "32", "warn": "33", "bad": "31", "link": "4"}

CELLS = str.maketrans("\n\t", "  ")

Piece = tuple[str, str]  # text, and a style or nothing


class OutputFailed(TrackerError):
    """Standard output takes no more, and not because its reader has seen enough."""

    kind = "output"


def safe(text: str) -> str:
    """Text of any origin as a terminal or a file may have it: no escape, no direction, nothing invisible."""
    return clean(text)


def line(text: str) -> str:
    """The same on one line, without tabs."""
    return one_line(text)


def told(value: object) -> str:
    """A value as a field of plain output: nothing for None and False, several joined by commas."""
    match value:
        case None | False:
            return ""
        case True:
            return "yes"
        case tuple() | list():
            return ", ".join(told(one) for one in value)
    return str(instant(value))


def instant(value: object) -> object:
    """Times as ISO 8601 in UTC, days as ISO 8601, anything else as it is."""
    if hasattr(value, "isoformat"):
        if hasattr(value, "astimezone"):
            return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
        return value.isoformat()
    return value


def plain(value: Any) -> Any:
    """A value as JSON has it, with every text in it cleaned."""
    match value:
        case str():
            return safe(str(value))
        case Mapping():
            return {plain(str(name)): plain(one) for name, one in value.items()}
        case tuple() if hasattr(value, "_asdict"):
            return plain(value._asdict())
        case tuple() | list():
            return [plain(one) for one in value]
    return instant(value)


@contextmanager
def _told() -> Iterator[None]:
    """A failing output in words; a pipe whose reader has gone is another matter."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(f"The output cannot be written: {error.strerror}") from None


class Out:
    """Standard output and standard error, for people at a terminal, for programs, or as JSON."""

    def __init__(self, stdout: TextIO, stderr: TextIO, *, json: bool = False, color: bool = True) -> None:
        self.stdout, self.stderr, self.json = stdout, stderr, json
        self.terminal = stdout.isatty() and not json
        quiet = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self.color = color and self.terminal and not quiet
        self._doing = False  # a line says how far a deed has come
        for stream in (stdout, stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8" if json else None, errors="replace")

    @property
    def width(self) -> int:
        """Cells in a line of the terminal."""
        columns = os.environ.get("COLUMNS", "")
        if columns.isdigit() and int(columns):
            return int(columns)
        try:
            return os.get_terminal_size(self.stdout.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    def say(self, *lines: str) -> None:
        """Lines of text; a text may hold several."""
        self._write("".join(f"{safe(text)}\n" for text in lines))

    def text(self, text: str) -> None:
        """Text of the program's own, such as a script, as it is."""
        self._write(text)

    def pieces(self, pieces: Iterable[Piece]) -> None:
        """A line in parts, each in its style."""
        self._write("".join(self._styled(safe(text).translate(CELLS), style) for text, style in pieces).rstrip() + "\n")

    def rows(self, rows: Iterable[Sequence[object]]) -> None:
        """Fields between tabs, for programs."""
        self._write("".join("\t".join(line(told(value)) for value in row) + "\n" for row in rows))

    def value(self, value: Any) -> None:
        """One JSON value."""
        import json

        self._write(json.dumps(plain(value), ensure_ascii=False) + "\n")

    def warn(self, message: str, kind: str = "query") -> None:
        self._tell("warning", kind, message)

    def error(self, kind: str, message: str) -> None:
        self._tell("error", kind, message)

    def aside(self, message: str) -> None:
        """A remark for people at a terminal, beside the output."""
        if self.terminal and self.stderr.isatty():
            self._done()
            self._write_error(f"{line(message)}\n")

    def progress(self, count: int) -> None:
        """How many records of a file are read."""
        self.doing(f"{count:,} read")

    def indexing(self, done: int, all: int) -> None:
        """How many papers are in a search index that is made anew."""
        self.doing(f"making the search index anew: {done:,} of {all:,} papers")

    def catching_up(self, done: int, all: int) -> None:
        """How many papers of an import are in the search index."""
        self.doing(f"all papers are there; search index: {done:,} of {all:,} (ctrl+c leaves it for later)")

    def comparing(self, done: int, all: int) -> None:
        """How many papers the doctor compared with the search index."""
        self.doing(f"comparing the search index: {done:,} of {all:,} papers")

    def doing(self, message: str) -> None:
        """How far a long deed has come, on a line that is written over, and gone when something else is told."""
        if self.terminal and self.stderr.isatty():
            from tracker.cli.cells import cropped

            self._write_error(f"\r\x1b[K{cropped(f'{line(message)} …', self.width - 1)}\r")
            self._doing = True

    def _done(self) -> None:
        if self._doing:
            self._doing = False
            self._write_error("\r\x1b[K")

    def flush(self) -> None:
        self._done()
        with _told():
            self.stdout.flush()

    def _styled(self, text: str, style: str) -> str:
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style and self.color and text.strip() else text

    def _write(self, text: str) -> None:
        self._done()
        with _told():
            self.stdout.write(text)

    def _tell(self, word: str, kind: str, message: str) -> None:
        self._done()
        message = line(message)
        if self.json:
            import json

            message = json.dumps({word: {"kind": kind, "message": message}}, ensure_ascii=False)
            self._write_error(f"{message}\n")
        else:
            self._write_error(f"tracker: {word}: {message}\n")

    def _write_error(self, text: str) -> None:
        try:
            self.stderr.write(text)
            self.stderr.flush()
        except (OSError, ValueError):  # nobody can be told
            pass
