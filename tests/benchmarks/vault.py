"""How long 2,000 notes take to a folder of files and back: `python -m tests.benchmarks.vault`."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.corpus import missing, papers
from tracker import models
from tracker.formats.record import Record
from tracker.library import Library

FILES = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000


def main() -> None:
    if told := missing():
        sys.exit(told)
    with tempfile.TemporaryDirectory() as folder:
        library, vault = Library.open(Path(folder) / "library.db", "ann", seed=False), Path(folder) / "vault"
        fill(library)
        timed("first sync, all files new", lambda: sync(library, vault))
        timed("nothing changed", lambda: sync(library, vault))
        for path in vault.rglob("*.md"):
            path.write_text(path.read_text().replace("A note on", "My note on").replace("inbox", "later"))
        timed("all files changed", lambda: sync(library, vault))
        library.tag([row.id for row in library.rows(library.find("has:note").ids)], add=["all"])
        timed("all papers changed", lambda: sync(library, vault))
        library.close()


def fill(library: Library) -> None:
    """Papers with a note each, and annotations on every fourth."""
    records = [Record(title=paper.title, abstract=paper.abstract, year=paper.year) for paper in papers(FILES)]
    library.import_records(records, names="corpus", format="test")
    ids = list(library.find("").ids)
    with library.step("notes") as step:
        for paper in ids:
            step.session.add(models.Note(paper_id=paper, author_id=step.person_id, body=f"A note on {paper}.\n\nMore."))
    for paper in ids[::4]:
        library.annotate(paper, 0, 40, "result", body="a remark")


def sync(library: Library, vault: Path) -> str:
    report = library.sync_vault(library.plan_vault(vault))
    assert not report.left
    return f"{report.written} written, {report.read} read, {report.same} the same"


def timed(name: str, deed: Callable[[], str]) -> None:
    wall, busy = time.perf_counter(), time.process_time()
    told = deed()
    print(f"{name:28} {time.perf_counter() - wall:6.2f} s  {time.process_time() - busy:6.2f} s busy   {told}")


if __name__ == "__main__":
    main()
