"""How a library of very many papers feels.

`python -m tests.benchmarks.million [--size N] [--library FILE] [--peers N]`: papers are imported the way a person does
it, then everything that people do is done, and the tables are written as Markdown. `--library` measures a library that
is there; nothing is added to it but an import that is undone again. `--peers` measures other engines on so many papers,
and reference managers that are installed (on PATH, or in the folder that PEERS names) on at most 2,000 of them.
CPU milliseconds, the median and the 95th percentile after one run that is not counted; `load` says how busy the machine
was.
"""

import argparse
import asyncio
import os
import platform
import random
import re
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks import corpus
from tests.benchmarks.managers import COMMANDS, THEIRS, ours, theirs
from tests.benchmarks.peers import PEERS
from tests.benchmarks.queries import Asked, keystrokes, queries
from tests.benchmarks.queue import frames, timed
from tests.benchmarks.start import TRACKER, until
from tracker.formats import registry
from tracker.formats.record import Record
from tracker.library import Library

SEED = 29  # of the queries
ADDED = 2_000  # papers of the import that is undone again
SHOWN, FIRST = 10, 100  # papers with lit words, and rows of a first list
ROUNDS = 5
ORDERS = ("-added", "title", "-title", "author", "year", "-year", "changed", "-priority", "rating", "status", "random")
ASKED = ("model", "the", "neural network", "status:inbox year:2020..", "#none", "-the", "author:smith")


class Table:
    """Rows of a Markdown table, written as they come."""

    def __init__(self, *heads: str) -> None:
        print(f"\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}", flush=True)

    def row(self, *cells: object) -> None:
        print(f"| {' | '.join(map(str, cells))} |", flush=True)

    def timed(self, name: str, deed: Callable[[], object], rounds: int = ROUNDS) -> None:
        self.costs(name, timed(deed, rounds))

    def costs(self, name: str, found: Sequence[float]) -> None:
        ordered = sorted(found)
        late = ordered[min(len(ordered) - 1, round(len(ordered) * 0.95))]
        self.row(name, f"{median(ordered):.1f}", f"{late:.1f}")


def machine() -> str:
    """What it runs on, in a line."""
    cpuinfo = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*:\s*(.+)", cpuinfo.read_text()) if cpuinfo.exists() else None
    name = model[1] if model else platform.processor() or platform.machine()
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"{name}, {os.cpu_count()} cores, {platform.system()}; {versions}; load {load}"


