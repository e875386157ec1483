"""Restoring a library from a backup; one in a file need not be open, nor sound."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from tracker.library.opening import SERVERS, path_of
from tracker.store import restore as store


def restore(where: str | Path, file: Path) -> Path | None:
    """Make the library at a path or URL what a backup holds; where what was there is kept."""
    if str(where).partition("://")[0] in SERVERS:
        return _on_server(str(where), file)
    return store.restore(file, path_of(where))


def _on_server(url: str, file: Path) -> Path:
    from tracker.store.postgres.opening import opened

    library = opened(url, create=True)
    try:
        stem = f"{library.path.stem}-before-restore-{datetime.now():%Y%m%d-%H%M%S}"
        return library.restore(file, library.path.with_name(f"{stem}.db"))
    finally:
        library.close()
