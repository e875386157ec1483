"""How soon a key shows: `python -m tests.benchmarks.keys [papers]` prints the table.

The real program in a terminal of 140×40. A key has changed the screen with the first write that it causes; the screen
has settled with the last: the list, the abstract beside it and the counts. `CPU` is what all threads of the program
used until it had changed, so that figures of a busy machine can be read. The floor is a bare Textual app that shows the
key.
"""

import os
import pty
import select
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks import corpus
from tests.benchmarks.start import TRACKER, library_of

QUIET = 0.08  # seconds without output that end a burst
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


class Burst(NamedTuple):
    """Seconds to the first and to the last write of a burst, and of CPU to the first."""

    changed: float
    settled: float
    used: float


class Driven:
    """A terminal program to send keys to."""

    def __init__(self, command: list[str]) -> None:
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ |= {"TERM": "xterm-256color", "COLUMNS": "140", "LINES": "40"}
            os.execvp(command[0], command)
        self.burst(3)

    def used(self) -> float:
        """Seconds of CPU that the program's threads have used."""
        threads = Path(f"/proc/{self.process}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def burst(self, patience: float) -> Burst | None:
        """What comes from now on; None when nothing does in `patience`."""
        begun, before, writes, used = time.perf_counter(), self.used(), list[float](), 0.0
        while select.select([self.terminal], [], [], QUIET if writes else patience)[0]:
            os.read(self.terminal, 65536)
            writes.append(time.perf_counter() - begun)
            used = used or self.used() - before
        return Burst(writes[0], writes[-1], used) if writes else None

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
        print(f"{count} papers")
        bare = Driven([sys.executable, "-c", BARE])
        print(told("bare Textual app shows a key", measured(bare, "abcdefghij" * 4)))
        bare.close()
        program = Driven([TRACKER, "--library", str(path)])
        measured(program, "jjkk")
        print(told("next paper (j)", measured(program, "j" * 40)))
        print(told("later, done, skip (w d x)", measured(program, "wjdjxj" * 6)))
        program.press("/")
        words = ["neural machine translation ", "semantic parsing ", "question answering ", "low resource speech "]
        typed: Times = []
        for word in words:
            typed += measured(program, word)
            measured(program, ["\x15"])  # ^u empties the filter; not counted
        print(told("a letter in the filter", typed))
        program.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
