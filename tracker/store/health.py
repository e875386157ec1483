"""The doctor's look at a library, from the engine to the rights of its file, and what of it can be mended."""

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tracker.store import backup, migrate, place, reach, shape, sqlite
from tracker.store.search import sqlite as search
from tracker.store.search.sql.agreeing import Progress

FULL = 2  # PRAGMA synchronous
DAY = 86_400.0
STALE = DAY / 24  # seconds after which a copy that is not complete was given up

OBJECT = 'CASE WHEN json_valid("{0}") THEN json_type("{0}") = \'object\' END'
TORN = " OR ".join(
    f"{name} IS NOT NULL AND NOT coalesce({OBJECT.format(name)}, FALSE)" for name in ("row_key", "before", "after")
)
JOURNAL = f"SELECT count(*) FROM change WHERE step_id NOT IN (SELECT id FROM step) OR {TORN}"

TABLES = """
SELECT name FROM sqlite_master
WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search%'
"""
# How a column is declared begins so → what SQLite may hold in it. It lets other programs write anything.
KINDS = {
    "INT": "integer",
    "BIGINT": "integer",
    "BOOL": "integer",
    "FLOAT": "real', 'integer",
    "BLOB": "blob",
    "": "text",
}
# … and what else holds of it.
READ = {
    "DATE": 'date("{0}") IS NOT NULL',
    "VARCHAR(32)": 'datetime("{0}") IS NOT NULL',  # an instant
    "JSON": OBJECT,
}
ABOVE = ("comment", "screening_round")  # tables of which each row may stand below another one


class Finding(NamedTuple):
    """One thing that was looked at. `advice` says what to do where it is not well."""

    name: str
    well: bool
    told: str
    advice: str


def look(connection: sqlite3.Connection, path: Path, progress: Progress) -> Iterator[Finding]:
    """Everything that can be wrong; nothing is changed."""
    yield from _engine(connection, still=sqlite.still(path) is not None)
    yield _lying(path)
    revision = migrate.state(connection).revision
    yield Finding("schema", revision == migrate.head(), f"revision {revision}", "Open the library once to upgrade it")
    yield _file(connection)
    changes = list(shape.changes(connection))
    told = f"changed by another program: {', '.join(changes[:3])}" if changes else "as this program made them"
    yield Finding("tables", not changes, told, "Undo that with the other program, or restore the last backup")
    if not changes:
        yield from _contents(connection, progress)
    yield from _files(path)


def _engine(connection: sqlite3.Connection, *, still: bool) -> Iterator[Finding]:
    mode = "none, on a disk mounted read-only" if still else connection.execute("PRAGMA journal_mode").fetchone()[0]
    told = f"SQLite {sqlite3.sqlite_version}, journal mode {mode}"
    yield Finding(
        "engine", still or mode == "wal", told, "Put the library on a local disk that allows write-ahead logging"
    )
    synced = connection.execute("PRAGMA synchronous").fetchone()[0] == FULL
    keys = connection.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    told = "every change is on the disk before it is told" if synced else "changes are told before they are on the disk"
    yield Finding("durability", synced and keys, told, "Use a Python whose SQLite keeps synchronous=FULL")


def _lying(path: Path) -> Finding:
    service = place.synced(path)
    told = f"in a folder that {service} copies elsewhere" if service else f"on {place.file_system(path) or 'a disk'}"
    advice = "Move the library out of it: a copy made in the middle of a change is damaged. Share backups instead"
    return Finding("place", service is None, told, advice)


def _file(connection: sqlite3.Connection) -> Finding:
    rows = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
    told = "sound" if rows == ["ok"] else "; ".join(rows)
    return Finding("file", rows == ["ok"], told, "Restore the last backup")


def _contents(connection: sqlite3.Connection, progress: Progress) -> Iterator[Finding]:
    dangling = connection.execute("PRAGMA foreign_key_check").fetchall()
    lost = f"{len(dangling)} rows point nowhere, first in {dangling[0][0]}" if dangling else ""
    yield Finding("rows", not dangling, lost or "every row points to one that is there", "Restore the last backup")

    strange = list(_strange(connection))
    told = f"of another kind than they should be: {', '.join(strange[:3])}" if strange else "every value is of its kind"
    yield Finding("values", not strange, told, "Another program wrote them: correct them with it, or restore a backup")

    torn = connection.execute(JOURNAL).fetchone()[0]
    told = f"{torn} entries cannot be read" if torn else reach.told(connection)
    yield Finding("journal", not torn, told, "Restore the last backup; until then some steps cannot be undone")

    wrong = ["not compared with values of another kind"] if strange else search.check(connection, progress)
    told = "; ".join(wrong[:3]) or "search index agrees with the papers"
    yield Finding("index", not wrong, told, "`tracker doctor --repair` makes it anew")


