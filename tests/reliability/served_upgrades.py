"""An upgrade of a library on a server, from every schema there was, whose program is killed before any statement."""

import hashlib
import os
import random
import signal
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from tests.postgresql.server import Server, server
from tests.reliability.outcome import Outcome
from tests.reliability.upgrades import ENDED, FINE, LATELY, QUERIES, REVISIONS, lived_in
from tracker.errors import TrackerError
from tracker.library import Library
from tracker.resources import resource
from tracker.store.postgres.address import address
from tracker.store.postgres.engine import make_engine

TABLES = "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
REMADE = ("sketch", "like", "search", "meta")  # by the program itself, or facts about the library
SHAPE = (
    """SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2""",
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    """SELECT CAST(CAST(conrelid AS regclass) AS text), conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = CAST('public' AS regnamespace) ORDER BY 1, 2""",
    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    "SELECT tablename, policyname, qual, with_check FROM pg_policies ORDER BY 1, 2",
)


class Held(NamedTuple):
    """What must be the same, however an upgrade went: rows of each table, tables with all that belongs to them,
    papers found."""

    rows: dict[str, int]
    shape: tuple[tuple[Any, ...], ...]
    found: dict[str, tuple[int, ...]]


class Database:
    """A database of a server, as one who may see everything sees it."""

    def __init__(self, running: Server, name: str) -> None:
        self._running, self.name = running, name
        self.url = running.url("ann", name)

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        return self._running.run(statement, database=self.name)

    def become(self, other: "Database") -> None:
        """Hold what another one holds."""
        self._running.make(self.name, other.name)

    def counts(self) -> dict[str, int]:
        names = [name for (name,) in self.run(TABLES)]
        return {name: self.run(f'SELECT count(*) FROM "{name}"')[0][0] for name in names}

    def shape(self) -> tuple[tuple[Any, ...], ...]:
        return tuple(row for asked in SHAPE for row in self.run(asked))

    def whole(self) -> str:
        """A digest of all rows and all that belongs to the tables."""
        digest = hashlib.sha256(repr(self.shape()).encode())
        for name in self.counts():
            digest.update(repr(self.run(f'SELECT CAST(t AS text) FROM "{name}" t ORDER BY 1')).encode())
        return digest.hexdigest()

    def held(self) -> Held:
        """What is there once this program has opened it."""
        with Library.open(self.url, "ann") as library:
            found = {query: tuple(library.find(query).ids) for query in QUERIES}
            ill = [one for one in library.check() if not one.well and one.name != "backups"]  # those that were begun
            assert not ill, ill
        return Held(self.counts(), self.shape(), found)


def campaign(folder: Path, *, step: int, seed: int) -> Outcome:
    """Programs killed at each `step`-th statement; from the oldest schema and the newest ones, and at fewer from the
    others. What comes of an upgrade that went through is compared with a library that never was older."""
    outcome = Outcome("an upgrade on a server whose program ends at any statement")
    os.environ["XDG_DATA_HOME"] = str(folder)  # where the copies before an upgrade lie
    with server() as running:
        rich, old, cut = (Database(running, name) for name in ("rich", "old", "cut"))
        running.make("rich")
        lived_in(rich.url, random.Random(seed))
        new = rich.held()
        for revision in REVISIONS[:-1]:
            every = step if revision in (REVISIONS[0], *LATELY) else step * FINE
            old.become(rich)
            downgrade(old.url, revision)
            old.run("UPDATE meta SET value = 'as it was made then' WHERE name = 'search'")
            _from(revision, old, cut, new, every, random.Random(f"{seed}/{revision}").randrange(every), outcome)
    left = sorted(path.name for path in folder.rglob("*.partial"))
    outcome.figures["copies begun and left"] = f"{len(left)}, which the doctor names"
    return outcome


def _from(revision: str, old: Database, cut: Database, new: Held, every: int, at: int, outcome: Outcome) -> None:
    before, counted, begun = old.whole(), old.counts(), at
    cut.become(old)
    outcome.add(_wrong(cut, counted, new), f"from {revision}")
    cut.become(old)
    while interrupted(cut.url, at):
        after = cut.whole()
        wrong = [] if after == before else _wrong(cut, counted, new)
        outcome.add(wrong, f"from {revision}, statement {at}")
        if after != before:  # its upgrade was done; what followed may end too
            cut.become(old)
        at += every
    outcome.figures[f"from {revision}"] = f"{(at - begun) // every} statements"


def _wrong(database: Database, counted: dict[str, int], new: Held) -> list[str]:
    """What is not as it should be in a library that was older, once it is opened."""
    try:
        held = database.held()
    except TrackerError as error:
        return [str(error)]
    kept = {name: rows for name, rows in counted.items() if not name.startswith(REMADE)}
    wrong = [f"{name}: {rows} rows, then {held.rows[name]}" for name, rows in kept.items() if held.rows[name] != rows]
    other = sorted({str(row) for row in held.shape} ^ {str(row) for row in new.shape})
    wrong += [f"tables, indexes or triggers differ: {other[:3]}"] if other else []
    return wrong + [f"“{query}” finds others" for query in new.found if held.found[query] != new.found[query]]


def downgrade(url: str, revision: str) -> None:
    """Make the library what a program of that schema would hold."""
    engine, config = make_engine(address(url)), Config()
    config.set_main_option("script_location", str(resource("migrations")))
    config.attributes.update(engine=engine, finish=lambda _connection: None)
    command.downgrade(config, revision)
    engine.dispose()


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
