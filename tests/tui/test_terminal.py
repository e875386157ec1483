"""The installed program in a real terminal: what its bytes do there."""

import os
import pty
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte

from tests.tui.test_nasty import PAYLOADS, poison
from tracker.library import Library

WALK = (
    ("\r", "▸ Reader"),
    ("q", "▸ Library"),
    ("e", "▸ Note"),
    ("\x1b", "▸ Library"),
    ("gu", "▸ History"),
    ("q", "▸ Library"),
    ("t", "tags of"),
)


class Terminal:
    """A program of 80×24, what it wrote and what a terminal shows of that."""

    def __init__(self, library: Path, **environ: str) -> None:
        self.raw = b""
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.child, self._there = pty.fork()
        if self.child == 0:
            program = [sys.executable, "-m", "tracker", "--library", str(library), "--me", "ann"]
            size = {"COLUMNS": "80", "LINES": "24"}
            os.execve(sys.executable, program, {**os.environ, "TERM": "xterm-256color", **size, **environ})

    def press(self, keys: str, until: str) -> str:
        """Send keys and wait until a text is on the screen."""
        os.write(self._there, keys.encode())
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if until in self.text:
                return self.text
            if select.select([self._there], [], [], 0.1)[0]:
                written = os.read(self._there, 65536)
                self.raw += written
                self._stream.feed(written)
        raise AssertionError(f"{until!r} does not appear on\n{self.text}")

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def close(self) -> None:
        """Close the terminal, as a lost connection does."""
        os.close(self._there)
        os.waitpid(self.child, 0)


@contextmanager
def terminal(library: Path, **environ: str) -> Iterator[Terminal]:
    here = Terminal(library, **environ)
    try:
        yield here
    finally:
        here.close()


def test_no_byte_of_anybodys_text_reaches_the_terminal_as_a_command(seeded: Path) -> None:
    poison(seeded, PAYLOADS["all"])
    with terminal(seeded) as here:
        here.press("", "36 shown")
        for keys, until in WALK:
            here.press(keys, until)
        written = re.sub(rb"\x1b\]22;\w+\x07", b"", here.raw)  # the shape of the pointer, from Textual
    for bad in (b"\x1b]0;PWN", b"\x1b[2Jc", b"\x07", b"\xc2\x9b", b"\x7f", "\u202e".encode(), "\u2066".encode()):
        at = written.find(bad)
        assert at < 0, written[max(0, at - 60) : at + 20]


def test_without_colours_nothing_is_lost(seeded: Path) -> None:
    with terminal(seeded, NO_COLOR="1", TERM="xterm-16color") as here:
        here.press("", "▌●")
        here.press(" j ", "2 marked")
        assert here.text.count("✓●") == 2
        here.press("w", "▷")


def test_closing_the_terminal_keeps_what_was_being_written(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        with terminal(seeded) as here:
            here.press("", "36 shown")
            here.press("e", "kept by itself")
            here.press("not to be lost", "not to be lost")
            end = time.monotonic() + 30
            while not library.drafts() and time.monotonic() < end:
                time.sleep(0.05)
        with terminal(seeded) as here:
            here.press("", "36 shown")
            assert "not to be lost" in here.press("e", "when the program ended")
