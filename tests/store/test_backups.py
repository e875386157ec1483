"""A copy each day, of which the last are kept; where a library may lie; what the doctor finds and mends."""

import os
import sqlite3
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from tracker.errors import LibraryUnavailable
from tracker.library import Library
from tracker.store import backup, place, sqlite
from tracker.terms import Kept

MOUNTS = """\
25 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
40 25 0:35 / /home rw - nfs4 server:/home rw
41 40 0:36 / /home/ann/my\\040disk rw - ext4 /dev/sdb1 rw
42 25 0:37 / /mnt/share rw - cifs //server/share rw
"""


def test_each_day_of_use_leaves_one_verified_copy(library: Library) -> None:
    library.write_note(1, "in the copy")
    made = library.tend(Kept())
    assert made is not None
    assert made.stat().st_mode & 0o077 == 0
    assert library.tend(Kept()) is None
    with Library.open(made, "ann") as copy:
        assert [note.body for note in copy.notes(1)] == ["in the copy"]


def test_the_last_seven_days_are_kept_and_days_without_change_make_none(library: Library, seeded: Path) -> None:
    connection, first = sqlite.connect(seeded), date(2026, 3, 1)
    for day in range(10):
        library.write_note(1, f"day {day}")
        seeded.touch()
        assert backup.daily(connection, seeded, first + timedelta(days=day)) is not None
        for copy in backup.dailies(seeded):
            os.utime(copy, (time.time() + day - 50, time.time() + day - 50))
    assert [copy.stem[-8:] for copy in backup.dailies(seeded)] == [f"202603{day:02}" for day in range(4, 11)]
    library.backup()
    os.utime(backup.dailies(seeded)[-1])
    assert backup.daily(connection, seeded, first + timedelta(days=20)) is None


def test_two_programs_make_one_copy(library: Library, open_library: Callable[..., Library], seeded: Path) -> None:
    other = open_library()
    library.write_note(1, "a change")
    assert [library.tend(Kept()) is None, other.tend(Kept()) is None] == [False, True]
    assert len(backup.dailies(seeded)) == 1


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/library.db", "ext4"),
        ("/home/bob/library.db", "nfs4"),
        ("/home/ann/my disk/library.db", "ext4"),
        ("/mnt/share/team/library.db", "cifs"),
    ],
)
def test_the_file_system_of_a_path_is_that_of_the_mount_nearest_to_it(tmp_path: Path, path: str, kind: str) -> None:
    (tmp_path / "mountinfo").write_text(MOUNTS)
    assert place.file_system(Path(path), tmp_path / "mountinfo") == kind


def test_a_library_on_a_network_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "NETWORK", {place.file_system(tmp_path)})  # as if this disk were one
    if place.file_system(tmp_path) is None:
        pytest.skip("this system does not tell its file systems")
    with pytest.raises(LibraryUnavailable, match="PostgreSQL"):
        Library.open(tmp_path / "library.db", "ann")


@pytest.mark.parametrize("folder", ["Dropbox", "OneDrive - University", "Nextcloud"])
def test_a_synced_folder_is_warned_of(seeded: Path, tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir()
    moved = seeded.rename(tmp_path / folder / "library.db")
    with Library.open(moved, "ann") as library:
        (finding,) = [one for one in library.check() if not one.well]
    assert finding.name == "place"
    assert folder.split()[0] in finding.told


def test_the_doctor_names_what_is_wrong_with_the_journal(library: Library, seeded: Path) -> None:
    library.write_note(1, "a")
    with sqlite3.connect(seeded) as raw:
        raw.execute("UPDATE change SET after = '{broken'")
    assert [finding.name for finding in library.check() if not finding.well] == ["journal"]


def test_what_can_be_mended_is_mended_and_named(library: Library, seeded: Path) -> None:
    left = seeded.with_name(f"{seeded.name}.partial")
    left.write_text("half a copy")
    os.utime(left, (0, 0))
    assert [finding.name for finding in library.check() if not finding.well] == ["backups"]
    done = library.repair()
    assert any(left.name in line for line in done)
    assert all(finding.well for finding in library.check())


@pytest.mark.parametrize(
    ("column", "value"),
    [("paper.title", b"\xff\xfe"), ("paper.year", "last year"), ("reading_state.due_on", "9999-99-99")],
    ids=["title", "year", "day"],
)
def test_the_doctor_names_a_value_that_no_tracker_writes(
    library: Library, seeded: Path, column: str, value: object
) -> None:
    library.set_star([1], True)
    assert next(finding for finding in library.check() if finding.name == "values").well
    table, name = column.split(".")
    with sqlite3.connect(seeded) as raw:
        raw.execute(f"UPDATE {table} SET {name} = ?", (value,))
    found = next(finding for finding in library.check() if finding.name == "values")
    assert (found.well, f"{column} (" in found.told) == (False, True)
