"""What was acknowledged is there: after kill -9, with two writers, on files one may not write."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlmodel import Session

from tracker.errors import LibraryUnavailable
from tracker.library import Library
from tracker.library.values import Changed, NoteConflict
from tracker.store.file import FileStore
from tracker.store.store import Committed
from tracker.terms import Status

WRITER = """
import sys
from tracker.library import Library
library = Library.open(sys.argv[1], sys.argv[2])
for number in range(int(sys.argv[3])):
    library.write_note(1, f"{sys.argv[2]} {number}")
    print(number, flush=True)
"""

EDITOR = """
import sys
from tracker.library import Library
from tracker.library.values import NoteConflict
library, word = Library.open(sys.argv[1], "ann"), sys.argv[2]
for _ in range(15):
    note = library.my_note(1)
    text = note.body + word + "\\n"
    saved = library.write_note(1, text, note_id=note.id, version=note.version, base=note.body)
    while isinstance(saved, NoteConflict):
        both = saved.merged if saved.merged is not None else saved.theirs + word + "\\n"
        saved = library.write_note(1, both, note_id=note.id, version=saved.their_version, base=saved.theirs)
"""


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", script, *map(str, arguments)], stdout=subprocess.PIPE, text=True)


def test_kill_9_in_the_middle_of_a_hundred_writes_loses_nothing_acknowledged(seeded: Path) -> None:
    for after in (1, 20, 50):
        writer = start(WRITER, seeded, f"round{after}", 100)
        assert writer.stdout is not None
        acknowledged = [writer.stdout.readline().strip() for _ in range(after)]
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += writer.stdout.read().split()
        writer.wait()
        with Library.open(seeded, "ann") as library:
            bodies = {note.body for note in library.notes(1)}
            assert {f"round{after} {number}" for number in acknowledged} <= bodies
            assert all(finding.well for finding in library.check())


def test_two_processes_editing_one_note_lose_nobodys_text(open_library: Callable[..., Library], seeded: Path) -> None:
    library = open_library()
    library.write_note(1, "both\n")
    writers = [start(EDITOR, seeded, word) for word in ("here", "there")]
    assert [writer.wait() for writer in writers] == [0, 0]
    note = library.my_note(1)
    assert note is not None
    assert sorted(note.body.split()) == ["both", *["here"] * 15, *["there"] * 15]


def test_many_writers_wait_for_each_other_instead_of_failing(
    open_library: Callable[..., Library], seeded: Path
) -> None:
    writers = [start(WRITER, seeded, name, 20) for name in ("bob", "cyn", "dan")]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert len(open_library().notes(1)) == 60


def test_changes_by_another_process_are_heard_within_a_second(
    open_library: Callable[..., Library], seeded: Path
) -> None:
    library, heard = open_library(), threading.Event()
    library.watch()
    library.subscribe(lambda changed: heard.set() if changed.step is None else None)
    writer = start(WRITER, seeded, "bob", 1)
    assert writer.wait() == 0
    assert heard.wait(1)
    assert [note.body for note in library.notes(1)] == ["bob 0"]


def test_ones_own_step_is_heard_once(library: Library) -> None:
    heard: list[Changed] = []
    library.watch()
    library.subscribe(heard.append)
    library.set_status([1, 2], Status.DONE)
    waited = threading.Event()
    waited.wait(0.6)  # two rounds of the watcher, which must stay silent
    assert [change.papers for change in heard] == [frozenset({1, 2})]


def test_who_looks_right_after_a_commit_takes_it_for_nobody_elses(library: Library) -> None:
    store, seen = library.store, list[object]()
    assert isinstance(store, FileStore)
    looks = threading.Thread(target=lambda: seen.append(store._news()))

    def look(_session: object) -> None:
        looks.start()
        looks.join(0.2)

    event.listen(Session, "after_commit", look, once=True)
    library.set_status([1], Status.DONE)
    looks.join(20)
    assert seen == [None]


def test_that_somebody_else_looked_at_a_paper_is_no_deed(library: Library, seeded: Path) -> None:
    store = library.store
    assert isinstance(store, FileStore)
    with Library.open(seeded, "bob") as other:
        store._news()  # that bob is here
        other.mark_seen(1)
        assert store._news() == Committed(None, frozenset(), deed=False)
        other.set_status([1], Status.DONE)
        assert store._news() == Committed(None, frozenset(), deed=True)
        other.undo()
        assert store._news() == Committed(None, frozenset(), deed=True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_library_in_a_folder_one_may_not_write_says_so(seeded: Path) -> None:
    seeded.parent.chmod(0o500)
    try:
        with pytest.raises(LibraryUnavailable, match="rights"):
            Library.open(seeded, "ann").set_status([1], Status.DONE)
    finally:
        seeded.parent.chmod(0o700)


def test_a_file_that_is_no_library_says_so(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Ann, this is a letter and no database. " * 50)
    with pytest.raises(LibraryUnavailable, match="no tracker library"):
        Library.open(path, "ann")
    assert path.read_text().startswith("Dear Ann")


def test_a_damaged_library_says_where_the_backups_are(seeded: Path) -> None:
    with seeded.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    with pytest.raises(LibraryUnavailable, match="damaged"):
        Library.open(seeded, "ann").detail(1)


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryUnavailable, match="check the folder"):
        Library.open(tmp_path / "file" / "library.db", "ann")


def test_only_the_owner_may_open_a_new_library(tmp_path: Path) -> None:
    Library.open(tmp_path / "new.db", "ann", seed=False).close()
    assert (tmp_path / "new.db").stat().st_mode & 0o077 == 0


def test_a_backup_made_while_writing_is_a_whole_library(open_library: Callable[..., Library], tmp_path: Path) -> None:
    library = open_library()
    library.write_note(1, "in the copy")
    copy = library.backup(tmp_path / "copy.db")
    with Library.open(copy, "ann") as restored:
        assert [note.body for note in restored.notes(1)] == ["in the copy"]
        assert all(finding.well for finding in restored.check())
    with pytest.raises(LibraryUnavailable, match="exists already"):
        library.backup(copy)


def test_a_conflict_is_a_value_and_nothing_is_written(library: Library) -> None:
    note = library.write_note(1, "a")
    assert note is not None
    assert not isinstance(note, NoteConflict)
    assert isinstance(library.write_note(1, "b", note_id=note.id, version=99), NoteConflict)
    assert library.notes(1)[0].body == "a"
