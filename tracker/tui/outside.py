"""Writing a text in the person's own editor, with the program out of the way."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from textual.app import App, SuspendNotSupported

EDITORS = ("VISUAL", "EDITOR")
TURN = 1.0  # seconds
ENDINGS = (signal.SIGHUP, signal.SIGTERM)


def editor() -> list[str]:
    """The command that `$VISUAL`, else `$EDITOR`, names; else vi."""
    named = next((value for name in EDITORS if (value := os.environ.get(name, "").strip())), "vi")
    return shlex.split(named)


class Edited(NamedTuple):
    """What came back from the editor. `told` says why the text is not to be saved as it is; empty where it may."""

    text: str
    told: str = ""


def edit(app: App[None] | App[object], text: str) -> Edited | None:
    """The text as the editor left it; None where no editor could be started. What went wrong loses no text: the file
    stays where it could not be read, and a text that an ending editor left empty is the old one."""
    path: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix="tracker-", suffix=".md")
        path = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        with app.suspend():
            code = _ended([*editor(), name])
    except (SuspendNotSupported, OSError, ValueError):
        if path:
            path.unlink(missing_ok=True)
        return None
    return _came_back(path, text, code)


def _ended(command: list[str]) -> int:
    """Run the editor to its end; its exit code. Nothing else is heard meanwhile, so what tells this program to end is
    handed on to it, and done when it has ended. OSError where the terminal has gone: no editor would hear of that."""
    running: list[subprocess.Popen[bytes]] = []
    told: list[int] = []

    def hand_on(number: int, _: object) -> None:
        told.append(number)
        for child in running:
            child.send_signal(number)

    before = {number: signal.signal(number, hand_on) for number in ENDINGS}
    try:
        if not os.isatty(sys.__stdin__.fileno() if sys.__stdin__ else -1):
            raise OSError("the terminal has gone")
        with subprocess.Popen(command) as child:
            running.append(child)
            for number in told:  # before it ran
                child.send_signal(number)
            return _waited(child)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _waited(child: subprocess.Popen[bytes]) -> int:
    """Wait for the end in turns: a signal that another thread received would not end a wait, nor be handled in it."""
    while True:
        with suppress(subprocess.TimeoutExpired):
            return child.wait(TURN)


def _came_back(path: Path, old: str, code: int) -> Edited:
    try:
        text = path.read_text(encoding="utf-8").removesuffix("\n")
    except (OSError, UnicodeDecodeError):
        return Edited(old, f"what the editor wrote cannot be read; it is in {path}")
    path.unlink(missing_ok=True)
    if code:
        return Edited(text if text.strip() else old, f"the editor ended with {code}; nothing is saved yet")
    return Edited(text)
