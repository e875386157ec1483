"""An upgrade of a library on a server, from every schema there was, whose program is killed before any statement."""

import hashlib
import os
import random
import signal
from collections.abc import Callable, Sequence
from itertools import count, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from alembic import command
from alembic.config import Config

from tests.postgresql.server import Server, server
from tests.reliability.outcome import Outcome
from tests.reliability.upgrades import ENDED, QUERIES, REVISIONS, lived_in
from tracker.errors import TrackerError
from tracker.library import Library
from tracker.resources import resource
from tracker.store.postgres.address import address
from tracker.store.postgres.engine import make_engine

TABLES = "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
# How many transactions ended: those before the newest one that are not under way.
COMPLETED = """SELECT CAST(CAST(pg_snapshot_xmax(s) AS text) AS bigint) - (SELECT count(*) FROM pg_snapshot_xip(s))
FROM pg_current_snapshot() s"""
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


def campaign(folder: Path, *, seed: int, revisions: Sequence[str] = REVISIONS[:-1]) -> Outcome:
    """Programs that could be killed before each of their statements. What comes of an upgrade that went through is
    compared with a library that never was older."""
    outcome = Outcome("an upgrade on a server whose program ends at any statement")
    os.environ["XDG_DATA_HOME"] = str(folder)  # where the copies before an upgrade lie
    with server() as running:
        rich, old, cut = (Database(running, name) for name in ("rich", "old", "cut"))
        running.make("rich")
        lived_in(rich.url, random.Random(seed))
        new = rich.held()
        for revision in revisions:
            old.become(rich)
            downgrade(old.url, revision)
            old.run("UPDATE meta SET value = 'as it was made then' WHERE name = 'search'")
            _from(revision, old, cut, new, random.Random(f"{seed}/{revision}"), outcome)
    left = sorted(path.name for path in folder.rglob("*.partial"))
    outcome.figures["copies begun and left"] = f"{len(left)}, which the doctor names"
    return outcome


def _from(revision: str, old: Database, cut: Database, new: Held, chance: random.Random, outcome: Outcome) -> None:
    """A kill leaves what was committed until then, which is the same for all statements between two commits: in each
    such stretch the program is killed at one place."""
    before, counted = old.whole(), old.counts()
    cut.become(old)
    stretches = committed(cut)
    outcome.add(_wrong(cut, counted, new), f"from {revision}")
    for stretch in stretches:
        cut.become(old)
        at = chance.choice(stretch)
        wrong = [] if interrupted(cut.url, at) else ["it was done before"]
        wrong += [] if cut.whole() == before else _wrong(cut, counted, new)
        for _ in stretch:
            outcome.add(wrong, f"from {revision}, statement {at}")
    statements = sum(len(stretch) for stretch in stretches)
    outcome.figures[f"from {revision}"] = f"{statements} statements, {len(stretches)} kills"


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
    numbers = count()

    def killed() -> None:
        if next(numbers) == at:
            os.kill(os.getpid(), signal.SIGKILL)

    return os.WIFSIGNALED(os.waitpid(_opening(url, killed), 0)[1])


def committed(database: Database) -> list[range]:
    """The numbers of the statements by which a library is opened, those apart between which something is committed."""
    begins, done = [0], database.run(COMPLETED)
    child = _opening(database.url, lambda: os.kill(os.getpid(), signal.SIGSTOP))
    for number in count():
        if not os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1]):
            return [range(*ends) for ends in pairwise([*begins, number])]
        before, done = done, database.run(COMPLETED)
        begins += [number] if number and done != before else []
        os.kill(child, signal.SIGCONT)
    raise AssertionError


def _opening(url: str, before_each: Callable[[], object]) -> int:
    """A process that opens the library and does something before each of its statements."""
    child = os.fork()
    if child == 0:
        try:
            for kind, name in product((psycopg.Cursor, psycopg.ServerCursor), ("execute", "executemany")):
                setattr(kind, name, _preceded(getattr(kind, name), before_each))
            Library.open(url, "ann").close()
        finally:
            os._exit(ENDED)
    return child


def _preceded(real: Callable[..., Any], before: Callable[[], object]) -> Callable[..., Any]:
    def execute(*given: Any, **options: Any) -> Any:
        before()
        return real(*given, **options)

    return execute
