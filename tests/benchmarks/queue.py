"""How long the daily questions take in a large library: `python -m tests.benchmarks.queue [papers | library.db]`.

CPU time, the median and the 95th percentile of several runs, after one that is not counted: what comes next, figures,
what is like a paper, and painting a page of the list while it scrolls.
"""

import asyncio
import random
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import process_time

from tests.benchmarks import corpus
from tests.benchmarks.start import library_of
from tests.tui.pilot import desk
from tracker.library import Library

ROUNDS, FRAMES = 9, 300
PAPERS = 100_000
DECIDED = 0.4  # of the papers, over sixty days
COLUMNS = (
    "person_id, paper_id, status, priority, starred, due_on, snoozed_until, passed, finished_at, status_at, decided_at,"
    " changed_at"
)


def live(path: Path) -> None:
    """Let somebody have read in a library for sixty days: most was skipped, some kept, some is due or begun."""
    with Library.open(path, "ann") as library:
        library.set_star([1], True)
        count, me = library.count(""), library.me_id
    connection = sqlite3.connect(path)
    rows = list(_states(me, count))
    holes = ", ".join("?" * 12)
    connection.executemany(f"INSERT OR IGNORE INTO reading_state ({COLUMNS}) VALUES ({holes})", rows)
    connection.commit()
    connection.close()
    with Library.open(path, "ann") as library:
        library.learn_liking()


def _states(me: int, count: int) -> Iterator[tuple[object, ...]]:
    chance, now = random.Random(1), datetime.now(UTC)
    papers = list(range(2, count))
    chance.shuffle(papers)
    decided = int(count * DECIDED)
    for place, paper in enumerate(papers[:decided]):
        at = _stored(now - timedelta(days=60) * (1 - place / decided))
        status = chance.choices(["skipped", "later", "done"], [85, 8, 7])[0]
        finished = None if status == "later" else at
        yield me, paper, status, 0, 0, None, None, 0, finished, at, at, at
    for place, paper in enumerate(papers[decided : decided + 40]):
        at = _stored(now - timedelta(days=place))
        due = (now + timedelta(days=place - 5)).date().isoformat() if place % 3 == 0 else None
        woken = _stored(now - timedelta(hours=place)) if place % 7 == 0 else None
        status = "reading" if place < 5 else "later"
        yield me, paper, status, place % 4, place % 5 == 0, due, woken, place % 3, None, at, at, at


def _stored(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def timed(deed: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """CPU milliseconds of each run."""
    deed()
    found = []
    for _ in range(rounds):
        begun = process_time()
        deed()
        found.append((process_time() - begun) * 1000)
    return found


async def frames(path: Path) -> list[float]:
    """CPU milliseconds of each frame while the list scrolls: the cursor moves on, and a page is painted."""
    found = []
    async with desk(path, (140, 40)) as here:
        papers = here.papers
        for _ in range(FRAMES):
            begun = process_time()
            papers.action_move(1)
            for y in range(papers.size.height):
                papers.render_line(y)
            found.append((process_time() - begun) * 1000)
            await here.pilot.pause()
    return found


def told(name: str, found: Sequence[float], bound: float) -> None:
    ordered = sorted(found)
    late = ordered[min(len(ordered) - 1, round(len(ordered) * 0.95))]
    print(f"{name:<34}{statistics.median(found):>8.1f}{late:>8.1f}{bound:>8.0f}", flush=True)


def measure(path: Path) -> None:
    with Library.open(path, "ann") as library:
        count = library.count("")
        print(f"{count:,} papers, CPU ms{'':<12}{'median':>8}{'p95':>8}{'bound':>8}")
        told("next up, with reasons", timed(library.next_up), 100)
        told("is:open sort:next, all of it", timed(lambda: library.find("is:open sort:next")), 1000)
        told("figures", timed(library.stats), 300)
        chosen = random.Random(2).sample(range(1, count + 1), min(count, ROUNDS))
        papers = iter([*chosen, *chosen])
        told("similar, ten of them", timed(lambda: library.similar(next(papers)), len(chosen)), 100)
    told("a frame of scrolling", asyncio.run(frames(path)), 16)


def main(what: str | None) -> None:
    if what and not what.isdigit():
        measure(Path(what))
        return
    if why := corpus.missing():
        print(why)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = library_of(int(what or PAPERS), Path(folder))
        live(path)
        measure(path)


if __name__ == "__main__":
    main(next(iter(sys.argv[1:]), None))
