"""What reading and writing files costs, and what is read of real ones: `python -m tests.benchmarks.formats [papers]`.

Seconds are CPU; memory is the most that a fresh process took beyond what it began with (Linux only). Time must grow no
faster than the size, and for CSV, RIS and JSONL memory must not grow with it.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from tests.benchmarks import corpus
from tests.formats.samples import SAMPLES
from tests.formats.test_corpus import CORPUS, NAMELESS
from tests.formats.test_corpus import corpus as counted
from tracker.formats.record import Record
from tracker.formats.registry import reading, source, writing

BOTH = ("bibtex", "ris", "csv", "jsonl", "csl-json", "markdown")
SIZES = (1, 4)


def records(count: int) -> Iterator[Record]:
    """Papers with abstracts, repeated under new titles until there are enough."""
    papers = list(corpus.papers(min(count, 10_000)))
    for number, paper in enumerate(islice(cycle(papers), count)):
        authors = tuple(paper.authors.split("\n"))
        yield Record(title=f"{paper.title} {number}", abstract=paper.abstract, authors=authors, year=paper.year)


def manifest() -> None:
    """The real files: how many records each should give and gives, and how many entries are told of instead."""
    for name, expected in counted():
        found = list(source(CORPUS / name).records())
        read = sum(isinstance(one, Record) for one in found)
        well = read == expected - NAMELESS.get(name, 0)
        print(f"{'ok' if well else '!!'}  {name:60} {expected:4} expected {read:4} read {len(found) - read:3} told")


def growth() -> None:
    """Every reader on its sample, repeated: seconds at one size and at four times that."""
    for name, sample in SAMPLES.items():
        spent = [cpu(name, sample * (400 * times)) for times in SIZES]
        print(f"{name:10} {spent[0]:6.2f} s, four times as long {spent[1]:6.2f} s, {spent[1] / spent[0]:4.1f} × (≤ 6)")


def cpu(name: str, text: str) -> float:
    begun = time.process_time()
    for _ in reading(name).read(text):
        pass
    return time.process_time() - begun


def bulk(count: int) -> None:
    """Writing and reading many papers; the reading in a process of its own, for its memory."""
    with tempfile.TemporaryDirectory() as folder:
        for name in BOTH:
            path = Path(folder) / f"papers.{name}"
            begun = time.process_time()
            with path.open("w", encoding="utf-8", newline="") as file:
                file.writelines(writing(name).write(records(count)))
            wrote = time.process_time() - begun
            code = f"from tests.benchmarks.formats import taken; taken({str(path)!r}, {name!r})"
            told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
            print(f"{name:10} {path.stat().st_size / 1e6:6.1f} MB  write {wrote:6.2f} s  {told.strip()}")


def taken(path: str, name: str) -> None:
    """Read a file in this process and tell seconds and memory."""
    reading(name)
    before = most()
    begun = time.process_time()
    read = sum(isinstance(one, Record) for one in source(Path(path), format=name).records())
    print(f"read {read} in {time.process_time() - begun:6.2f} s, {most() - before:6.1f} MB more memory")


def most() -> float:
    """Megabytes that this process has taken at most; what the one that started it took does not count."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def main(count: int) -> None:
    manifest()
    growth()
    if why := corpus.missing():
        print(why)
    else:
        bulk(count)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
