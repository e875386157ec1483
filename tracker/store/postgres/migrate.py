"""Bring a library on a server to the schema of this program, once, whoever comes first."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import errors

from tracker.errors import LibraryUnavailable
from tracker.resources import resource
from tracker.store import migrate
from tracker.store.migrate import State, head
from tracker.store.postgres.address import Address
from tracker.store.postgres.connection import Connection
from tracker.store.postgres.fence import LIFT

if TYPE_CHECKING:
    import sqlalchemy as sa

# A transaction by one writer at a time, in the order in which they came; freed when it ends, however it does.
TURN = "BEGIN; SELECT pg_advisory_xact_lock(29810, hashtext(current_schema()))"

# One program of a person at a time, beside those of others who write what is their own.
OWN_TURN = """BEGIN; SELECT pg_advisory_xact_lock_shared(29810, hashtext(current_schema())),
  pg_advisory_xact_lock(29811, hashtext(current_schema() || ' ' || session_user))"""

_STATE = "SELECT version_num, (SELECT value FROM meta WHERE name = 'seeded') FROM alembic_version"
_STRANGERS = "SELECT 1 FROM pg_class WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind = 'r'"
_HAS_TRIGRAMS = "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm' AND installed_version IS NULL"
_COLLATED = """
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r' AND a.attnum > 0
  AND NOT a.attisdropped AND a.attcollation NOT IN (0, CAST('pg_catalog."C"' AS regcollation))
"""


def state(connection: Connection) -> State:
    if connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,):
        if connection.execute(_STRANGERS).fetchone():
            raise LibraryUnavailable("This database holds something else than a tracker library; give an empty one")
        return State(None, None)
    return migrate.told(connection.execute(_STATE).fetchone())


def ensure(
    address: Address, connection: Connection, engine: "Callable[[], sa.Engine]", path: Path, *, create: bool
) -> State:
    """The state after bringing the schema up to date; refuses a library that is newer than the program.

    What there is to lose is first copied beside `path`.
    """
    found, newest = state(connection), head()
    if found.revision == newest:
        return found
    if found.revision is None and not create:
        raise LibraryUnavailable(f"There is no library in {address.shown}")
    if found.revision is not None and found.revision > newest:
        raise migrate.newer(address.shown, found.revision, newest)
    before = None if found.revision is None else begun(path, found.revision)
    try:
        migrate.run(resource("migrations"), engine=engine(), before=before, finish=finish)
    except (psycopg.ProgrammingError, psycopg.IntegrityError) as error:
        if found.revision is None or isinstance(error, errors.InsufficientPrivilege):
            raise
        raise migrate.unlike(address.shown, found.revision, error) from error
    return state(connection)


def begun(path: Path, revision: str) -> "Callable[[sa.Connection], None]":
    """Copies what is there and takes the views of a team away, which `finish` makes anew."""
    from tracker.store.postgres.copy import Older

    older = Older(path, revision)

    def begin(connection: "sa.Connection") -> None:
        older.fill(connection)
        connection.exec_driver_sql(LIFT)

    return begin


def finish(connection: "sa.Connection") -> None:
    """What a schema needs on this engine besides its tables, in the transaction that made them."""
    from tracker.store.postgres import team
    from tracker.store.search import postgres as search

    collate(connection)
    if connection.exec_driver_sql(_HAS_TRIGRAMS).first():
        with_trigrams(connection)
    plain = Connection(raw(connection))
    search.create(plain)
    if team.is_team(plain):
        team.protect(plain)


def collate(connection: "sa.Connection") -> None:
    """Have text compared by its characters' numbers, as SQLite does, whatever language the server speaks."""
    for table, column, kind in connection.exec_driver_sql(_COLLATED).fetchall():
        connection.exec_driver_sql(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" TYPE {kind} COLLATE "C"')


def with_trigrams(connection: "sa.Connection") -> None:
    """Have the extension that finds parts of words, if this role may; search is right without it, only slower."""
    from sqlalchemy.exc import DBAPIError

    try:
        with connection.begin_nested():
            connection.exec_driver_sql("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except DBAPIError:
        return


def raw(connection: "sa.Connection") -> Any:
    """The driver's own connection."""
    return connection.connection.dbapi_connection
