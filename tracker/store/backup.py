"""Verified copies of a library that may be in use."""

import os
import re
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

from tracker import private
from tracker.errors import LibraryUnavailable
from tracker.store.sqlite import reachable, unavailable

FOLDER = "backups"  # beside the library
KEPT = 7  # daily copies
AS_FOUND = ("CHECK constraint failed", "NULL value in")  # a copy of what another program wrote is sound as a copy
ROOM = 4  # times the size of the library that must be free for a daily copy


def copy(connection: sqlite3.Connection, target: Path) -> Path:
    """Copy the whole library to `target`, which appears only when it is complete and sound."""
    partial = target.with_name(target.name + ".partial")
    with reachable(target):
        os.close(os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
    try:
        with closing(sqlite3.connect(partial)) as copied:
            connection.backup(copied, pages=-1)
            unsound = [told for (told,) in copied.execute("PRAGMA quick_check") if not told.startswith(AS_FOUND)]
        if unsound != ["ok"][: len(unsound)]:
            raise LibraryUnavailable(
                f"The backup of the library is not sound ({unsound[0]}); `tracker doctor` says more"
            )
        partial.replace(target)
    except sqlite3.OperationalError as error:  # of the disk that it is copied to; damage would be a DatabaseError
        raise unavailable(error, target) or error from error
    finally:
        partial.unlink(missing_ok=True)
    return target


def folder_of(library: Path) -> Path:
    """Where the backups of a library lie; made where it is not there."""
    folder = library.parent / FOLDER
    with reachable(folder):
        private.folder(folder)
    return folder


def daily(connection: sqlite3.Connection, library: Path, today: date) -> Path | None:
    """Today's copy, and the oldest ones removed beyond KEPT.

    None where today's is there, nothing changed since the last one, the disk has little room left, or one may not
    write beside the library.
    """
    if not os.access(library.parent, os.W_OK):
        return None
    folder = folder_of(library)
    target = folder / _name(library, today)
    if not (_changed(library, dailies(library)) and _has_room(library) and _claimed(target)):
        return None
    try:
        copy(connection, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    for old in dailies(library)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def has_todays(library: Path, today: date) -> bool:
    """Whether the copy of a day is there and complete."""
    return _name(library, today) in {path.name for path in dailies(library)}


def _name(library: Path, day: date) -> str:
    return f"{library.stem}-daily-{day:%Y%m%d}{library.suffix}"


def dailies(library: Path) -> list[Path]:
    """The daily copies that are complete, the oldest first."""
    copies = named(library.parent / FOLDER, f"{library.stem}-daily-", library.suffix)
    return sorted(path for path in copies if path.stat().st_size)


def every(library: Path) -> list[Path]:
    """The copies of a library that lie where this program puts them: daily ones, those that `backup` made, and what an
    upgrade or a restore kept."""
    stem, name = re.escape(library.stem), re.escape(library.name)
    made = re.compile(rf"{stem}-(daily-\d+|before-restore-[\d-]+|\d+-\d+)\.?\w*|{name}\.schema-.*\.backup")
    places = (library.parent / FOLDER, library.parent)
    files = [path for place in places for path in named(place, library.stem) if made.fullmatch(path.name)]
    return [path for path in files if path.is_file() and path.stat().st_size]


def named(folder: Path, start: str, end: str = "") -> list[Path]:
    """The files of a folder by how their names begin and end, whatever signs are in them."""
    return [path for path in folder.glob("*") if path.name.startswith(start) and path.name.endswith(end)]


def _changed(library: Path, copies: list[Path]) -> bool:
    newest = max(copy.stat().st_mtime for copy in copies) if copies else 0
    parts = (library, library.with_name(library.name + "-wal"))
    return any(part.stat().st_mtime > newest for part in parts if part.exists())


def _has_room(library: Path) -> bool:
    room = os.statvfs(library.parent)
    return room.f_bavail * room.f_frsize > ROOM * library.stat().st_size


def _claimed(target: Path) -> bool:
    """Whether today's copy is this program's to make: an empty file says that somebody is at it."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    except OSError:
        return False
    return True
