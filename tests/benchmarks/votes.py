"""How long a vote waits when many vote at once: `python -m tests.benchmarks.votes [--people 20] [--seconds 30] [URL]`.

Every person is a process of their own with one library open, and votes once a second. Without a URL, on a new SQLite
file. Counted are votes that were acknowledged and are not there, that are there twice, and that were refused.
"""

import argparse
import random
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.screening.crowd import ROUND, crowd
from tracker.formats.record import Record
from tracker.library import Library


def filled(where: str | Path, people: Sequence[str], papers: int) -> None:
    """A library with so many papers, and a round in which everybody votes on each."""
    chance = random.Random(1)
    with Library.open(where, people[0], seed=False) as library:
        if not library.count(""):
            words = [f"word{number}" for number in range(2000)]
            texts = (" ".join(chance.choices(words, k=150)) for _ in range(papers))
            records = [Record(title=f"Paper {number}", abstract=text) for number, text in enumerate(texts)]
            library.import_records(records, names="made up", format="test")
        library.new_round(ROUND, "", people, votes=0)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two votes of one person")
    parser.add_argument("where", nargs="?")
    given = parser.parse_args(arguments)
    people = [f"person{number:02}" for number in range(1, given.people + 1)]
    votes = round(given.seconds / given.pause) if given.pause else given.seconds
    with tempfile.TemporaryDirectory() as folder:
        where = given.where or Path(folder) / "votes.db"
        filled(where, people, max(200, votes))
        told = crowd(lambda _: str(where), people, votes, given.pause)
        with Library.open(where, people[0]) as library:
            kept = Counter(
                library.store.read("SELECT p.name, v.paper_id FROM vote v JOIN person p ON p.id = v.person_id")
            )
    said = Counter((one.name, paper) for one in told for paper in one.voted)
    waits = sorted(1000 * wait for one in told for wait in one.waits)
    lost, twice = sum((said - kept).values()), sum(count - 1 for count in kept.values())
    refused = sum(len(one.refused) for one in told)
    print(f"{len(people)} people, a vote every {given.pause:g} s, {len(waits)} votes")
    print(f"  lost {lost}   twice {twice}   refused {refused}")
    middle, high = statistics.median(waits), waits[round(0.99 * (len(waits) - 1))]
    print(f"  wait p50 {middle:.0f} ms   p99 {high:.0f} ms   longest {waits[-1]:.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
