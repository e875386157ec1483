"""A library on a server is brought to the newest schema whole or not at all, by whoever comes first."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from tests.postgresql.server import Server
from tests.reliability.upgrades import QUERIES, REVISIONS
from tracker.library import Library
from tracker.resources import resource
from tracker.store import migrate
from tracker.store.postgres.address import address
from tracker.store.postgres.engine import make_engine
from tracker.terms import Status

OPEN = "import sys; from tracker.library import Library; print(len(Library.open(sys.argv[1], 'ann').notes(1)))"
TABLES = "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
ENDED = 9


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
    engine, config = make_engine(address(url)), Config()
    config.set_main_option("script_location", str(resource("migrations")))
    config.attributes.update(engine=engine, finish=lambda _connection: None)
    command.downgrade(config, revision)
    engine.dispose()


def held(postgres: Server, url: str, database: str) -> dict[str, Any]:
    """What the library holds when this program has opened it: rows of every table, and what searches find."""
    with Library.open(url, "ann") as library:
        found: dict[str, Any] = {query: library.find(query).ids for query in QUERIES}
        assert all(finding.well for finding in library.check() if finding.name in ("schema", "rows", "index"))
    return found | {"rows": counts(postgres, database)}


def counts(postgres: Server, database: str) -> dict[str, int]:
    names = [row[0] for row in postgres.run(TABLES, database=database)]
    return {name: postgres.run(f'SELECT count(*) FROM "{name}"', database=database)[0][0] for name in names}


def interrupted(url: str, at: int) -> bool:
    """Open the library in a process that is killed before its statement number `at`; whether it came to that."""
    child = os.fork()
    if child == 0:
        left = [at]

        def one(*_: object) -> None:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            sa.event.listen(sa.Engine, "before_cursor_execute", one)
            Library.open(url, "ann").close()
        finally:
            os._exit(ENDED)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("every", [45, pytest.param(15, marks=pytest.mark.slow)])
def test_an_upgrade_that_ends_at_any_statement_changes_nothing(
    postgres: Server, database: str, url: str, every: int
) -> None:
    older(url, REVISIONS[0])
    before, at = counts(postgres, database), every // 2
    while interrupted(url, at):
        assert counts(postgres, database) == before
        assert postgres.run("SELECT version_num FROM alembic_version", database=database) == [(REVISIONS[0],)]
        at += every
    assert at > every
    after = held(postgres, url, database)
    assert {name: after["rows"][name] for name in before if name != "meta"} == {
        name: rows for name, rows in before.items() if name != "meta"
    }
    with Library.open(url, "ann") as library:
        assert [note.body for note in library.notes(1)] == ["do not lose me"]


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
