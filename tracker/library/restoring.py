"""Restoring a library from a backup; one in a file need not be open, nor sound."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path

from tracker.library.opening import SERVERS, path_of
from tracker.store import restore as store


def restore(where: str | Path, file: Path) -> Path | None:
    """Make the library at a path or URL what a backup holds; where what was there is kept."""
    if _is_served(where):
        return _on_server(str(where), file)
    return store.restore(file, path_of(where))


def copies(where: str | Path) -> list[store.Copy]:
    """The backups of the library at a path or URL, the newest first; the library need not be sound."""
    if _is_served(where):
        from tracker.store.postgres.opening import place_of

        return store.copies(place_of(str(where)))
    return store.copies(path_of(where))


def compare(where: str | Path, file: Path) -> list[store.Difference]:
    """What `restore` would change, by the number of things of each kind."""
    if _is_served(where):
        return store.differences(store.counts(file), _on_server_now(str(where)))
    return store.compare(file, path_of(where))


def _is_served(where: str | Path) -> bool:
    return str(where).partition("://")[0] in SERVERS


def _on_server_now(url: str) -> dict[str, int]:
    from tracker.store.postgres.opening import opened

    with closing(opened(url, create=False)) as library:
        counted = {name: library.one(f'SELECT count(*) FROM "{table}"') for name, table in store.COUNTED.items()}
    return {name: row[0] for name, row in counted.items() if row}


def _on_server(url: str, file: Path) -> Path:
    from tracker.store.postgres.opening import opened

    with closing(opened(url, create=True)) as library:
        stem = f"{library.path.stem}-before-restore-{datetime.now():%Y%m%d-%H%M%S}"
        return library.restore(file, library.path.with_name(f"{stem}.db"))
