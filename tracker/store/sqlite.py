"""The SQLite engine: connections and pragmas, the queue of writers, what its errors mean."""

import errno
import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tracker import private
from tracker.errors import LibraryUnavailable
from tracker.store.rows import Connection, readable

BUSY_SECONDS = 30.0
STATEMENTS = 48  # that a connection keeps ready, some 5 KB each: many hold the numbers of papers and are asked once

# WAL with FULL loses nothing that was acknowledged, even when the power fails.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "fullfsync=ON", "mmap_size=0")

READ_CACHE = 256  # KiB of pages for each thread that reads; the system keeps them anyway, once for all

BESIDE = ("", "-wal", "-shm", ".writelock")  # the ends of the names of files that a library is made of, or uses

ROOM = 64 * 1024 * 1024  # bytes; on a disk with so much left it is not the disk that is full
SCARCE = 256 * 1024  # bytes; on a disk with less left it is

REASONS = {
    "SQLITE_FULL": "the disk is full; nothing was lost, free some space and try again",
    "used up": "it takes no new row: your share of the disk is full, or another program gave a row the last number",
    "SQLITE_READONLY": "the library is read-only for you; check the rights of the file",
    "SQLITE_READONLY_DIRECTORY": "the folder of the library is read-only for you; check its rights",
    "mounted": "its disk is mounted read-only; to change it, copy it to another disk",
    "half": "its disk is mounted read-only, and what was written last lies beside it; copy it with its -wal file",
    "SQLITE_CANTOPEN": "it cannot be opened; check that the folder exists and that you may write in it",
    "SQLITE_PERM": "you may not open it; check the rights of the file",
    "SQLITE_NOTADB": "it is no tracker library; give another file",
    "SQLITE_CORRUPT": "it is damaged; `tracker restore` brings back the last backup",
    "SQLITE_BUSY": "another program keeps it locked; close that program and try again",
    "SQLITE_LOCKED": "another program keeps it locked; close that program and try again",
}


def connect(path: Path, *, readonly: bool = False) -> sqlite3.Connection:
    """A connection in autocommit mode that any thread may use, one at a time."""
    lies = readonly and still(path) is not None
    connection = sqlite3.connect(
        _as_it_lies(path) if lies else path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
        cached_statements=STATEMENTS,
        uri=lies,
    )
    prepare(connection)
    if readonly:
        connection.execute(f"PRAGMA cache_size=-{READ_CACHE}")
        connection.execute("PRAGMA query_only=ON")
    return connection


def still(path: Path) -> tuple[int, int] | None:
    """Time and size of a library that lies on a disk mounted read-only, all of it in its one file; None of any other.

    It is read as it lies, for SQLite could not make the files there that readers and writers share.
    """
    if not _is_mounted_readonly(path) or path.with_name(path.name + BESIDE[1]).exists() or not path.is_file():
        return None
    seen = path.stat()
    return seen.st_mtime_ns, seen.st_size


def _as_it_lies(path: Path) -> str:
    from urllib.parse import quote  # takes 4 ms, and hardly a library lies so

    return f"file:{quote(str(path))}?immutable=1"


def prepare(connection: sqlite3.Connection) -> None:
    """Set the pragmas that a connection needs, and have it read any text."""
    connection.text_factory = readable
    connection.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def touch(path: Path) -> None:
    """Make the file, for its owner's eyes only, where it does not exist."""
    with reachable(path):
        private.folder(path.parent)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def change_counter(connection: sqlite3.Connection) -> int:
    """A number that moves when another connection commits."""
    row = connection.execute("PRAGMA data_version").fetchone()
    return int(row[0])


def unavailable(error: BaseException, path: Path) -> LibraryUnavailable | None:
    """What to tell about an error of the engine that the person can do something about; None: a bug of ours."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if name == "SQLITE_FULL" and _room(path) > ROOM:
        name = "used up"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")) and _is_mounted_readonly(path):
        name = "half" if path.with_name(path.name + BESIDE[1]).exists() else "mounted"
    if name.startswith("SQLITE_IOERR") and _room(path) < SCARCE:
        name = "SQLITE_FULL"  # as SQLite says it of the files beside the library
    reason = REASONS.get(name) or REASONS.get("_".join(name.split("_")[:2]))
    if reason is None and name.startswith("SQLITE_IOERR"):
        reason = f"it cannot be read or written ({error})"
    if reason is None and name.startswith(("SQLITE_ERROR", "SQLITE_CONSTRAINT")):
        reason = _changed(path)
    return LibraryUnavailable(f"Library {path}: {reason}") if reason else None


def _is_mounted_readonly(path: Path) -> bool:
    try:
        return bool(os.statvfs(path.parent).f_flag & os.ST_RDONLY)
    except OSError:  # there is no such folder
        return False


def _changed(path: Path) -> str | None:
    """That it is another program's doing, where it is: of our own tables such an error is a fault."""
    from tracker.store import shape

    change = shape.first_change(path)
    return change and f"another program changed its tables ({change}); undo that there, or `tracker restore` a backup"


def _room(path: Path) -> int:
    """Bytes that are free on the disk; neither much nor little where nobody can tell."""
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return ROOM
    return disk.f_bavail * disk.f_frsize


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn the engine's errors about the file into LibraryUnavailable."""
    try:
        yield
    except sqlite3.Error as error:
        told = unavailable(error, path)
        if told is None:
            raise
        raise told from error


@contextmanager
def reachable(path: Path) -> Iterator[None]:
    """Turn the system's errors about files of the library into LibraryUnavailable."""
    try:
        yield
    except OSError as error:
        told = f"{error.strerror or error}; check the folder and its rights"
        told = REASONS["mounted"] if error.errno == errno.EROFS else told
        raise LibraryUnavailable(f"Library {path}: {told}") from error


class WriteQueue:
    """Writers wait in line for the file: SQLite's own busy handler is unfair, a kernel lock is a queue.

    The lock is a file beside the library. It is freed when its holder dies.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".writelock")
        self._thread = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for this writer's turn and hold it."""
        with self._thread:
            with reachable(self._path):
                handle = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                yield
            finally:
                os.close(handle)
