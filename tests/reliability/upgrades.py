"""An upgrade from every schema there was, ended at every statement: the old library is there, or the new one."""

import hashlib
import os
import random
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable
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
HEAD, SAME = 40, 3  # of statements that begin alike, the first ones count: the index is made of thousands
FINE = 5
LATELY = REVISIONS[-5:-1]  # whose upgrades are ended as often as that of the oldest
ENDED = 9  # exit code of a process that came to the end of the upgrade


class Held(NamedTuple):
    """What must be the same, however an upgrade went."""

    rows: dict[str, str]  # table → digest
    shape: tuple[tuple[str, ...], ...]
    found: tuple[tuple[int, ...], ...]


def campaign(template: Path, folder: Path, *, step: int, seed: int) -> Outcome:
    """Upgrades that end at each `step`-th statement, from every revision; and one that goes through.

    The oldest schema passes every migration; from those between it and the newest a few statements are enough.
    """
    outcome = Outcome("an upgrade that ends at any statement")
    rich = Path(shutil.copy(template, folder / "rich.db"))
    lived_in(rich, random.Random(seed))
    for revision in REVISIONS[:-1] if step <= FINE else (REVISIONS[0], REVISIONS[-2]):
        every = step if revision in (REVISIONS[0], *LATELY) else step * FINE
        old = older(rich, folder / f"{revision}.db", revision)
        new = _held(Path(shutil.copy(old, folder / "whole.db")))
        outcome.add(_smaller(old, folder / "whole.db"), f"from {revision}")
        at = begun = random.Random(f"{seed}/{revision}").randrange(every)
        judged: dict[str, list[str]] = {}  # what an end left behind → what is wrong with it
        while _interrupted(path := _fresh(old, folder / "cut.db"), at):
            left = _whole(path)
            if left not in judged:
                judged[left] = _wrong(path, old, new)
            outcome.add(judged[left], f"from {revision}, statement {at}")
            at += every
        outcome.figures[f"from {revision}"] = f"{(at - begun) // every} statements"
    return outcome


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


def _interrupted(path: Path, at: int) -> bool:
    """Open the library in a process that is killed before its statement number `at`; whether it came to that."""
    child = os.fork()
    if child == 0:
        try:
            _count(at)
            Library.open(path, "ann").close()
        finally:
            os._exit(ENDED)
    status = os.waitpid(child, 0)[1]
    return os.WIFSIGNALED(status)


def _count(at: int) -> None:
    """Have every connection of this process count its statements, and the process end before one of them."""
    seen: Counter[str] = Counter()

    def one(statement: str) -> None:
        seen[statement[:HEAD]] += 1
        if sum(min(times, SAME) for times in seen.values()) > at and seen[statement[:HEAD]] <= SAME:
            os.kill(os.getpid(), signal.SIGKILL)

    def traced(connection: sqlite3.Connection, prepare: Callable[[sqlite3.Connection], None] = sqlite.prepare) -> None:
        connection.set_trace_callback(one)
        prepare(connection)

    sqlite.prepare = traced
    sa.event.listen(sa.Pool, "connect", lambda connection, _record: connection.set_trace_callback(one))


def _whole(path: Path) -> str:
    """A digest of all that a file holds, whatever table it is in; the same one goes on in the same way."""
    digest = hashlib.sha256()
    with closing(sqlite3.connect(path)) as raw:
        tables = raw.execute("SELECT name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()
        digest.update(repr(tables).encode())
        for name, sql in tables:
            if (sql or "").startswith("CREATE TABLE"):  # an index of words is kept in some of them
                digest.update(repr(raw.execute(f'SELECT * FROM "{name}"').fetchall()).encode())
        digest.update(repr(raw.execute("PRAGMA integrity_check").fetchall()).encode())
    return digest.hexdigest()


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


def _smaller(old: Path, new: Path) -> list[str]:
    """The tables that have fewer rows than before."""
    before, after = _counts(old), _counts(new)
    return [f"{name}: {rows} rows, then {after.get(name)}" for name, rows in before.items() if after.get(name) != rows]


def _counts(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as raw:
        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        kept = [name for name in names if not name.startswith(("sqlite_", "search", "meta", "sketch", "like"))]
        return {name: raw.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in kept}
