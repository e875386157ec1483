"""How soon the program is there: `python -m tests.benchmarks.start [papers …]` prints the table.

Every figure stands beside a floor measured in the same run, in turn: a bare Textual app, an interpreter that does
nothing, one that imports sqlite3. Whole processes are timed, from their start to the text they show.
"""

import os
import pty
import re
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks import corpus
from tracker.formats.record import Record
from tracker.library import Library

ROUNDS = 7
COMMANDS = 31  # rounds of what takes no longer than a blink
WORD = "reasoning"  # which is searched for
TRACKER = str(Path(sys.executable).with_name("tracker"))
SIZES = (36, 10_000, 50_000)
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("bare-app")
Bare().run()
"""


class Shown(NamedTuple):
    """Seconds from the start of a process to a text on its screen, and what it held in memory then."""

    seconds: float
    megabytes: float


def until(command: list[str], text: bytes) -> Shown:
    """Run a terminal program of 100×30 until it shows a text."""
    begun = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
        os.execvp(command[0], command)
    try:
        shown = _wait(terminal, text)
        return Shown(shown - begun, _resident(child))
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def _wait(terminal: int, text: bytes, patience: float = 60) -> float:
    screen, end = b"", time.perf_counter() + patience
    while time.perf_counter() < end:
        if select.select([terminal], [], [], 1)[0]:
            screen += _read(terminal)
            if text in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", screen):
                return time.perf_counter()
    raise TimeoutError(f"{text!r} was not shown in {patience} s; the screen ended with {screen[-300:]!r}")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the program ended
        return b""


def _resident(process: int) -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else float("nan")


def ran(command: Sequence[str]) -> Callable[[], float]:
    """Seconds that a whole process takes."""

    def once() -> float:
        begun = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begun

    return once


def in_turn(*measures: Callable[[], float], rounds: int = ROUNDS) -> list[float]:
    """The median of each, measured in turn so that a busy machine is busy for all."""
    measured = [[measure() for measure in measures] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*measured, strict=True)]


def library_of(count: int, folder: Path) -> Path:
    """A library of so many papers; 36: the seeds."""
    path = folder / f"{count}.db"
    with Library.open(path, "bench", seed=count == 36) as library:
        if count != 36:
            records = (
                Record(title=p.title, abstract=p.abstract, authors=tuple(p.authors.split("\n")), year=p.year)
                for p in corpus.papers(count)
            )
            library.import_records(records, names="corpus", format="benchmark")
    return path


def screen(path: Path) -> None:
    program = [TRACKER, "--library", str(path)]
    with Library.open(path, "bench") as library:
        first = library.rows(library.find("", limit=1).ids)[0].heading[:20].encode()
    memory: list[float] = []

    def listed() -> float:
        shown = until(program, first)
        memory.append(shown.megabytes)
        return shown.seconds

    bare, shell, first_list = in_turn(
        lambda: until([sys.executable, "-c", BARE], b"bare-app").seconds,
        lambda: until(program, "tracker ▸".encode()).seconds,
        listed,
    )
    print(f"  bare Textual app                {bare:6.3f} s")
    print(f"  shell on screen                 {shell:6.3f} s  {shell / bare:5.2f} × bare (≤ 1.3)")
    print(f"  first list on screen            {first_list:6.3f} s  {first_list / bare:5.2f} × bare (≤ 2.6)")
    print(f"  memory at first list            {statistics.median(memory):6.1f} MB (≤ 90)")


def commands(path: Path) -> None:
    asked = [TRACKER, "--library", str(path), "list"]
    nothing, version, sqlite, listing, searching = in_turn(
        ran([sys.executable, "-c", "pass"]),
        ran([TRACKER, "--version"]),
        ran([sys.executable, "-c", "import sqlite3"]),
        ran([*asked, "--limit", "50"]),
        ran([*asked, WORD, "--limit", "50"]),
        rounds=COMMANDS,
    )
    print(f"  tracker --version               {version:6.3f} s  {version / nothing:5.2f} × python -c pass (≤ 3)")
    for told, whole, query in (("", listing, found(path, "")), (f" {WORD}", searching, found(path, WORD))):
        ratio = f"{(whole - query) / sqlite:5.2f} × import sqlite3 and the query of {1000 * query:.1f} ms (≤ 2.5)"
        print(f"  {f'tracker list{told} --limit 50':31} {whole:6.3f} s  {ratio}")


def found(path: Path, query: str) -> float:
    """Seconds that a query takes by itself: the first one of a library that is open."""

    def once() -> float:
        with Library.open(path, "bench") as library:
            begun = time.perf_counter()
            library.rows(library.find(query, limit=50).ids)
            return time.perf_counter() - begun

    once()  # what the engine imports is no part of the query
    return in_turn(once)[0]


def main(sizes: Sequence[int]) -> None:
    if why := corpus.missing():
        sizes = [36]
        print(f"larger libraries {why}")
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = library_of(size, Path(folder))
            print(f"{size} papers")
            screen(path)
            commands(path)


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or SIZES)
