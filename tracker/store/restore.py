"""Bringing a backup back, so that neither it nor what it takes the place of can be lost."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tracker import private
from tracker.errors import LibraryUnavailable, NotFound
from tracker.store import backup, migrate, sqlite

COUNTED = {
    "papers": "paper",
    "notes": "note",
    "annotations": "annotation",
    "comments": "comment",
    "tags": "tag",
    "reading states": "reading_state",
    "votes": "vote",
    "steps": "step",
}
BESIDE = ("", "-wal", "-shm")  # the files that an SQLite library is made of


def restore(file: Path, path: Path) -> Path | None:
    """Make the library at `path` what `file` holds; where what was there is kept, None where there was nothing.

    Programs that have the library open go on with what was restored. A library that is damaged is moved aside.
    """
    _not_itself(file, path)
    with sqlite.translated(path):
        private.folder(path.parent)
    fresh = verified_copy(file, path.with_name(f"{path.name}.restored"))
    kept = _free(path)
    try:
        with sqlite.translated(path), sqlite.WriteQueue(path).turn():
            return _take_place(fresh, path, kept)
    finally:
        fresh.unlink(missing_ok=True)


def _not_itself(file: Path, path: Path) -> None:
    if not file.is_file():
        raise NotFound(f"There is no file {file} to restore; `tracker restore` alone lists the backups")
    if path.exists() and path.samefile(file):
        raise NotFound(f"{file} is the library itself; give a backup of it")


class Copy(NamedTuple):
    """A backup of a library, and how many things of each kind it holds; None where it cannot be read."""

    file: Path
    made: datetime
    holds: dict[str, int] | None


def copies(path: Path) -> list[Copy]:
    """The backups of the library at `path` that lie where this program puts them, the newest first."""
    found = [Copy(file, datetime.fromtimestamp(file.stat().st_mtime, UTC), _held(file)) for file in backup.every(path)]
    return sorted(found, key=lambda copy: copy.made, reverse=True)


def _held(file: Path) -> dict[str, int] | None:
    try:
        return counts(file)
    except LibraryUnavailable:
        return None


class Difference(NamedTuple):
    """How many things of a kind there are now, and how many a backup holds."""

    what: str
    now: int
    then: int


def compare(file: Path, path: Path) -> list[Difference]:
    """What restoring would change, by the number of things; nothing is changed."""
    _not_itself(file, path)
    return differences(counts(file), counts(path) if path.exists() else {})


def differences(then: Mapping[str, int], now: Mapping[str, int]) -> list[Difference]:
    return [Difference(name, now.get(name, 0), then.get(name, 0)) for name in COUNTED]


def counts(file: Path) -> dict[str, int]:
    """How many things of each kind a library in a file holds."""
    with sqlite.translated(file), closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
        tables = {row[0] for row in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        counted = [(name, table) for name, table in COUNTED.items() if table in tables]
        return {name: source.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for name, table in counted}


def verified_copy(file: Path, target: Path) -> Path:
    """A sound copy of a library that this program can open."""
    with sqlite.translated(file):
        try:
            with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
                _check(source)
                return backup.copy(source, target)
        except LibraryUnavailable as error:
            raise LibraryUnavailable(f"{file} cannot be restored: {error}") from None


def _check(source: sqlite3.Connection) -> None:
    revision = migrate.state(source).revision
    if revision is None:
        raise LibraryUnavailable("it holds no library; give a file that `tracker backup` made")
    if revision > migrate.head():
        raise LibraryUnavailable("it was written by a newer tracker; update tracker first")


def _take_place(fresh: Path, path: Path, kept: Path) -> Path | None:
    if not path.exists():
        fresh.replace(path)
        return None
    if _sound(path):
        _overwrite(fresh, path, kept)
        return kept
    for end in BESIDE:
        old = path.with_name(path.name + end)
        if old.exists():
            old.replace(kept.with_name(kept.name + end))
    fresh.replace(path)
    return kept


def _sound(path: Path) -> bool:
    """Whether a library can be read in full; LibraryUnavailable where the file is another program's."""
    try:
        with closing(sqlite.connect(path)) as live:
            migrate.state(live)
            return [row[0] for row in live.execute("PRAGMA quick_check(1)")] == ["ok"]
    except sqlite3.DatabaseError as error:
        if not error.sqlite_errorname.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
            raise
        return False


def _overwrite(fresh: Path, path: Path, kept: Path) -> None:
    """Keep a copy of what is there, then write the backup into it as one transaction, whoever has it open."""
    with closing(sqlite.connect(path)) as live, closing(sqlite3.connect(fresh)) as source:
        backup.copy(live, kept)
        try:
            source.backup(live, pages=-1)
        except sqlite3.Error:
            kept.unlink()  # what it is a copy of is still there
            raise


def _free(path: Path) -> Path:
    """A name beside the library that is not taken."""
    stem, number = f"{path.stem}-before-restore-{datetime.now():%Y%m%d-%H%M%S}", 1
    kept = path.with_name(f"{stem}{path.suffix}")
    while kept.exists():
        number += 1
        kept = path.with_name(f"{stem}-{number}{path.suffix}")
    return kept
