"""Memory of the program in a terminal while a library is used: `python -m tests.benchmarks.in_use LIBRARY`.

MB in memory after each thing that a person does, and the most there were meanwhile.
"""

import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.terminal import KEYS, Terminal

END, BEGINNING, PAGE = "G", "gg", "\x1b[6~"
USES: tuple[tuple[str, Sequence[str]], ...] = (
    ("first list", ()),
    ("after the jump to the end, thirty pages, and the way back", (END, BEGINNING, *[PAGE] * 30)),
    ("after a search was typed", ("/", *"graph neural networks", KEYS["enter"])),
    ("after a decision", ("d",)),
    ("after its undoing", ("u",)),
)
QUIET = 3.0  # seconds after which what a key began is done
KEY = 0.15  # seconds between two keys


class Memory(NamedTuple):
    """Megabytes of a process: now, and the most since it was asked last."""

    now: float
    most: float


def memory(process: int) -> Memory:
    status = Path(f"/proc/{process}/status")
    fields = dict(re.findall(r"(VmRSS|VmHWM):\s+(\d+)", status.read_text()))
    status.with_name("clear_refs").write_text("5")
    return Memory(int(fields["VmRSS"]) / 1024, int(fields["VmHWM"]) / 1024)


def in_use(library: Path) -> Iterator[tuple[str, Memory]]:
    """What the program holds after each of some uses."""
    with tempfile.TemporaryDirectory() as home, Terminal("--library", str(library), home=Path(home)) as terminal:
        terminal.shows("shown")
        for name, keys in USES:
            for key in keys:
                terminal.child.send(key)
                terminal.read(KEY)
            ends = time.monotonic() + QUIET
            while time.monotonic() < ends:
                terminal.read(KEY)
            yield name, memory(terminal.child.pid or 0)


def main(library: Path) -> None:
    for name, held in in_use(library):
        print(f"{name:60} {held.now:5.0f} MB, at most {held.most:5.0f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
