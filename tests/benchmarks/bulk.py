"""What a bulk import costs: `python -m tests.benchmarks.bulk [papers]`.

The floor is sqlite3.executemany of the very same rows into the very same tables and index, taken from a library
that was imported before, so that both write the same bytes.
"""

import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks import corpus
from tracker.formats.record import Record
from tracker.library import Library
from tracker.store.search.sql.texts import texts
from tracker.store.search.sqlite import keep

COPIED = (
    *("person", "import_batch", "collection", "paper", "text_version", "title_variant", "collection_paper"),
    *("sketch", "sketched", "likeness"),
)


def imported(path: Path, records: list[Record]) -> float:
    """CPU seconds of the whole path: clean, match, key, insert, render, fold, index, journal, commit."""
    with Library.open(path, "bench", seed=False) as library:
        library.warm()
        begun = time.process_time()
        library.import_records(records, names="corpus", format="benchmark", collection="Corpus")
        return time.process_time() - begun


def copied(source: Path, target: Path) -> float:
    """CPU seconds of executemany alone for the same rows and index entries."""
    Library.open(target, "bench", seed=False).close()
    old, new = sqlite3.connect(source), sqlite3.connect(target)
    papers = [row[0] for row in old.execute("SELECT id FROM paper")]
    entries = [keep.entry(text) for text in texts(old, papers)]
    rows = {name: old.execute(f"SELECT * FROM {name}").fetchall() for name in COPIED}
    begun = time.process_time()
    for name, values in rows.items():
        if values:
            places = ",".join("?" * len(values[0]))
            new.executemany(f"INSERT INTO {name} VALUES ({places})", values)
    keep.add(new, entries)
    new.commit()
    return time.process_time() - begun


def main(count: int) -> None:
    if why := corpus.missing():
        print(why)
        return
    records = [
        Record(title=p.title, abstract=p.abstract, authors=tuple(p.authors.split("\n")), year=p.year)
        for p in corpus.papers(count)
    ]
    with tempfile.TemporaryDirectory() as folder:
        whole = imported(Path(folder) / "imported.db", records)
        floor = copied(Path(folder) / "imported.db", Path(folder) / "copied.db")
    print(f"{count} papers: import {whole:.2f} s CPU, executemany {floor:.2f} s, {whole / floor:.2f} × (≤ 4)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
