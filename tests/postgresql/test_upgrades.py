"""A library on a server is brought to the newest schema whole or not at all, by whoever comes first."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.postgresql.server import Server
from tests.reliability import served_upgrades
from tests.reliability.served_upgrades import downgrade, interrupted
from tests.reliability.upgrades import REVISIONS
from tracker.library import Library
from tracker.store import migrate
from tracker.terms import Status

OPEN = "import sys; from tracker.library import Library; print(len(Library.open(sys.argv[1], 'ann').notes(1)))"


@pytest.fixture
def database(postgres: Server) -> str:
    """A database without a team, whose policies would stand on what an older schema does not have."""
    name = f"alone_{os.getpid()}"
    postgres.make(name)
    return name


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where copies of libraries on servers lie."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "tracker"


@pytest.fixture
def url(postgres: Server, database: str) -> str:
    return postgres.url("ann", database)


def older(url: str, revision: str) -> None:
    """Make the library what a program of that schema would hold, with something in it."""
    with Library.open(url, "ann") as library:
        library.write_note(1, "do not lose me")
        library.tag([1, 2], add=["kept"])
        library.set_status([3], Status.LATER)
        library.write_note(2, "nor me")
        library.undo()
    downgrade(url, revision)


@pytest.mark.slow
def test_an_upgrade_that_ends_at_any_statement_changes_nothing(tmp_path: Path) -> None:
    assert served_upgrades.campaign(tmp_path, seed=40).failures == []


def test_a_killed_upgrade_changes_nothing_and_the_copy_it_began_is_swept(
    postgres: Server, database: str, url: str, data: Path
) -> None:
    older(url, REVISIONS[-2])
    held = served_upgrades.Database(postgres, database)
    before = held.whole()
    assert interrupted(url, 20)
    assert held.whole() == before
    (begun,) = data.glob("*.partial")
    os.utime(begun, (0, 0))
    with Library.open(url, "ann") as library:
        assert [note.body for note in library.notes(1)] == ["do not lose me"]
        assert [finding.told for finding in library.check() if not finding.well] == [
            "its keepers see to copies; 1 copies were never completed"
        ]
        assert f"removed {begun.name}, a copy that was never completed" in library.repair()
    assert not begun.exists()


@pytest.mark.parametrize("revision", [*REVISIONS[:-1:6], REVISIONS[-2]])
def test_what_a_server_holds_is_copied_before_it_is_upgraded(url: str, revision: str, data: Path) -> None:
    older(url, revision)
    with Library.open(url, "ann") as library:
        notes, tagged = library.notes(1), library.find("#kept").ids
    (copy,) = data.iterdir()
    assert copy.name.startswith(f"{library.store.path.name}.schema-{revision}.")
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchone() == (revision,)
    restored = shutil.copy(copy, data / "restored.db")
    with Library.open(restored, "ann") as library:
        assert (library.notes(1), library.find("#kept").ids) == (notes, tagged)
        assert library.redo()
        assert all(finding.well for finding in library.check() if finding.name in ("schema", "rows", "index"))


@pytest.mark.parametrize("revision", [REVISIONS[0], REVISIONS[-2]])
def test_programs_that_upgrade_at_once_find_one_library(postgres: Server, url: str, revision: str) -> None:
    older(url, revision)
    started = [
        subprocess.Popen([sys.executable, "-W", "ignore", "-c", OPEN, url], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [process.communicate()[0] for process in started] == ["1\n"] * 3
    with Library.open(url, "ann") as library:
        assert library.store.state.revision == migrate.head()
