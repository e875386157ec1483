"""A long day at the real program in a real terminal: memory, files, threads and latency stay where they were."""

import os
import random
import select
import shutil
import sqlite3
import statistics
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from tests.reliability.outcome import Leak, Outcome, Worse
from tests.terminal import Terminal

QUIET = 0.03  # seconds without output after which a key is taken as answered
WARM = 0.2  # the part of the day after which memory is looked at, and the actions at least, which fill what is bounded
FEWEST = 150
GROWTH = 1.10
LATER = 1.5  # how much slower a key may be in the evening, on a machine that does other things too
WAL_LIMIT = 16 * 1024 * 1024

# As terminals say them that tell escape from the beginning of another key.
KEYS = {"escape": "\x1b[27u", "enter": "\r", "space": " "}

# What a person does, as keys; each leaves the list as it was found.
DEEDS: tuple[tuple[str, ...], ...] = (
    *(("j",), ("j",), ("k",), ("j", "d"), ("j", "w"), ("x",), ("r",), ("i",), ("p",), ("*",), ("u",), ("U",)),
    *(("space", "j", "space", "w", "escape"), ("/", "lenght", "escape", "escape"), ("g", "g"), ("G",)),
    *(("enter", "j", "1", "j", "j", "3", "h", "l", "escape"), ("enter", "J", "J", "K", "escape")),
    *(("e", "a thought", "\x13"), ("t", "seen-today", "enter", "escape"), ("?", "escape"), ("z", "escape")),
)


class Reading(NamedTuple):
    """What the program holds at a moment. Memory in MiB: all of it, and what is no part of a file."""

    memory: float
    own: float
    files: int
    threads: int


def campaign(template: Path, folder: Path, *, actions: int, seed: int) -> Outcome:
    """A day at one library, as random deeds; what the program holds is read from the system."""
    library = Path(shutil.copy(template, folder / "day.db"))
    outcome = Outcome(f"a day of {actions} actions in the terminal")
    chance, waits, warm = random.Random(seed), [], None
    with Terminal("--library", str(library), "--me", "ann", home=library.parent, columns=120, rows=35) as terminal:
        terminal.shows("36 shown")
        for number in range(actions):
            waits += [_answered(terminal, key) for key in chance.choice(DEEDS)]
            if number == max(FEWEST, int(actions * WARM)):
                warm = _reading(terminal)
            if not terminal.child.isalive():
                outcome.add(["the program ended"], f"seed {seed}, action {number}:\n{terminal.text}")
                return outcome
        evening = _reading(terminal)
        wal = library.with_name(library.name + "-wal").stat().st_size
    outcome.figures["journal"] = _journal(library)
    outcome.figures["started anew"] = f"{_anew(library, chance).memory:.0f} MB"
    assert warm is not None
    _judge(outcome, warm, evening, waits, wal, f"seed {seed}")
    return outcome


def _anew(library: Path, chance: random.Random) -> Reading:
    """What a program holds that was started in the evening: the library has grown, and so have the caches of it."""
    with Terminal("--library", str(library), "--me", "ann", home=library.parent, columns=120, rows=35) as terminal:
        terminal.shows("36 shown")
        for _ in range(FEWEST):
            for key in chance.choice(DEEDS):
                _answered(terminal, key)
        return _reading(terminal)


def _answered(terminal: Terminal, key: str) -> float:
    """Press a key and let it be answered in full; seconds until the first output for it, 0 where there is none.

    Keys that came faster than they are answered would queue up, and what they made would wait with them. What is
    written is not made a screen of, which would take longer than to write it.
    """
    begun, first, screen = time.perf_counter(), 0.0, terminal.child.child_fd
    os.write(screen, KEYS.get(key, key).encode())
    while (written := bool(select.select([screen], [], [], QUIET)[0])) or not _rests(terminal):
        first = first or (time.perf_counter() - begun if written else 0.0)
        with suppress(OSError):  # the program ended; whoever asks next sees it
            if written and not os.read(screen, 65536):
                break
    return first


def _rests(terminal: Terminal) -> bool:
    """Whether every thread of the program waits for something to happen."""
    process = terminal.child.pid
    try:
        states = [
            stat.read_text().rpartition(")")[2].split()[0] for stat in Path(f"/proc/{process}/task").glob("*/stat")
        ]
    except OSError:  # a thread that just ended
        return False
    return all(state in "SZ" for state in states)


def _reading(terminal: Terminal) -> Reading:
    process = terminal.child.pid
    status = Path(f"/proc/{process}/status").read_text()
    fields = dict(line.split(":", 1) for line in status.splitlines())
    files = len(os.listdir(f"/proc/{process}/fd"))
    memory, own = (int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon"))
    return Reading(memory, own, files, int(fields["Threads"]))


def _journal(library: Path) -> str:
    with closing(sqlite3.connect(library)) as raw:
        (steps,) = raw.execute("SELECT count(*) FROM step").fetchone()
    return f"{steps} steps, in a file of {library.stat().st_size / 1024 / 1024:.1f} MB"


def _judge(outcome: Outcome, warm: Reading, evening: Reading, waits: list[float], wal: int, again: str) -> None:
    tenth = max(1, len(waits) // 10)
    morning, night = (statistics.median(filter(None, part)) for part in (waits[tenth : 2 * tenth], waits[-tenth:]))
    outcome.figures["memory"] = f"{warm.memory:.0f} → {evening.memory:.0f} MB"
    outcome.figures["no part of a file"] = f"{warm.own:.0f} → {evening.own:.0f} MB"
    outcome.figures["files, threads"] = f"{warm.files}, {warm.threads} → {evening.files}, {evening.threads}"
    outcome.figures["key to first byte"] = f"{morning * 1000:.0f} → {night * 1000:.0f} ms"
    outcome.figures["write-ahead log"] = f"{wal / 1024 / 1024:.1f} MB"
    outcome.add([Worse("memory grew")] if evening.memory > warm.memory * GROWTH else [], again)
    outcome.add([Leak("files stay open")] if evening.files > warm.files + 2 else [], again)
    outcome.add([Leak("threads stay")] if evening.threads > warm.threads + 2 else [], again)
    outcome.add([Worse("keys became slower")] if night > morning * LATER else [], again)
    outcome.add([Worse("the write-ahead log grew")] if wal > WAL_LIMIT else [], again)
