"""A whole library from one engine to another: backups are library files, and a file can become a team's library."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlmodel import SQLModel, col

from tracker.errors import LibraryUnavailable
from tracker.later import journal
from tracker.models import Meta
from tracker.resources import resource
from tracker.store import migrate, sqlite
from tracker.store.engine import make_engine, unwrapped
from tracker.store.file import FileStore
from tracker.store.postgres.address import Address
from tracker.store.postgres.counting import count_on
from tracker.store.postgres.engine import reading_engine
from tracker.store.restore import verified_copy
from tracker.store.store import Committed, Store

PIECE = 1000  # rows

Row = dict[str, Any]


def to_file(address: Address, target: Path) -> Path:
    """Everything that this role may read, at one moment, as a library file that any tracker opens."""
    if target.exists():
        raise LibraryUnavailable(f"{target} exists already; give another name")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    sqlite.touch(partial)
    try:
        with sqlite.translated(partial):
            migrate.run(resource("migrations"), path=partial)
            with unwrapped(), reading_engine(address).connect() as source, _writing(partial) as kept:
                _empty(kept)
                _copy(source, kept)
                kept.execute(sa.delete(Meta).where(col(Meta.name).in_(("search", "rules"))))  # those are the server's
            FileStore(partial).close()  # makes the search index
        partial.replace(target)
    finally:
        for end in sqlite.BESIDE:
            partial.with_name(partial.name + end).unlink(missing_ok=True)
    return target


def from_file(file: Path, store: Store) -> None:
    """Make a library on a server what a file holds, all of it or nothing. Whatever was there is gone."""
    with TemporaryDirectory() as folder:
        fresh = verified_copy(file, Path(folder) / "library.db")
        FileStore(fresh).close()  # brings an older one to this schema
        with store.transaction() as session, _writing(fresh) as source:
            kept = session.connection()
            _empty(kept)
            _copy(source, kept)
            count_on(kept)
            store.search.rebuild(journal.raw(session))
            session.info["committed"] = Committed(None, frozenset())


@contextmanager
def _writing(file: Path) -> Iterator[sa.Connection]:
    """A library file in one transaction; afterwards nobody has it open, so that it may be moved."""
    engine = make_engine(file)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")  # rows may point to later ones
            yield connection
    finally:
        engine.dispose()


class Older:
    """A copy of a library as an older program knows it: a library file of that schema, made before an upgrade."""

    def __init__(self, library: Path, revision: str) -> None:
        with sqlite.reachable(library):
            library.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.revision = revision
        self.target = library.with_name(f"{library.name}.schema-{revision}.{time.strftime('%Y%m%d-%H%M%S')}.backup")
        self._partial = library.with_name(f"{library.name}.schema-{revision}.{os.getpid()}.partial")
        self._partial.unlink(missing_ok=True)
        with sqlite.translated(self._partial):
            sqlite.touch(self._partial)
            migrate.run(resource("migrations"), to=revision, path=self._partial)

    def fill(self, source: sa.Connection) -> None:
        """Copy all that is there, unless somebody else upgraded it meanwhile; nobody writes while this does."""
        bare = source.connection.dbapi_connection
        assert isinstance(bare, psycopg.Connection)
        reached = bare.execute("SELECT version_num FROM alembic_version").fetchone()
        if reached == (self.revision,):
            with sqlite.translated(self._partial), closing(sqlite3.connect(self._partial)) as kept:
                for table, columns in _columns(kept):
                    _carry(bare, kept, table, columns)
                kept.execute("DELETE FROM meta WHERE name IN ('search', 'rules')")  # those are the server's
                kept.commit()
                _verify(kept, self._partial)
            self._partial.replace(self.target)
        self._partial.unlink(missing_ok=True)


def _columns(kept: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """The tables of a library file but for its search index, with their columns as SQL."""
    asked = """SELECT m.name, group_concat('"' || c.name || '"') FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'search%' AND m.name NOT LIKE 'sqlite%' AND m.name <> 'alembic_version'
    GROUP BY m.name"""
    yield from kept.execute(asked).fetchall()


def _carry(bare: psycopg.Connection[Any], kept: sqlite3.Connection, table: str, columns: str) -> None:
    """All rows of a table; refused where they arrive as fewer or more than there are."""
    kept.execute(f'DELETE FROM "{table}"')
    holes = ", ".join("?" * (columns.count(",") + 1))
    with bare.cursor(f"all_{table}") as cursor:
        cursor.itersize = PIECE
        cursor.execute(f'SELECT {columns} FROM "{table}"'.encode())
        kept.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({holes})', cursor)
    wanted = bare.execute(f'SELECT count(*) FROM "{table}"'.encode()).fetchone()
    if kept.execute(f'SELECT count(*) FROM "{table}"').fetchone() != wanted:
        raise LibraryUnavailable(f"The copy before the upgrade has not all rows of {table}; nothing was changed")


def _verify(kept: sqlite3.Connection, path: Path) -> None:
    wrong = kept.execute("PRAGMA foreign_key_check").fetchall()
    if kept.execute("PRAGMA quick_check").fetchone() != ("ok",) or wrong:
        raise LibraryUnavailable(f"The copy before the upgrade, {path}, is not sound; nothing was changed")


def _tables() -> list[sa.Table]:
    return list(SQLModel.metadata.sorted_tables)


def _empty(kept: sa.Connection) -> None:
    for table in reversed(_tables()):
        kept.execute(sa.delete(table))


def _copy(source: sa.Connection, kept: sa.Connection) -> None:
    for table in _tables():
        result = source.execute(
            sa.select(table).order_by(*table.primary_key), execution_options={"stream_results": True}
        )
        rows = _parents_first(table, (dict(row._mapping) for row in result))
        while piece := list(islice(rows, PIECE)):
            kept.execute(sa.insert(table), piece)


def _parents_first(table: sa.Table, rows: Iterator[Row]) -> Iterator[Row]:
    """Rows after those of their own table that they point to: where clocks differ, an answer is older than its
    question."""
    own = [key.parent.name for key in table.foreign_keys if key.column.table is table]
    if not own:
        yield from rows
        return
    waiting, there = list(rows), set[Any]([None])
    while ready := [row for row in waiting if there.issuperset(row[name] for name in own)]:
        yield from ready
        there.update(row["id"] for row in ready)
        waiting = [row for row in waiting if row["id"] not in there]
    yield from waiting  # which point to none, or in a ring: the engine says so