def memory(what: str) -> float:
    """Resident memory of this process in MB: `VmRSS` now, `VmHWM` at most."""
    status = Path("/proc/self/status").read_text()
    found = re.search(rf"{what}:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else float("nan")


def forget_peak() -> None:
    """Have `VmHWM` count from now on."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


class Records:
    """Papers as records, and the CPU seconds that making them up takes."""

    def __init__(self, size: int, seed: int = 1) -> None:
        self.papers, self.seconds = corpus.stream(size, seed=seed), 0.0

    def __iter__(self) -> Iterator[Record]:
        return self

    def __next__(self) -> Record:
        begun = time.process_time()
        p = next(self.papers)
        record = Record(title=p.title, abstract=p.abstract, authors=tuple(p.authors.split("\n")), year=p.year)
        self.seconds += time.process_time() - begun
        return record


def filled(path: Path, size: int) -> None:
    """A library of so many papers; what the import costs until they are there, and until they are all searched."""
    table = Table("import", "papers/s of CPU", "µs a paper", "most memory, MB")
    with Library.open(path, "bench", seed=False) as library:
        library.warm()
        made, begun = Records(size), time.process_time()
        library.import_records(made, names="corpus", format="benchmark", later=True)
        there = time.process_time()
        table.row("until they are there", *_pace(there - begun - made.seconds, size), f"{memory('VmHWM'):.0f}")
        library.catch_up()
        done = time.process_time() - there
        table.row("until all are searched, behind it", *_pace(done, size), f"{memory('VmHWM'):.0f}")


def _pace(seconds: float, papers: int) -> tuple[str, str]:
    return f"{papers / seconds:,.0f}", f"{seconds / papers * 1e6:.0f}"


def sizes(path: Path) -> None:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    index = "SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'search%' OR name LIKE 'sqlite_autoindex_search%'"
    texts = ("SELECT sum(length(title) + length(authors)) FROM paper", "SELECT sum(length(text)) FROM text_version")
    text = sum(connection.execute(sql).fetchone()[0] for sql in texts) / 1e6
    parts = (text, connection.execute(index).fetchone()[0] / 1e6)
    connection.close()
    table = Table("on the disk", "MB", "of the text")
    for name, size in zip(("text", "search index", "whole file"), (*parts, path.stat().st_size / 1e6), strict=True):
        table.row(name, f"{size:,.0f}", f"{size / text:.2f} ×")


def start(path: Path, folder: Path) -> None:
    """The first list on the screen, in turn with that of a library with hardly any papers."""
    small = folder / "small.db"
    Library.open(small, "bench", seed=True).close()
    shown = {}
    for each in (small, path):
        with Library.open(each, "bench") as library:
            shown[each] = library.rows(library.find("", limit=1).ids)[0].heading[:20].encode()
    runs = [[until([TRACKER, "--library", str(p)], text) for p, text in shown.items()] for _ in range(ROUNDS)]
    few, many = (median(run[place].seconds for run in runs) for place in range(2))
    table = Table("start", "s", "MB")
    table.row("first list of 36 papers", f"{few:.2f}", f"{median(run[0].megabytes for run in runs):.0f}")
    told = f"{many:.2f} ({many / few:.2f} ×)"
    table.row("first list of this library", told, f"{median(run[1].megabytes for run in runs):.0f}")


def lists(library: Library) -> None:
    table = Table("first 100 of a list, CPU ms", "median", "p95")
    for query in (*(f"sort:{order}" for order in ORDERS), *ASKED):
        table.timed(f"`{query}`", partial(library.find, query, limit=FIRST, rough=True))
    table.timed("the last 100 by title", lambda: library.find("sort:-title", limit=FIRST, rough=True))
    table = Table("all of a list, CPU ms", "median", "p95")
    for query in ("", "sort:title", "sort:-priority", "model", "status:inbox"):
        table.timed(f"`{query}`", partial(library.find, query), 2)
        table.timed(f"count of `{query}`", partial(library.count, query), 2)


def typing(library: Library, each: int) -> None:
    """Each key of queries made from papers of the corpus, from the text to rows and lit words."""
    known = list(enumerate(islice(corpus.stream(5_000), 5_000), 1))
    costs, words = [], []
    for text in keystrokes(queries(known, each, seed=SEED)):
        begun = time.process_time()
        found = library.find(text, typing=True, limit=FIRST, rough=True)
        rows = time.process_time()
        library.all_matches(found.ids[:SHOWN], text, typing=True)
        costs.append((rows - begun) * 1e3)
        words.append((time.process_time() - begun) * 1e3)
    table = Table(f"{len(costs):,} keys, CPU ms", "median", "p95")
    table.costs("first rows", costs)
    table.costs("with the words of ten papers lit", words)


def others(library: Library, folder: Path) -> None:
    count = library.count("")
    chosen = iter(random.Random(2).choices(range(1, count + 1), k=2 * ROUNDS))
    table = Table("the rest, CPU ms", "median", "p95")
    table.timed("next up, with reasons", library.next_up)
    table.timed("figures", library.stats)
    table.timed("similar, ten of a paper", lambda: library.similar(next(chosen)))
    table.timed("what may be there twice", library.duplicates, 1)
    copies = (folder / f"copy{number}.db" for number in range(2))
    table.timed("a verified copy of all", lambda: library.backup(next(copies)), 1)
    begun = time.process_time()
    library.import_records(Records(ADDED, seed=3), names="more", format="benchmark")
    imported = time.process_time()
    library.undo()
    table.row(f"import of {ADDED:,} more, searched", f"{(imported - begun) * 1e3:,.1f}", "")
    table.row("and undoing it", f"{(time.process_time() - imported) * 1e3:,.1f}", "")


def exports(library: Library) -> None:
    """Everything in three formats, as it is written to a file: a piece at a time."""
    table, count = Table("export of all", "papers/s of CPU", "µs a paper", "most memory, MB"), library.count("")
    for name in ("jsonl", "csv", "bibtex"):
        forget_peak()
        begun = time.process_time()
        for _ in registry.writing(name).write(library.export_records(whole=name == "jsonl")):
            pass
        table.row(name, *_pace(time.process_time() - begun, count), f"{memory('VmHWM'):.0f}")


def taken_back(path: Path, size: int) -> None:
    """The whole import undone, and done again without its index."""
    table = Table("the import as a step", "papers/s of CPU", "µs a paper", "most memory, MB")
    with Library.open(path, "bench") as library:
        library.warm()
        for name, deed in (("undone", library.undo), ("redone", library.redo)):
            forget_peak()
            begun = time.process_time()
            deed(later=True)
            table.row(name, *_pace(time.process_time() - begun, size), f"{memory('VmHWM'):.0f}")


def spent() -> float:
    """CPU ms of this process and of those that it waited for."""
    times = os.times()
    return 1e3 * (time.process_time() + times.children_user + times.children_system)


def peers(size: int, folder: Path) -> None:
    """Other engines on the same papers, which they hold in memory; each is asked everything once before."""
    papers = list(corpus.stream(size))
    asked = queries(list(enumerate(papers, 1)), 1, seed=SEED)
    table = Table(f"{size:,} papers, CPU ms a query", "median", "p95")
    with Library.open(folder / "peer.db", "bench", seed=False) as library:
        library.import_records(Records(size), names="corpus", format="benchmark")
        table.costs("tracker, first rows", _asked(asked, lambda query: _first(library, query)))
    for name, make in PEERS.items():
        if find := make(papers):
            table.costs(name, _asked(asked, find))
        else:
            table.row(name, "not installed", "")


def managers(size: int) -> None:
    """Reference managers take in BibTeX, each in a process of its own, in a home of its own."""
    table = Table(f"taking in {size:,} entries of BibTeX", "s of CPU", "ms an entry")
    costs = {"tracker": ours(size)[0]} | {name: theirs(name, size) for name in COMMANDS}
    for name, seconds in costs.items():
        table.row(
            name, *("not installed", "") if seconds is None else (f"{seconds:.1f}", f"{seconds / size * 1e3:.1f}")
        )


def _first(library: Library, query: Asked) -> Sequence[int]:
    return library.find(query.text, typing=query.unfinished, limit=FIRST, rough=True).ids


def _asked(asked: Sequence[Asked], find: Callable[[Asked], Sequence[int]]) -> list[float]:
    costs = []
    for query in (*asked, *asked):
        begun = spent()
        find(query)
        costs.append(spent() - begun)
    return costs[len(asked) :]


def measure(path: Path, folder: Path, keys: int) -> None:
    sizes(path)
    start(path, folder)
    with Library.open(path, "bench") as library:
        lists(library)
        typing(library, keys)
        others(library, folder)
        exports(library)
        told = f"{memory('VmRSS'):.0f} MB now, {memory('VmHWM'):.0f} MB at most"
    table = Table("on the screen, CPU ms", "median", "p95")
    table.costs("a frame of scrolling", asyncio.run(frames(path)))
    print(f"\nMemory of the measuring process: {told}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--keys", type=int, default=4, help="queries of each kind that are typed")
    parser.add_argument("--peers", type=int, default=0, help="papers on which other engines are measured too")
    asked = parser.parse_args()
    if why := corpus.missing():
        sys.exit(why)
    print(machine())
    with TemporaryDirectory() as folder:
        path = asked.library or Path(folder) / "million.db"
        if not asked.library:
            filled(path, asked.size)
        measure(path, Path(folder), asked.keys)
        if not asked.library:
            taken_back(path, asked.size)
        if asked.peers:
            peers(asked.peers, Path(folder))
            managers(min(asked.peers, THEIRS))


if __name__ == "__main__":
    main()
