"""A library of any age opens, keeps every row, and never by a program older than itself."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

from tests.reliability.upgrades import REVISIONS, older
from tracker import models
from tracker.errors import LibraryUnavailable
from tracker.library import Library
from tracker.resources import resource
from tracker.store import migrate, sqlite
from tracker.store.engine import make_engine

CHANGE_OF_PAPER = '''
"""A change that remakes the paper table."""

import sqlalchemy as sa
from alembic import op

revision = "{number}"
down_revision = "{before}"


def upgrade() -> None:
    with op.batch_alter_table("paper", table_kwargs={{"sqlite_autoincrement": True}}) as table:
        table.add_column(sa.Column("shelf", sa.String(), nullable=True))
        table.alter_column("headline", existing_type=sa.String(), nullable=True)
    {more}
'''


def with_next(tmp_path: Path, more: str = "pass") -> Path:
    """The migrations and one more, which remakes `paper`."""
    scripts = Path(shutil.copytree(resource("migrations"), tmp_path / "migrations"))
    number = f"{int(migrate.head()) + 1:04}"
    text = CHANGE_OF_PAPER.format(number=number, before=migrate.head(), more=more)
    (scripts / "versions" / f"{number}_next.py").write_text(text)
    return scripts


def rows(path: Path) -> dict[str, int]:
    with sqlite3.connect(path) as connection:
        names = [r[0] for r in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            n: connection.execute(f"SELECT count(*) FROM {n}").fetchone()[0]
            for n in names
            if not n.startswith("search")
        }


def lived_in(path: Path) -> Path:
    with Library.open(path, "ann") as library:
        library.write_note(1, "do not lose me")
        library.tag([1, 2], add=["kept"])
        library.rate([3], 5)
    return path


def upgrade(path: Path, scripts: Path) -> None:
    connection = sqlite.connect(path)
    try:
        migrate.ensure(path, connection, sqlite.WriteQueue(path), scripts)
    finally:
        connection.close()


def compared(_object: object, name: str | None, _kind: str, _reflected: bool, _other: object) -> bool:
    """The search index has no model, and alembic cannot compare an index of anything but columns."""
    return not (name or "").startswith(("search", "ix_paper_by_")) and name != "ix_paper_newest"


def test_the_tables_are_those_of_the_models(seeded: Path) -> None:
    engine = make_engine(seeded)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": compared})
        differences = compare_metadata(context, SQLModel.metadata)
    engine.dispose()
    assert differences == []
    assert models.Paper.metadata is SQLModel.metadata


def test_remaking_a_table_keeps_every_row_that_points_to_it(seeded: Path, tmp_path: Path) -> None:
    before = rows(lived_in(seeded))
    upgrade(seeded, with_next(tmp_path))
    assert rows(seeded) == before
    with sqlite3.connect(seeded) as connection:
        assert connection.execute("SELECT body FROM note").fetchone() == ("do not lose me",)
        assert {"ix_paper_by_title", "ix_paper_author_key", "ix_paper_year"} <= indexes(seeded)
        assert "AUTOINCREMENT" in connection.execute("SELECT sql FROM sqlite_master WHERE name = 'paper'").fetchone()[0]


def test_an_upgrade_leaves_a_backup_of_the_library_before_it(seeded: Path, tmp_path: Path) -> None:
    before = rows(lived_in(seeded))
    upgrade(seeded, with_next(tmp_path))
    (copy,) = tmp_path.glob("library.db.schema-*.backup")
    assert rows(copy) == before


@pytest.mark.parametrize("more", ["raise RuntimeError('stop')", "op.execute('DELETE FROM note')"])
def test_a_migration_that_fails_or_loses_rows_changes_nothing(seeded: Path, tmp_path: Path, more: str) -> None:
    before = rows(lived_in(seeded))
    with pytest.raises(RuntimeError):
        upgrade(seeded, with_next(tmp_path, more))
    assert rows(seeded) == before
    with Library.open(seeded, "ann") as library:
        assert library.notes(1)[0].body == "do not lose me"


def test_a_library_newer_than_the_program_is_refused(seeded: Path) -> None:
    with sqlite3.connect(seeded) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9000'")
    with pytest.raises(LibraryUnavailable, match="newer tracker"):
        Library.open(seeded, "ann")


def test_a_database_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(LibraryUnavailable, match="something else"):
        Library.open(path, "ann")
    assert rows(path) == {"recipes": 0}


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_revision_upgrades_with_data_in_it(seeded: Path, tmp_path: Path, revision: str) -> None:
    path = tmp_path / "old.db"
    scripts = Path(shutil.copytree(resource("migrations"), tmp_path / "migrations"))
    for script in (scripts / "versions").glob("[0-9]*.py"):
        if script.name[:4] > revision:
            script.unlink()
    sqlite.touch(path)
    upgrade(path, scripts)
    with sqlite3.connect(path) as connection:
        connection.executescript(
            "INSERT INTO person VALUES (1, 'ann', 'ann', '2026-01-01T00:00:00.000000+00:00');"
            "INSERT INTO paper (id, key, headline, authors, added_at, changed_at)"
            " VALUES (7, 'k', 'A heading', '', '2026', '2026');"
            "INSERT INTO note (paper_id, author_id, title, body, visibility, version, created_at, updated_at)"
            " VALUES (7, 1, '', 'old words', 'team', 1, '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00');"
            "UPDATE paper SET added_at = '2026-01-01T00:00:00.000000+00:00', changed_at = added_at;"
        )
    with Library.open(path, "ann", seed=False) as library:
        assert [note.body for note in library.notes(7)] == ["old words"]
        assert list(library.find("heading").ids) == [7]
        assert all(finding.well for finding in library.check())
    assert indexes(path) == indexes(seeded)


def indexes(path: Path) -> set[str]:
    with sqlite3.connect(path) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}


def test_five_programs_making_one_new_library_at_once_all_open_it(tmp_path: Path) -> None:
    script = "import sys; from tracker.library import Library; print(Library.open(sys.argv[1], 'ann').find('').total)"
    started = [
        subprocess.Popen([sys.executable, "-c", script, tmp_path / "new.db"], stdout=subprocess.PIPE, text=True)
        for _ in range(5)
    ]
    assert [process.communicate()[0] for process in started] == ["36\n"] * 5
    with Library.open(tmp_path / "new.db", "ann") as library:
        assert len(library.history()) == 1
        assert len(library.saved()) == 9


@pytest.mark.parametrize("revision", [REVISIONS[0], REVISIONS[-2]])
def test_programs_that_upgrade_at_once_find_one_library(seeded: Path, tmp_path: Path, revision: str) -> None:
    old = older(lived_in(seeded), tmp_path / "old.db", revision)
    script = "import sys; from tracker.library import Library; print(len(Library.open(sys.argv[1], 'ann').notes(1)))"
    started = [
        subprocess.Popen([sys.executable, "-W", "ignore", "-c", script, old], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert [process.communicate()[0] for process in started] == ["1\n"] * 4
    with Library.open(old, "ann") as library:
        assert all(finding.well for finding in library.check())
        assert library.notes(1)[0].body == "do not lose me"
    assert len(list(tmp_path.glob("old.db.schema-*.backup"))) == 1
