"""Measures search: `python -m tests.benchmarks.search [SIZE…] [--each N] [--keys N] [--peers N]`.

Quality is that of queries made from papers with another seed than those that the weights were tuned on. CPU ms are of
this process and those it starts; `pace` is how long a fixed piece of work took beside it, so that figures of a busy
machine can be read.
"""

import argparse
import gc
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.corpus import Paper, missing, papers
from tests.benchmarks.library import empty, fill
from tests.benchmarks.peers import PEERS
from tests.benchmarks.queries import Asked, keystrokes, queries
from tests.benchmarks.shapes import shapes
from tests.benchmarks.taken import Taken, pace, share, taken, told
from tracker.query.parse import parse
from tracker.query.tree import Query
from tracker.store.search import sqlite as engine
from tracker.store.search.hits import Hits, Stopped
from tracker.store.search.sql.texts import texts
from tracker.store.search.sqlite.keep import entry

SEED = 29  # of the queries that are reported; the weights were tuned on others
SHOWN = 10  # papers whose words are lit after each key
ROWS = 50  # first rows of a list
SLOWEST = 8  # of the queries put together by chance are named
WORST = (
    *("t", "a*", "the", "model", "we propose a method for", "the of and in to", "a b c d e f", "x* y* z*", "-the"),
    *("comp", "multi", "language mod", "zzzzqqqq", "~calibration", "selfattention", "#none", "like:5", "words:>300"),
    *("/\\d{7}/", "model /\\d{7}/", "abs:/^we propose/", "sort:title", "sort:random the", "status:inbox year:2020.."),
)


def build(path: Path, made: list[Paper]) -> sqlite3.Connection:
    """A library with its index; what it costs beside plain inserts of the same rows and the same index."""
    connection = empty(path)
    connection.execute("BEGIN")
    rows = taken(lambda: fill(connection, made)).cpu
    connection.execute("COMMIT")
    before = size(connection, path)
    numbers = range(1, len(made) + 1)
    connection.execute("BEGIN")
    indexed = taken(partial(index, connection, numbers)).cpu
    connection.execute("COMMIT")
    own = sum(len(f"{p.title}{p.authors}{p.abstract}".encode()) for p in made) / 1e6
    bare = inserted(connection)
    whole, each = (rows + indexed) / 1e3, 1e3 * indexed / len(made)
    print(f"rows {rows / 1e3:.1f} s CPU · rows and index {whole:.1f} s · {each:.0f} µs a paper for the index")
    print(f"  = {whole * 1e3 / rows:.1f} × rows by executemany, {whole * 1e3 / (rows + bare):.1f} × rows and index so")
    print(f"index {size(connection, path) - before:.1f} MB · text {own:.1f} MB · file {size(connection, path):.1f} MB")
    return connection


def index(connection: sqlite3.Connection, numbers: range) -> None:
    """As a library does it after an import."""
    engine.index(connection, numbers)
    while engine.settle(connection):
        pass


def inserted(connection: sqlite3.Connection) -> float:
    """CPU ms of plain inserts of what is indexed, worked out before, into such an index."""
    bare = sqlite3.connect(":memory:")
    bare.execute("CREATE TABLE meta (name PRIMARY KEY, value)")
    engine.create(bare)
    part = [entry(each) for each in texts(connection, range(1, 2001))]
    (count,) = connection.execute("SELECT count(*) FROM paper").fetchone()

    def insert() -> None:
        bare.executemany("INSERT INTO search (rowid, words) VALUES (?, ?)", [(each.paper, each.words) for each in part])
        bare.executemany("INSERT OR IGNORE INTO search_word VALUES (?)", [(word,) for e in part for word in e.public])
        bare.commit()

    return taken(insert).cpu * int(count) / len(part)


def size(connection: sqlite3.Connection, path: Path) -> float:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return float(path.stat().st_size) / 1e6


