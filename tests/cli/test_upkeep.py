"""backup, restore, doctor: nothing is lost, and what is wrong is told."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Tracker
from tracker.library import Library


def test_a_backup_is_a_library(tracker: Tracker, tmp_path: Path) -> None:
    assert tracker("backup", "copy.db").out == "copy.db\n"
    assert len(tracker("list", "--library", "copy.db").rows) == 36
    ran = tracker("backup", "copy.db")
    assert ran.code != 0
    assert "exists" in ran.err


def test_a_backup_without_a_name_goes_beside_the_library(tracker: Tracker, seeded: Path) -> None:
    file = Path(tracker("backup", "--json").json["file"])
    assert file.parent == seeded.parent / "backups"
    assert file.stat().st_mode & 0o077 == 0


def test_what_was_there_is_kept_when_a_backup_is_restored(tracker: Tracker, tmp_path: Path) -> None:
    tracker("backup", "copy.db")
    tracker("star", "1")
    kept = tracker("restore", "copy.db", "--json").json["kept"]
    assert tracker("list", "is:starred").out == ""
    assert tracker("list", "is:starred", "--library", kept).ids == [1]
    tracker("restore", kept)
    assert tracker("list", "is:starred").ids == [1]


def test_programs_that_have_the_library_open_go_on_with_what_was_restored(
    tracker: Tracker, open_library: Callable[..., Library]
) -> None:
    library = open_library()
    tracker("backup", "copy.db")
    library.set_star([1], True)
    assert tracker("restore", "copy.db").code == 0
    assert not library.rows([1])[0].starred
    library.set_star([2], True)
    assert tracker("list", "is:starred").ids == [2]
    assert all(finding.well for finding in library.check())


def test_a_damaged_library_is_moved_aside_and_replaced(tracker: Tracker, seeded: Path) -> None:
    tracker("backup", "copy.db")
    seeded.write_bytes(os.urandom(50_000))
    assert tracker("list").code == 3
    kept = Path(tracker("restore", "copy.db", "--json").json["kept"])
    assert kept.stat().st_size == 50_000
    assert len(tracker("list").rows) == 36


def test_a_backup_can_be_restored_where_there_is_nothing(tracker: Tracker) -> None:
    tracker("backup", "copy.db")
    assert tracker("restore", "copy.db", "--library", "new/library.db", "--json").json["kept"] is None
    assert len(tracker("list", "--library", "new/library.db").rows) == 36


def test_only_a_sound_library_is_restored(tracker: Tracker, seeded: Path, tmp_path: Path) -> None:
    before = seeded.read_bytes()
    (tmp_path / "text.db").write_text("no database " * 100)
    with sqlite3.connect("other.db") as other:
        other.execute("CREATE TABLE bookmarks (url)")
    tracker("backup", "newer.db")
    with sqlite3.connect("newer.db") as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    for file in ("text.db", "other.db", "newer.db"):
        ran = tracker("restore", file)
        assert (ran.code, ran.out) == (3, "")
        assert file in ran.err
    assert tracker("restore", str(seeded)).code == 1
    assert seeded.read_bytes() == before
    assert not list(tmp_path.glob("*restore*"))


def test_the_doctor_finds_a_new_library_well(tracker: Tracker) -> None:
    findings = tracker("doctor", "--json").json
    assert all(finding["well"] for finding in findings)
    assert {"engine", "schema", "file", "rows", "index", "rights"} <= {finding["name"] for finding in findings}
    assert tracker("doctor").code == 0


def test_the_doctor_ends_with_1_and_says_what_to_do(tracker: Tracker, seeded: Path) -> None:
    seeded.chmod(0o644)
    ran = tracker("doctor")
    assert ran.code == 1
    assert f"chmod 600 {seeded}" in ran.out
    assert "rights" in ran.err


def test_the_doctor_makes_the_index_anew(tracker: Tracker) -> None:
    ran = tracker("doctor", "--repair")
    assert ran.code == 0
    assert "index anew" in ran.out
    assert tracker("list", "attention").out


def test_what_a_restore_would_change_is_told_and_nothing_changes(tracker: Tracker) -> None:
    tracker("backup", "copy.db")
    tracker("note", "1", "--text", "since then")
    changes = {line["what"]: line for line in tracker("restore", "copy.db", "--dry-run", "--json").json["changes"]}
    assert (changes["notes"]["now"] - changes["notes"]["then"], changes["papers"]["then"]) == (1, 36)
    assert "since then" in tracker("show", "1").out


def test_the_backups_are_listed_and_known_by_their_names(tracker: Tracker, seeded: Path) -> None:
    made = Path(tracker("backup", "--json").json["file"])
    tracker("note", "1", "--text", "since then")
    (seeded.parent / "library-of-another-20260101-000000.db").write_bytes(made.read_bytes())
    kept = Path(tracker("restore", made.name, "--json").json["kept"])
    made.with_name(f"{seeded.stem}-20260101-000000.db").write_text("no database " * 100)
    told = {Path(copy["file"]): copy["holds"] and copy["holds"]["notes"] for copy in tracker("restore", "--json").json}
    assert told == {made: 0, kept: 1, made.with_name(f"{seeded.stem}-20260101-000000.db"): None}
    assert "36 papers, 1 note, " in tracker("restore").out


def test_an_import_leaves_a_copy_of_what_was_there_before(tracker: Tracker, seeded: Path) -> None:
    Path("new.txt").write_text("A title of a new paper\n\nAn abstract about nothing that was written before.\n" * 1)
    tracker("import", "new.txt", "--yes")
    (copy,) = (seeded.parent / "backups").glob("*-daily-*")
    assert len(tracker("list", "--library", str(copy)).rows) == 36
