"""How soon a key shows: `python -m tests.benchmarks.keys [papers]` prints the table.

The real program in a terminal of 140×40. A key has changed the screen with the first write that it causes; the screen
has settled with the last: the list, the abstract beside it and the counts. A letter in the filter has been answered
with the write after which the line of the filter tells of another search; the same write shows its papers. `CPU` is
what all threads of the program used until then, so that figures of a busy machine can be read. The floor is a bare
Textual app that shows the key.
"""

import os
import pty
import re
import select
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pyte

from tests.benchmarks import corpus
from tests.benchmarks.start import TRACKER, library_of

QUIET = 0.08  # seconds without output that end a burst
REST = 0.3  # seconds without output after which nothing more is to come
WORDS = ("neural machine translation ", "semantic parsing ", "question answering ", "low resource speech ")
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("bare-app")
    def on_key(self, event):
        self.query_one(Static).update(event.key * 20)
Bare().run()
"""


class Write(NamedTuple):
    """What a program wrote at once: seconds since the key, seconds of CPU since then, and the bytes."""

    at: float
    used: float
    written: bytes


class Burst(NamedTuple):
    """Seconds to the first and to the last write of a burst, and of CPU to the first."""

    changed: float
    settled: float
    used: float


class Driven:
    """A terminal program to send keys to."""

    def __init__(self, command: list[str]) -> None:
        self.screen = pyte.Screen(140, 40)
        self._stream = pyte.ByteStream(self.screen)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ |= {"TERM": "xterm-256color", "COLUMNS": "140", "LINES": "40"}
            os.execvp(command[0], command)
        self.burst(3)

    def used(self) -> float:
        """Seconds of CPU that the program's threads have used."""
        threads = Path(f"/proc/{self.process}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def writes(self, patience: float) -> list[Write]:
        """What comes from now on; nothing when nothing does in `patience`."""
        begun, before, writes = time.perf_counter(), self.used(), list[Write]()
        while select.select([self.terminal], [], [], QUIET if writes else patience)[0]:
            written = os.read(self.terminal, 65536)
            writes.append(Write(time.perf_counter() - begun, self.used() - before, written))
        return writes

    def burst(self, patience: float) -> Burst | None:
        """The same as times; None when nothing comes."""
        writes = self.writes(patience)
        for write in writes:
            self._stream.feed(write.written)
        return Burst(writes[0].at, writes[-1].at, writes[0].used) if writes else None

    def answer(self, key: str) -> Burst | None:
        """The times until the line of the filter tells of another search; None where it does not.

        What the key before asked for is waited for: its full count would be taken for an answer to this one.
        """
        while self.burst(REST):
            pass
        before, answered = self._told(), None
        os.write(self.terminal, key.encode())
        writes = self.writes(1)
        for write in writes:
            self._stream.feed(write.written)
            answered = answered or (write if self._told() != before else None)
        return Burst(answered.at, writes[-1].at, answered.used) if answered else None

    def _told(self) -> str:
        """What the filter says of what was found: `412 of 3260 · 0.9ms`."""
        found = re.search(r"[\d,+]+ of [\d,]+ · [\d.]+ms", "\n".join(self.screen.display))
        return found[0] if found else ""

    def press(self, key: str) -> Burst | None:
        os.write(self.terminal, key.encode())
        return self.burst(1)

    def close(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


Times = list[Burst]


def measured(program: Driven, keys: Iterable[str]) -> Times:
    """The times of each key that showed anything."""
    return [times for key in keys if (times := program.press(key)) is not None]


def told(name: str, times: Times) -> str:
    columns = []
    for what, seconds in zip(("changed", "settled", "CPU"), zip(*times, strict=True), strict=True):
        p95 = statistics.quantiles(seconds, n=20)[-1]
        columns.append(f"{what} p50 {1000 * statistics.median(seconds):5.1f} p95 {1000 * p95:5.1f} ms")
    return f"  {name:30} {'   '.join(columns)}   {len(times)} keys"


def main(count: int) -> None:
    if why := corpus.missing():
        print(why)
        count = 36
    with tempfile.TemporaryDirectory() as folder:
        path = library_of(count, Path(folder))
        print(f"{count} papers, load {os.getloadavg()[0]:.1f}")
        bare = Driven([sys.executable, "-c", BARE])
        print(told("bare Textual app shows a key", measured(bare, "abcdefghij" * 4)))
        bare.close()
        program = Driven([TRACKER, "--library", str(path)])
        measured(program, "jjkk")
        print(told("next paper (j)", measured(program, "j" * 40)))
        print(told("later, done, skip (w d x)", measured(program, "wjdjxj" * 6)))
        program.press("/")
        print(told("a letter in the filter", typed(program, Driven.press)))
        print(told("the papers for a letter", typed(program, Driven.answer)))
        program.close()


def typed(program: Driven, time: Callable[[Driven, str], Burst | None]) -> Times:
    """The times of letters typed one after the other into the filter, which is emptied in between."""
    found: Times = []
    for words in WORDS:
        found += [burst for letter in words if (burst := time(program, letter)) is not None]
        program.press("\x15")
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