def _strange(connection: sqlite3.Connection) -> Iterator[str]:
    """The columns that hold what no tracker writes, and in how many rows."""
    for (table,) in connection.execute(TABLES).fetchall():
        columns = {row[1]: row[2] for row in connection.execute(f'PRAGMA table_info("{table}")')}
        if table == "change":  # whether its JSON can be read is a finding of its own
            columns = {name: "" if declared == "JSON" else declared for name, declared in columns.items()}
        counts = ", ".join(f"total({_unlike(name, declared)})" for name, declared in columns.items())
        found = connection.execute(f'SELECT {counts} FROM "{table}"').fetchone()
        yield from (f"{table}.{name} ({rows:.0f})" for name, rows in zip(columns, found, strict=True) if rows)
        yield from _illegible(connection, table, [name for name, declared in columns.items() if declared != "BLOB"])
    for table in ABOVE:
        above = dict(connection.execute(f"SELECT id, parent_id FROM {table} WHERE parent_id IS NOT NULL").fetchall())
        below_itself = [row for row in above if _is_below_itself(row, above)]
        yield from [f"{table}.parent_id ({len(below_itself)})"] if below_itself else []


def _unlike(name: str, declared: str) -> str:
    """The condition that a column's value is not of the kind that it is declared to be."""
    kind = next(kind for begin, kind in KINDS.items() if declared.startswith(begin))
    read = f"coalesce({READ[declared].format(name)}, FALSE)" if declared in READ else "TRUE"
    return f"typeof(\"{name}\") NOT IN ('null', '{kind}') OR \"{name}\" IS NOT NULL AND NOT {read}"


def _illegible(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[str]:
    """The columns with text that is no UTF-8. First each row is looked at as a whole, which is soon done."""
    connection.create_function("legible", 1, _legible, deterministic=True)
    whole = " || char(10) || ".join(f"coalesce(\"{name}\", '')" for name in columns)
    if not connection.execute(f'SELECT total(NOT legible(CAST({whole} AS BLOB))) FROM "{table}"').fetchone()[0]:
        return
    counts = ", ".join(
        f'total(typeof("{name}") = \'text\' AND NOT legible(CAST("{name}" AS BLOB)))' for name in columns
    )
    found = connection.execute(f'SELECT {counts} FROM "{table}"').fetchone()
    yield from (f"{table}.{name} ({rows:.0f})" for name, rows in zip(columns, found, strict=True) if rows)


def _legible(text: bytes | None) -> bool:
    try:
        (text or b"").decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_below_itself(row: object, above: Mapping[object, object]) -> bool:
    seen, at = set(), above.get(row)
    while at is not None and at != row and at not in seen:
        seen.add(at)
        at = above.get(at)
    return at == row


def _files(path: Path) -> Iterator[Finding]:
    loose = path.stat().st_mode & 0o077
    told = f"others may open the file (mode {loose:03o})" if loose else "only you may open the file"
    yield Finding("rights", not loose, told, f"`chmod 600 {path}`, unless others shall use it")

    copies = backup.dailies(path)
    last = f"the last daily copy is {copies[-1].name}, of {len(copies)}" if copies else "no daily copy was made yet"
    yield copies_of(path, last)


def copies_of(path: Path, told: str) -> Finding:
    """Whether the copies beside a library are all copies; `told` where they are."""
    left = _given_up(path)
    told = f"{told}; {len(left)} copies were never completed" if left else told
    return Finding("backups", not left, told, "`tracker doctor --repair` removes what is no copy")


def _given_up(path: Path) -> list[Path]:
    """Copies that a program began and did not live to complete."""
    folder = path.parent / backup.FOLDER
    parts = [part for place in (path.parent, folder) for part in backup.named(place, path.stem, ".partial")]
    parts += [copy for copy in backup.named(folder, f"{path.stem}-daily-") if not copy.stat().st_size]
    return [part for part in parts if time.time() - part.stat().st_mtime > STALE]


def mend(path: Path) -> list[str]:
    """Remove copies that were never completed; what was done, a line each."""
    left = _given_up(path)
    for part in left:
        part.unlink(missing_ok=True)
    return [f"removed {part.name}, a copy that was never completed" for part in left]
