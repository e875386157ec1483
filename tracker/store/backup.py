"""Verified copies of a library that may be in use."""

import os
import sqlite3
from pathlib import Path

from tracker.errors import LibraryUnavailable
from tracker.store.sqlite import reachable


def copy(connection: sqlite3.Connection, target: Path) -> Path:
    """Copy the whole library to `target`, which appears only when it is complete and sound."""
    partial = target.with_name(target.name + ".partial")
    with reachable(target):
        os.close(os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
    copied = sqlite3.connect(partial)
    try:
        connection.backup(copied, pages=-1)
        sound = copied.execute("PRAGMA quick_check").fetchone()[0]
    finally:
        copied.close()
    if sound != "ok":
        partial.unlink()
        raise LibraryUnavailable(f"The backup of the library is not sound ({sound}); `tracker doctor` says more")
    partial.replace(target)
    return target
