"""Bring a library to the schema of this program: one SELECT when it is there already."""

import os
import sqlite3
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tracker.errors import LibraryUnavailable
from tracker.resources import resource
from tracker.store import sqlite


class State(NamedTuple):
    """The schema a library has (None: an empty file) and the seeding it had (None: not yet asked)."""

    revision: str | None
    seeded: str | None


@cache
def head(scripts: Path | None = None) -> str:
    """The newest revision, as the files are numbered."""
    folder = scripts or resource("migrations")
    return max(name[:4] for name in os.listdir(folder / "versions") if name[:4].isdigit() and name.endswith(".py"))


def state(connection: sqlite3.Connection) -> State:
    try:
        row = connection.execute(
            "SELECT version_num, (SELECT value FROM meta WHERE name = 'seeded') FROM alembic_version"
        ).fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        _refuse_strangers(connection)
        return State(None, None)
    return told(row)


def told(row: tuple[Any, Any] | None) -> State:
    """The state as a library tells it, in four digits and the seeding; refused where another program made it none."""
    revision = str(row[0]) if row else ""
    if not (revision.isascii() and revision.isdigit()):
        raise LibraryUnavailable(
            "The library does not tell its schema any more; `tracker restore` brings back a backup"
        )
    return State(revision, row[1] if row else None)


def _refuse_strangers(connection: sqlite3.Connection) -> None:
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise LibraryUnavailable("This database holds something else than a tracker library; give another file")


def ensure(path: Path, connection: sqlite3.Connection, queue: sqlite.WriteQueue, scripts: Path | None = None) -> State:
    """The state after bringing the schema up to date; refuses a library that is newer than the program."""
    found, newest = state(connection), head(scripts)
    if found.revision == newest:
        return found
    if found.revision is not None and found.revision > newest:
        raise newer(str(path), found.revision, newest)
    with queue.turn():
        found = state(connection)  # another program may have done it while this one waited
        if found.revision != newest:
            upgrade(path, connection, found.revision, scripts or resource("migrations"))
    return state(connection)


def upgrade(path: Path, connection: sqlite3.Connection, revision: str | None, scripts: Path) -> None:
    """Run the missing migrations in one transaction, after a backup where there is something to lose."""
    if revision is not None:
        from tracker.store import backup  # most of the time there is nothing to do

        backup.copy(
            connection, path.with_name(f"{path.name}.schema-{revision}.{time.strftime('%Y%m%d-%H%M%S')}.backup")
        )
    try:
        run(scripts, path=path)
    except sqlite3.OperationalError as error:
        if revision is None or error.sqlite_errorname != "SQLITE_ERROR":
            raise
        raise unlike(str(path), revision, error) from error


def unlike(shown: str, revision: str, error: Exception) -> LibraryUnavailable:
    """For a library whose tables are not those of its schema."""
    told = " ".join(str(error).split())
    return LibraryUnavailable(
        f"Library {shown} is not of schema {revision}, as it says ({told}); nothing was changed,"
        " `tracker restore` brings back a backup"
    )


def newer(shown: str, revision: str, known: str) -> LibraryUnavailable:
    return LibraryUnavailable(
        f"Library {shown} was written by a newer tracker (schema {revision}, this one knows {known});"
        " update tracker to open it"
    )


def run(scripts: Path, to: str | None = None, **where: Any) -> None:
    """Run the migrations (migrations/env.py) on the file at `path`, or on the server of an `engine`; `to`: only as far
    as this revision."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy.exc import DBAPIError

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes.update(where)
    try:
        command.upgrade(config, to or head(scripts))
    except DBAPIError as error:  # a full disk and the like are told as everywhere else
        raise error.orig or error from error