def quality(connection: sqlite3.Connection, asked: list[Asked], find: Callable[[Asked], Sequence[int]]) -> None:
    """MRR, recall and latency by kind of query."""
    kinds: dict[str, list[tuple[float, float, Taken]]] = {}
    for query in asked:
        found: list[int] = []
        cost = taken(partial(_extend, found, partial(find, query)))
        rank = found.index(query.paper) + 1 if query.paper in found else 0
        kinds.setdefault(query.kind, []).append((1 / rank if rank else 0.0, rank, cost))
    kinds["ALL"] = [each for some in kinds.values() for each in some]
    print(f"{'kind':20s}   MRR   r@1  r@10   CPU ms: p50      p95  wall ms: p95")
    for kind, some in kinds.items():
        first = sum(rank == 1 for _, rank, _ in some) / len(some)
        ten = sum(0 < rank <= 10 for _, rank, _ in some) / len(some)
        cpu, wall = [cost.cpu for *_, cost in some], [cost.wall for *_, cost in some]
        mean = sum(each for each, *_ in some) / len(some)
        told = f"{share(cpu, 0.5):12.2f} {share(cpu, 0.95):8.2f} {share(wall, 0.95):13.2f}"
        print(f"{kind:20s}  {mean:.3f} {first:.3f} {ten:.3f} {told}")


def ours(connection: sqlite3.Connection) -> Callable[[Asked], Sequence[int]]:
    def find(query: Asked) -> Sequence[int]:
        return first_rows(connection, parse(query.text, typing=query.unfinished))

    return find


def first_rows(connection: sqlite3.Connection, query: Query) -> Sequence[int]:
    return engine.find(connection, query, me=1, limit=ROWS, rough=True).ids


def typed_rows(connection: sqlite3.Connection, text: str) -> Sequence[int]:
    return first_rows(connection, parse(text, typing=True))


def light(connection: sqlite3.Connection, query: Query, shown: Sequence[int]) -> None:
    engine.matches(connection, shown, query, me=1)


def _extend(found: list[int], find: Callable[[], Sequence[int]]) -> None:
    found.extend(find())


def typing(connection: sqlite3.Connection, asked: list[Asked]) -> None:
    """What each key costs, from the text to the first rows and to the lit words of the first papers."""
    cpu: list[float] = []
    wall: list[float] = []
    rows: list[float] = []
    for text in keystrokes(asked):
        found: list[int] = []
        query = parse(text, typing=True)
        first = taken(partial(_extend, found, partial(typed_rows, connection, text)))
        lit = taken(partial(light, connection, query, found[:SHOWN]))
        cpu.append(first.cpu + lit.cpu)
        wall.append(first.wall + lit.wall)
        rows.append(first.cpu)
    print(f"{len(cpu)} keys, ms")
    for name, values in (("first rows, CPU", rows), ("with lit words, CPU", cpu), ("with lit words, wall", wall)):
        print("  " + told(name, values))


def worst(connection: sqlite3.Connection) -> None:
    """The first rows, and all of them, of queries that are meant to be slow."""
    print("first rows / all of them, CPU ms")
    for text in WORST:
        query = parse(text)
        first = taken(partial(first_rows, connection, query)).cpu
        if "\\d{7}" in text:
            print(f"  {text:28s} {first:7.1f}")
            continue
        every = taken(partial(engine.find, connection, query, me=1)).cpu
        print(f"  {text:28s} {first:7.1f} {every:8.1f}")


def by_chance(connection: sqlite3.Connection, asked: Sequence[str]) -> None:
    """The first rows of queries of every shape, the slowest by name; and how many had none by then, but later."""
    costs: list[tuple[float, str]] = []
    without = 0
    for text in asked:
        found: list[Hits] = []
        costs.append((taken(partial(_first, connection, text, found)).cpu, text))
        late = not found[0].ids and not found[0].complete
        without += late and engine.find(connection, parse(text), me=1, limit=0).total > 0
    print(told(f"{len(costs)} shapes, first rows", [cost for cost, _ in costs]) + f" · {without} without a row by then")
    for cost, text in sorted(costs, reverse=True)[:SLOWEST]:
        print(f"  {cost:7.1f}  {text if len(text) <= 70 else f'{text[:69]}…'}")


def _first(connection: sqlite3.Connection, text: str, found: list[Hits]) -> None:
    found.append(engine.find(connection, parse(text), me=1, limit=ROWS, rough=True))


