"""Restoring a library from a backup; it need not be open, nor sound."""

from __future__ import annotations

from pathlib import Path

from tracker.library.opening import path_of
from tracker.store import restore as store


def restore(where: str | Path, file: Path) -> Path | None:
    """Make the library at a path or URL what a backup holds; where what was there is kept."""
    return store.restore(file, path_of(where))
