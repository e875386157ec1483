"""A whole library from one engine to another: backups are library files, and a file can become a team's library."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from sqlmodel import SQLModel, col

from tracker.errors import LibraryUnavailable
from tracker.later import journal
from tracker.models import Meta
from tracker.resources import resource
from tracker.store import migrate, sqlite
from tracker.store.engine import make_engine
from tracker.store.file import FileStore
from tracker.store.postgres.address import Address
from tracker.store.postgres.engine import reading_engine
from tracker.store.restore import verified_copy
from tracker.store.store import Committed, Store

PIECE = 1000  # rows


def to_file(address: Address, target: Path) -> Path:
    """Everything that this role may read, at one moment, as a library file that any tracker opens."""
    if target.exists():
        raise LibraryUnavailable(f"{target} exists already; give another name")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    sqlite.touch(partial)
    with sqlite.translated(partial):
        migrate.run(resource("migrations"), path=partial)
        with reading_engine(address).connect() as source, _writing(partial) as kept:
            _empty(kept)
            _copy(source, kept)
            kept.execute(sa.delete(Meta).where(col(Meta.name) == "search"))  # that index stays where it is
        FileStore(partial).close()  # makes the search index
    partial.replace(target)
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
            _count_on(kept)
            store.search.rebuild(journal.raw(session))
            session.info["committed"] = Committed(None, frozenset())


@contextmanager
def _writing(file: Path) -> Iterator[sa.Connection]:
    """A library file in one transaction; afterwards nobody has it open, so that it may be moved."""
    engine = make_engine(file)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


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
        for rows in result.partitions(PIECE):
            kept.execute(sa.insert(table), [dict(row._mapping) for row in rows])


def _count_on(kept: sa.Connection) -> None:
    """Have new rows numbered after those that came with numbers."""
    for table in _tables():
        if isinstance(table.autoincrement_column, sa.Column):
            last = sa.select(sa.func.coalesce(sa.func.max(table.autoincrement_column), 0) + 1)
            sequence = sa.func.pg_get_serial_sequence(table.name, table.autoincrement_column.name)
            kept.execute(sa.select(sa.func.setval(sequence, last.scalar_subquery(), False)))