def writing(connection: sqlite3.Connection) -> None:
    """What the index adds to the write of one paper."""
    costs: list[float] = []
    for paper in range(1, 400):
        connection.execute("BEGIN IMMEDIATE")
        cost = taken(partial(engine.forget, connection, [paper])).cpu
        connection.execute("UPDATE paper SET title = title || ' again' WHERE id = ?", (paper,))
        cost += taken(partial(engine.index, connection, [paper])).cpu
        connection.execute("COMMIT")
        costs.append(cost)
    print(told("one paper's write, ms", costs))


def stopping(connection: sqlite3.Connection) -> None:
    """How soon a long search ends after it is interrupted and told so, as the program does both."""
    late: list[float] = []
    for text in ("the OR a OR of", "sort:random model", "abs:/zzz\\d+/", "-the model OR t*") * 5:
        at: list[float] = []

        def interrupt(at: list[float] = at) -> None:
            at.append(time.perf_counter())
            connection.interrupt()

        timer = threading.Timer(0.02, interrupt)
        timer.start()
        try:
            engine.find(connection, parse(text), me=1, stop=partial(bool, at))
        except Stopped:
            late.append((time.perf_counter() - at[0]) * 1e3)
        timer.join()
    print(told(f"{len(late)} searches ended, ms", late) if late else "no search was long enough to be ended")


def cold(path: Path) -> None:
    """A search by a new process, beside one that only imports sqlite3."""
    imports = "import sqlite3\nfrom tracker.query.parse import parse\nfrom tracker.store.search.sqlite import find\n"
    search = f"{imports}print(find(sqlite3.connect({str(path)!r}), parse('parsing'), me=1, limit=20).total)"
    bare, imported, searched = (
        min(_process(script) for _ in range(9)) for script in ("import sqlite3", imports, search)
    )
    print(
        f"cold: python with sqlite3 {bare:.0f} ms wall · with what a search imports {imported:.0f}"
        f" ({imported / bare:.1f} ×) · with the search {searched:.0f}"
    )


def _process(script: str) -> float:
    return taken(partial(subprocess.run, [sys.executable, "-c", script], capture_output=True, check=True)).wall


def main(arguments: Sequence[str]) -> None:
    options = argparse.ArgumentParser(prog="tests.benchmarks.search")
    options.add_argument("sizes", nargs="*", type=int, default=[10_000, 100_000])
    options.add_argument("--each", type=int, default=40, help="queries of every kind")
    options.add_argument("--keys", type=int, default=3, help="queries of every kind that are typed key by key")
    options.add_argument("--shapes", type=int, default=300, help="queries put together by chance")
    options.add_argument("--peers", type=int, default=2, help="queries of every kind on other engines too; 0: on none")
    chosen = options.parse_args(arguments)
    if told_why := missing():
        print(told_why)
        return
    for count in chosen.sizes:
        with TemporaryDirectory() as folder:
            measure(Path(folder) / "library.db", count, chosen)


def measure(path: Path, count: int, chosen: argparse.Namespace) -> None:
    print(f"\n=== {count:,} papers · pace {pace():.3f} ms")
    made = list(papers(count))
    connection = build(path, made)
    gc.freeze()  # as the program does: what was there before a search is not looked through while its clock runs
    real = [(number, paper) for number, paper in enumerate(made, 1) if paper.real]
    asked = queries(real, chosen.each, seed=SEED)
    quality(connection, asked, ours(connection))
    print(f"pace {pace():.3f} ms")
    typing(connection, queries(real, chosen.keys, seed=SEED + 1))
    worst(connection)
    if chosen.shapes:
        by_chance(connection, shapes(made, chosen.shapes, seed=SEED + 2))
    stopping(connection)
    writing(connection)
    cold(path)
    print(f"pace {pace():.3f} ms")
    if chosen.peers:
        compare(connection, made, queries(real, chosen.peers, seed=SEED + 3))


def compare(connection: sqlite3.Connection, made: list[Paper], asked: list[Asked]) -> None:
    """The same few queries here and on other engines, of which some take seconds for each."""
    print(f"--- {len(asked)} queries here")
    quality(connection, asked, ours(connection))
    for name, peer in PEERS.items():
        print(f"--- {name}")
        find = peer(made)
        quality(connection, asked, find) if find else print("not installed")


if __name__ == "__main__":
    main(sys.argv[1:])
