"""An upgrade from every schema there was, ended at every statement: the old library is there, or the new one."""

import hashlib
import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from tests.reliability.deeds import Deeds, digests, fingerprint
from tests.reliability.outcome import Outcome
from tracker.errors import TrackerError
from tracker.library import Library
from tracker.resources import resource
from tracker.store import migrate, sqlite
from tracker.terms import Decision

REVISIONS = sorted(path.name[:4] for path in (resource("migrations") / "versions").glob("[0-9]*.py"))
# Of what every schema held: the oldest had no comments, in which a word may stand too.
QUERIES = ("abs:attention", "lenght", "status:later", "#sparse", "has:note", "sort:title")
DEEDS = 60
SHAPE = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2"
FACTS = "SELECT * FROM meta WHERE name <> 'identity' ORDER BY name"  # which an upgrade draws by lot
MANY = 1_000_000  # more statements than an upgrade has
ENDED = 9  # exit code of a process that came to the end of the upgrade


class Held(NamedTuple):
    """What must be the same, however an upgrade went."""

    rows: dict[str, str]  # table → digest
    shape: tuple[tuple[str, ...], ...]
    found: tuple[tuple[int, ...], ...]


def campaign(
    template: Path, folder: Path, *, step: int, seed: int, revisions: Sequence[str] = REVISIONS[:-1]
) -> Outcome:
    """Upgrades from every revision that could end before each `step`-th statement, and what is there when they do."""
    outcome = Outcome("an upgrade that ends at any statement")
    rich = Path(shutil.copy(template, folder / "rich.db"))
    lived_in(rich, random.Random(seed))
    never_older = _held(rich)
    for revision in revisions:
        old = older(rich, folder / f"{revision}.db", revision)
        new = _held(Path(shutil.copy(old, folder / "whole.db")))
        outcome.add(_smaller(old, folder / "whole.db") + _other(new, never_older), f"from {revision}")
        at = random.Random(f"{seed}/{revision}").randrange(step)
        _from(revision, old, new, range(at, MANY, step), outcome)
    return outcome


def _from(revision: str, old: Path, new: Held, places: Container[int], outcome: Outcome) -> None:
    """One upgrade, held before each of its statements: a kill there would leave its files as they are then."""
    judged: dict[str, list[str]] = {}  # what the files hold → what is wrong with it
    looked = 0
    for at in _statements(path := _fresh(old, old.parent / "cut.db")):
        if at not in places:
            continue
        looked += 1
        if (left := _bytes(path)) not in judged:
            judged[left] = _wrong(_left_behind(path), old, new)
        outcome.add(judged[left], f"from {revision}, statement {at}")
    outcome.figures[f"from {revision}"] = f"{looked} statements, {len(judged)} states of the files"


def lived_in(where: str | Path, chance: random.Random) -> None:
    """Have something of everything in a library."""
    with Library.open(where, "ann") as library:
        deeds = Deeds(library, chance)
        for _ in range(DEEDS):
            deeds.one()
        library.new_round("R1")
        library.vote("R1", library.find("").ids[0], Decision.INCLUDE)


def older(rich: Path, path: Path, revision: str) -> Path:
    """The library as a program of that schema would hold it."""
    shutil.copy(rich, path)
    config = Config()
    config.set_main_option("script_location", str(resource("migrations")))
    config.attributes["path"] = path
    command.downgrade(config, revision)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE meta SET value = 'as it was made then' WHERE name = 'search'")
    return path


def _fresh(old: Path, path: Path) -> Path:
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    return Path(shutil.copy(old, path))


def _statements(path: Path) -> Iterator[int]:
    """Open the library in a process that is held before each statement; their numbers."""
    child = os.fork()
    if child == 0:
        try:
            _hold()
            Library.open(path, "ann").close()
        finally:
            os._exit(ENDED)
    number = 0
    while os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1]):
        yield number
        number += 1
        os.kill(child, signal.SIGCONT)


def _hold() -> None:
    """Have this process stop before each statement of any of its connections."""

    def held(_statement: str) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)

    def traced(connection: sqlite3.Connection, prepare: Callable[[sqlite3.Connection], None] = sqlite.prepare) -> None:
        connection.set_trace_callback(held)
        prepare(connection)

    sqlite.prepare = traced
    sa.event.listen(sa.Pool, "connect", lambda connection, _record: connection.set_trace_callback(held))


def _bytes(path: Path) -> str:
    """A digest of the files that a library is made of; those with the same one go on in the same way."""
    digest = hashlib.sha256()
    for file in sorted(path.parent.glob(f"{path.name}*")):
        digest.update(f"{file.name} {file.stat().st_size}".encode())
        digest.update(b"" if file.name.endswith("-shm") else file.read_bytes())  # memory of the process that ends
    return digest.hexdigest()


def _left_behind(path: Path) -> Path:
    """A copy of all the files of a library, as the next program finds them."""
    left = path.with_name("left.db")
    for file in path.parent.glob(f"{left.name}*"):
        file.unlink()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, left.with_name(left.name + file.name.removeprefix(path.name)))
    return left


def _wrong(path: Path, old: Path, new: Held) -> list[str]:
    """What an upgrade that was ended left behind."""
    wrong = []
    with closing(sqlite3.connect(path)) as raw:
        revision = raw.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        wrong += [str(row) for row in raw.execute("PRAGMA integrity_check") if row != ("ok",)]
    if revision != migrate.head() and fingerprint(path) != fingerprint(old):
        wrong.append("neither the old library nor the new one")
    try:
        held = _held(path)
        other = sorted(table for table in new.rows if held.rows.get(table) != new.rows[table])
        wrong += [f"other rows of {', '.join(other)}"] if other else []
        wrong += ["other tables or triggers"] if held.shape != new.shape else []
        wrong += ["searches find others"] if held.found != new.found else []
    except TrackerError as error:
        wrong.append(str(error))
    return wrong


def _held(path: Path) -> Held:
    """What the library holds when this program has opened it."""
    with Library.open(path, "ann") as library:
        found = tuple(tuple(library.find(query).ids) for query in QUERIES)
        ill = [finding for finding in library.check() if not finding.well and finding.name != "rights"]
        assert not ill, ill
    with closing(sqlite3.connect(path)) as raw:
        facts = {"meta": repr(raw.execute(FACTS).fetchall())}
        return Held(digests(path) | facts, tuple(raw.execute(SHAPE)), found)


def _other(new: Held, never_older: Held) -> list[str]:
    """How a library that went through an upgrade differs from one that was never older."""
    wrong = [
        f"“{query}” finds others"
        for query, *found in zip(QUERIES, new.found, never_older.found, strict=True)
        if found[0] != found[1]
    ]
    other = sorted({*new.shape} ^ {*never_older.shape})
    return wrong + ([f"tables, indexes or triggers differ: {other[:3]}"] if other else [])


def _smaller(old: Path, new: Path) -> list[str]:
    """The tables that have fewer rows than before."""
    before, after = _counts(old), _counts(new)
    return [f"{name}: {rows} rows, then {after.get(name)}" for name, rows in before.items() if after.get(name) != rows]


def _counts(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as raw:
        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        kept = [name for name in names if not name.startswith(("sqlite_", "search", "meta", "sketch", "like"))]
        return {name: raw.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in kept}
