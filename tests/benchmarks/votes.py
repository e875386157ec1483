"""How long a vote waits when many vote at once: `python -m tests.benchmarks.votes [--server]`.

Every person is a process of their own with one library open, and votes once a second, at a moment of their own or
(`--together`) all at the same instant, which is the worst case: on a new SQLite file, or on a PostgreSQL server of its
own that keeps what it acknowledged, each as a member of the team. Counted are votes that were acknowledged and are not
there, that are there twice, and that were refused. Before them as many processes insert one bare row each time: what
the machine and its load leave to be reached.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.postgresql.server import server
from tests.screening import floor
from tests.screening.crowd import ROUND, Told, crowd
from tracker.formats.record import Record
from tracker.library import Library

OWNER = "ann"
Where = Callable[[str], str]  # where a person finds the library


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


@contextmanager
def filed() -> Iterator[Where]:
    """Everybody on one new file."""
    with tempfile.TemporaryDirectory() as folder:
        yield lambda _: str(Path(folder) / "votes.db")


@contextmanager
def served(people: Sequence[str]) -> Iterator[Where]:
    """Everybody with a role of their own on one new server."""
    with server(durable=True) as running:
        running.make("votes")
        with Library.open(running.url(OWNER, "votes"), OWNER, seed=False) as library:
            library.init_team()
            for name in people:
                library.add_member(name)
        yield lambda name: running.url(name, "votes")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two votes of one person")
    parser.add_argument("--server", action="store_true", help="on PostgreSQL")
    parser.add_argument("--together", action="store_true", help="all at the same instant")
    given = parser.parse_args(arguments)
    people = [f"person{number:02}" for number in range(1, given.people + 1)]
    votes = round(given.seconds / given.pause) if given.pause else given.seconds
    with served(people) if given.server else filed() as where:
        filled(where(people[0]), people, max(200, votes))
        floor.laid(where(OWNER))
        bare = crowd(where, people, votes, given.pause, spread=not given.together, module="tests.screening.floor")
        told = crowd(where, people, votes, given.pause, spread=not given.together)
        with Library.open(where(people[0]), people[0]) as library:
            library.close_round(ROUND)  # until then, nobody reads another's vote
            kept = Counter(
                library.store.read("SELECT p.name, v.paper_id FROM vote v JOIN person p ON p.id = v.person_id")
            )
    said = Counter((one.name, paper) for one in told for paper in one.voted)
    lost, twice = sum((said - kept).values()), sum(count - 1 for count in kept.values())
    refused = sum(len(one.refused) for one in told)
    when = "all at once" if given.together else "each at a moment of their own"
    print(f"{len(people)} people, a vote every {given.pause:g} s, {when}, {sum(said.values())} votes")
    print(f"  load of the machine {os.getloadavg()[0]:.1f}")
    print(f"  lost {lost}   twice {twice}   refused {refused}")
    print(f"  a vote      {waited(told)}")
    print(f"  a bare row  {waited(bare)}")


def waited(told: Sequence[Told]) -> str:
    """How long everybody waited, and worked."""
    waits = sorted(1000 * wait for one in told for wait in one.waits)
    middle, high = statistics.median(waits), waits[round(0.99 * (len(waits) - 1))]
    worked = 1000 * sum(one.cpu for one in told) / len(waits)
    return f"p50 {middle:.0f} ms   p99 {high:.0f} ms   longest {waits[-1]:.0f} ms   {worked:.1f} ms CPU of the client"


if __name__ == "__main__":
    main(sys.argv[1:])
