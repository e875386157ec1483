"""The terminal goes, or somebody ends the program, at any moment: no process stays, and the library is well."""

import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from tests.reliability.outcome import Leak, Outcome
from tests.terminal import Terminal
from tracker.library import Library

LONGEST = 5.0  # seconds until the end
PATIENCE = 60.0  # of a busy machine, on which a start takes many
KEYS = ("j", "k", "d", "/ab", "\x1b", "z", " ", "u", "gs", "e", "half a thought", "\x13", "E", "\x10", "\x1a", "gI")


def campaign(template: Path, folder: Path, *, tries: int, seed: int) -> Outcome:
    """The program is started, used for a moment, and ended in one of the ways that systems have."""
    outcome = Outcome("hung up, told to end, stopped and killed at any moment")
    library = Path(shutil.copy(template, folder / "ended.db"))
    editor = folder / "editor"
    editor.write_text("#!/bin/sh\nexec sleep 60\n")
    editor.chmod(0o755)
    for number in range(tries):
        chance = random.Random(f"{seed}/{number}")
        end = chance.choice(ENDS)
        outcome.add(_ended(library, editor, chance, end), f"seed {seed}, try {number}, {end.__name__.strip('_')}")
    with Library.open(library, "ann") as opened:
        outcome.add([f"{one.name}: {one.told}" for one in opened.check() if not one.well], "the library afterwards")
    return outcome


def _ended(library: Path, editor: Path, chance: random.Random, end: Callable[[Terminal], None]) -> list[str]:
    ends_at = time.monotonic() + chance.uniform(0, LONGEST)
    options = ("--library", str(library), "--me", "ann")
    with Terminal(*options, home=library.parent, EDITOR=str(editor), TMPDIR=str(library.parent)) as terminal:
        session = terminal.child.pid or 0
        while time.monotonic() < ends_at:
            terminal.read(0.1)
            with suppress(OSError):
                terminal.child.send(chance.choice(KEYS))
        try:
            end(terminal)
        except AssertionError as error:
            return [Leak(f"left a process: {error}")]
        return [Leak(f"left {name}") for name in _living(session)]


def _tell(terminal: Terminal, number: int) -> None:
    with suppress(ProcessLookupError):  # it ended by itself, by a key
        terminal.child.kill(number)


def _hung_up(terminal: Terminal) -> None:
    terminal.hang_up(PATIENCE)


def _told_to_hang_up(terminal: Terminal) -> None:
    _tell(terminal, signal.SIGHUP)
    terminal.hang_up(PATIENCE)


def _told_to_end(terminal: Terminal) -> None:
    _tell(terminal, signal.SIGTERM)
    _tell(terminal, signal.SIGCONT)  # it may be stopped, as a shell would go on with it
    terminal.hang_up(PATIENCE)


def _stopped(terminal: Terminal) -> None:
    """As Ctrl+Z in the middle of anything, and brought back to a terminal that then goes."""
    _tell(terminal, signal.SIGTSTP)
    terminal.read(0.2)
    _tell(terminal, signal.SIGCONT)
    terminal.read(0.2)
    terminal.hang_up(PATIENCE)


def _killed(terminal: Terminal) -> None:
    _tell(terminal, signal.SIGKILL)
    terminal.hang_up(PATIENCE)


ENDS: tuple[Callable[[Terminal], None], ...] = (_hung_up, _told_to_hang_up, _told_to_end, _stopped, _killed)


def _living(session: int) -> Iterator[str]:
    """What still runs in a session, once it had a second to hear of its end."""
    for _ in range(20):
        if not (left := list(_members(session))):
            return
        time.sleep(0.05)
    yield from left


def _members(session: int) -> Iterator[str]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, _, rest = stat.read_text().rpartition(")")
            state, _, _, its_session, *_ = rest.split()
            if int(its_session) == session and state != "Z":
                yield name.partition("(")[2]
