"""The installed program in a real terminal: keys in, the screen and every byte out."""

import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import pexpect
import pyte

TRACKER = Path(sys.executable).with_name("tracker")
PATIENCE = 20.0
ESCAPE = 0.4  # seconds after which an escape stands for itself, on a busy machine too
KEYS = {"enter": "\r", "escape": "\x1b", "ctrl+q": "\x11", "ctrl+p": "\x10", "space": " ", "down": "\x1b[B"}


class Terminal:
    """A terminal of `columns`×`rows` with the program in it; ends it when left."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        columns: int = 100,
        rows: int = 30,
        program: Path = TRACKER,
        environment: Mapping[str, str] | None = None,
        **more: str,
    ) -> None:
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        told = {"TERM": "xterm-256color", "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        told |= kept | dict(environment or {})
        self.child = pexpect.spawn(
            str(program), list(arguments), dimensions=(rows, columns), env=told | more, timeout=PATIENCE
        )
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close()

    @property
    def text(self) -> str:
        # pyte's own `display` stumbles over half a wide character
        rows = [self.screen.buffer[row] for row in range(self.screen.lines)]
        return "\n".join("".join(row[at].data for at in range(self.screen.columns)).rstrip() for row in rows)

    def hang_up(self, patience: float = PATIENCE) -> None:
        """Close the terminal, as a lost connection does, and wait for the program to end by itself."""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self.child.child_fd)
        os.close(nothing)
        end = time.monotonic() + patience
        while self.child.isalive():
            assert time.monotonic() < end, "the program outlives its terminal"
            time.sleep(0.05)

    def read(self, seconds: float = 0.1) -> None:
        """Take in what comes within some seconds."""
        try:
            got = self.child.read_nonblocking(65536, seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        written = got if isinstance(got, bytes) else got.encode()
        self.bytes += written
        self.stream.feed(written)

    def press(self, *keys: str) -> None:
        """Send keys by name, or text as it is typed. A key right after escape would be one together with alt."""
        for key in keys:
            self.child.send(KEYS.get(key, key))
            end = time.monotonic() + (ESCAPE if key == "escape" else 0)
            self.read(0.05)
            while time.monotonic() < end:
                self.read(0.05)

    def shows(self, text: str) -> None:
        """Wait until the screen holds a text."""
        end = time.monotonic() + PATIENCE
        while text not in self.text:
            assert time.monotonic() < end, f"“{text}” is not on the screen:\n{self.text}"
            self.read()

    def hides(self, text: str) -> None:
        """Wait until the screen does not hold a text any more."""
        end = time.monotonic() + PATIENCE
        while text in self.text:
            assert time.monotonic() < end, f"“{text}” is still on the screen:\n{self.text}"
            self.read()

    def ends(self) -> int | None:
        """Wait for the program to end; its exit code."""
        end = time.monotonic() + PATIENCE
        while self.child.isalive() and time.monotonic() < end:
            self.read()
        self.child.close()
        code: int | None = self.child.exitstatus
        return code
