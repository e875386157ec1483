"""The journal reaches as far back as was set; what goes is in a copy, and what stays can be taken back."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tracker.library import Library
from tracker.store import backup, reach
from tracker.terms import Kept, Status


def aged(path: Path, days: int) -> None:
    """Let everything that was done be so many days old."""
    with sqlite3.connect(path) as raw:
        then = datetime.now(UTC) - timedelta(days=days)
        raw.execute("UPDATE step SET at = :at, undone_at = iif(undone_at IS NULL, NULL, :at)", {"at": then.isoformat()})


def count(path: Path, table: str) -> int:
    with sqlite3.connect(path) as raw:
        found: int = raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return found


def test_what_is_old_goes_and_what_is_new_can_be_taken_back(library: Library, seeded: Path) -> None:
    for number in range(20):
        library.write_note(number + 1, f"old {number}")
    aged(seeded, 100)
    for number in range(5):
        library.set_status([number + 1], Status.DONE)
    assert library.history_begins() is None
    library.tend(Kept(days=90, steps=8))
    assert len(library.history()) == 8  # of the old ones the newest, since there are few new ones
    begins = library.history_begins()
    assert begins is not None
    assert (datetime.now(UTC) - begins).days == 100
    assert len(library.undo(100)) == 8
    assert library.undoable() is None
    assert len(library.redo(100)) == 8
    assert count(seeded, "note") == 20
    assert all(finding.well for finding in library.check())
    assert "were let go" in next(finding.told for finding in library.check() if finding.name == "journal")


def test_days_count_before_numbers(library: Library, seeded: Path) -> None:
    for number in range(12):
        library.write_note(number + 1, "of today")
    library.tend(Kept(days=1, steps=3))
    assert len(library.history()) == 13


def test_a_step_undone_lately_can_still_be_done_again(library: Library, seeded: Path) -> None:
    for number in range(6):
        library.write_note(number + 1, f"note {number}")
    aged(seeded, 100)
    library.undo(4)
    library.tend(Kept(days=90, steps=1))
    assert len(library.redo(100)) == 4
    assert count(seeded, "note") == 6


def test_nothing_goes_that_no_copy_of_the_day_has(library: Library, seeded: Path) -> None:
    library.write_note(1, "old")
    aged(seeded, 100)
    assert library.store.let_go(Kept(days=1, steps=1)) == 0
    assert len(library.history()) == 2
    library.tend(Kept(days=1, steps=1))
    assert len(library.history()) == 1
    with Library.open(backup.dailies(seeded)[0], "ann") as copy:
        assert len(copy.history()) == 2


def test_many_old_steps_go_a_part_at_a_time(library: Library, seeded: Path) -> None:
    with sqlite3.connect(seeded) as raw:
        raw.executemany(
            "INSERT INTO step (person_id, at, title) VALUES (1, '2020-01-01T00:00:00.000000+00:00', ?)",
            [(f"step {number}",) for number in range(3 * reach.AT_ONCE)],
        )
    aged(seeded, 100)
    library.tend(Kept(days=1, steps=10))
    assert count(seeded, "step") == 10


def test_an_import_stands_while_somebody_changed_its_papers_however_old(
    library: Library, open_library: Callable[..., Library], seeded: Path
) -> None:
    library.import_data(b"@misc{k, title={An old paper}}", name="old.bib")
    open_library("bob").write_note(37, "bob's")
    aged(seeded, 100)
    library.set_status([1], Status.DONE)
    library.tend(Kept(days=90, steps=1))
    assert len(library.undo(100)) == 1
    assert [note.body for note in library.notes(37)] == ["bob's"]


def test_who_brought_a_wording_is_known_after_the_journal_forgot(library: Library, seeded: Path) -> None:
    library.import_data(b"@misc{k, title={A paper}, doi={10.5555/1}, abstract={One wording of it.}}", name="1.bib")
    library.import_data(b"@misc{k, title={A paper}, doi={10.5555/1}, abstract={Two wordings of it.}}", name="2.bib")
    before = library.wordings(37)
    assert [wording.person for wording in before] == ["ann", "ann"]
    aged(seeded, 100)
    library.tend(Kept(days=1, steps=1))
    assert library.wordings(37) == before
