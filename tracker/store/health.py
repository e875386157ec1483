"""The doctor's look at a library: engine, schema, file, rows, index, rights. Nothing is changed."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tracker.store import migrate
from tracker.store.search import sqlite as search


class Finding(NamedTuple):
    """One thing that was looked at. `advice` says what to do where it is not well."""

    name: str
    well: bool
    told: str
    advice: str


def look(connection: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    told = f"SQLite {sqlite3.sqlite_version}, journal mode {mode}"
    yield Finding("engine", mode == "wal", told, "Put the library on a local disk that allows write-ahead logging")

    revision = migrate.state(connection).revision
    yield Finding("schema", revision == migrate.head(), f"revision {revision}", "Open the library once to upgrade it")

    rows = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
    told = "sound" if rows == ["ok"] else "; ".join(rows)
    yield Finding("file", rows == ["ok"], told, "Restore the last backup")

    dangling = connection.execute("PRAGMA foreign_key_check").fetchall()
    told = (
        f"{len(dangling)} rows point nowhere, first in {dangling[0][0]}"
        if dangling
        else "every row points to one that is there"
    )
    yield Finding("rows", not dangling, told, "Restore the last backup")

    wrong = search.check(connection)
    told = "; ".join(wrong[:3]) or "search index agrees with the papers"
    yield Finding("index", not wrong, told, "`tracker doctor --repair` makes it anew")

    loose = path.stat().st_mode & 0o077
    told = f"others may open the file (mode {loose:03o})" if loose else "only you may open the file"
    yield Finding("rights", not loose, told, f"`chmod 600 {path}`, unless others shall use it")
