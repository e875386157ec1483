"""How soon the next abstract is there after a vote: `python -m tests.benchmarks.triage [papers]`.

The real program in a terminal of 140×40, in a round over all papers; `y`, `m` and `n` in turn. Changed: the first write
of the screen that the key causes; settled: the last, with the counts. The floor is a bare Textual app that shows a key.
"""

import sys
import tempfile
from pathlib import Path

from tests.benchmarks import corpus
from tests.benchmarks.keys import BARE, Driven, measured, told
from tests.benchmarks.start import TRACKER, library_of
from tracker.library import Library


def main(count: int) -> None:
    if why := corpus.missing():
        print(why)
        count = 36
    with tempfile.TemporaryDirectory() as folder:
        path = library_of(count, Path(folder))
        with Library.open(path, "ann") as library:
            papers = library.new_round("all", "", ["ann"], criteria="machine translation").papers
        print(f"{papers} papers in the round")
        bare = Driven([sys.executable, "-c", BARE])
        print(told("bare Textual app shows a key", measured(bare, "abcdefghij" * 4)))
        bare.close()
        program = Driven([TRACKER, "--library", str(path), "--me", "ann"])
        program.burst(5)
        measured(program, "gt")
        while program.burst(3):  # the round's papers are read and put in order
            pass
        measured(program, "nn")
        print(told("next abstract (y m n)", measured(program, "ymn" * 20)))
        program.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
