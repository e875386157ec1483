"""SQLAlchemy's side of a library: the engine and the sessions that steps write through."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import configure_mappers
from sqlmodel import Session

from tracker.errors import Gone
from tracker.store import sqlite
from tracker.store.rows import Connection


def make_engine(path: Path) -> sa.Engine:
    """An engine whose transactions begin as writers, since only steps use it."""
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        connect_args={"timeout": sqlite.BUSY_SECONDS, "factory": Connection},
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        sqlite.prepare(connection)

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def prepare_tables() -> None:
    """Have the tables' classes ready; otherwise the first statement waits for that."""
    import tracker.models  # noqa: F401 - its tables are what is prepared

    configure_mappers()


@contextmanager
def new_session(engine: sa.Engine) -> Iterator[Session]:
    """A session from which the engine's own errors come bare, as from plain connections, but for broken rules."""
    with unwrapped(), Session(engine, expire_on_commit=False) as session:
        try:
            yield session
        except IntegrityError as error:
            if _points_nowhere(error.orig):
                raise Gone from error
            if isinstance(error.orig, sqlite3.Error):
                raise error.orig from error
            raise


@contextmanager
def unwrapped() -> Iterator[None]:
    """Have the engine's own errors come as they do from plain connections, but for broken rules."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise error.orig or error from error


def _points_nowhere(error: BaseException | None) -> bool:
    """Whether a row was to speak of one that is not there."""
    return isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
