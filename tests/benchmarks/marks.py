"""How soon a key shows in the Reader: `python -m tests.benchmarks.marks [annotations]` prints the table.

The real program in a terminal of 140×40, on the longest abstract of the seeds with 200 annotations that overlap, of two
people, with remarks and threads. Columns as in `tests.benchmarks.keys`; and what a key cost of the
processor, which says more than the clock where others are at work.
"""

import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.keys import Driven, measured, told
from tests.benchmarks.start import TRACKER
from tracker.library import Library
from tracker.text.render import render
from tracker.text.sentences import words

ROWS: dict[str, Sequence[str]] = {
    "sentence (j k)": "jjjjkkkk" * 5,
    "word (l h)": "llllhhhh" * 5,
    "select and grow (v l + - v)": "vl+-v" * 8,
    "next mark (] [)": "]]]][[[[" * 5,
    "jump (f a)": "fafs" * 10,
    "a digit marks, again unmarks": "j11j22k33" * 4,
}


def marked(path: Path, count: int) -> int:
    """A seeded library with so many annotations on its longest abstract; the paper."""
    chance = random.Random(7)
    with Library.open(path, "ann") as ann, Library.open(path, "bob") as bob:
        details = [ann.detail(row.id) for row in ann.rows(ann.find("").ids)]
        longest = max(details, key=lambda detail: len(detail.abstract))
        paper, places = longest.row.id, words(render(longest.abstract).text)
        kinds = [kind.name for kind in ann.kinds()]
        for number in range(count):
            first = chance.randrange(len(places))
            last = min(len(places) - 1, first + chance.randint(0, 30))
            who = bob if number % 4 == 0 else ann
            body = "a remark" if number % 3 == 0 else ""
            mark = who.annotate(paper, places[first][0], places[last][1], chance.choice(kinds), body=body)
            if number % 5 == 0:
                who.comment(paper, "a comment", on=mark.id)
        ann.set_star([paper], True)
    return paper


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.db"
        marked(path, count)
        print(f"{count} annotations on one abstract")
        program = Driven([TRACKER, "--library", str(path), "--me", "ann"])
        for key in ("/", "is:starred", "\r", "\r", "j", "k"):
            program.press(key)
            for _ in range(4):
                program.burst(1)  # the list, the abstract, the counts
        for name, keys in ROWS.items():
            before = spent(program)
            times = told(name, measured(program, keys))
            print(f"{times}   processor {1000 * (spent(program) - before) / len(keys):5.1f} ms a key", flush=True)
        program.close()


def spent(program: Driven) -> float:
    """Seconds of the processor that the program has had, in all its threads (proc_pid_stat(5))."""
    fields = Path(f"/proc/{program.process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
