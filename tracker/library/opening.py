"""Opening and closing a library, whole or only a part of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from tracker.errors import LibraryUnavailable
from tracker.library.door import Door
from tracker.library.names import name_key
from tracker.store import sqlite
from tracker.store.file import FileStore
from tracker.store.store import Store

SERVERS = ("postgresql+psycopg", "postgresql", "postgres")


class Opening(Door):
    def __init__(self, store: Store, me: str) -> None:
        self.store = store
        self.me = me
        store.reads_as = name_key(me)

    @classmethod
    def open(
        cls,
        where: str | Path,
        me: str,
        *,
        seed: bool = True,
        create: bool = True,
        wait: bool = True,
        progress: Callable[[int, int], None] | None = None,
    ) -> Self:
        """Open the library at a path or URL. One that is not there is made, and seeded unless `seed` is False.

        Where the search index is that of an older program, it is made anew: `progress(done, all)` is told of it, in
        papers. Who does not `wait` for that can read the library meanwhile, and calls `catch_up`.
        """
        if str(where).partition("://")[0] in SERVERS:
            from tracker.store.postgres.opening import opened  # only who has a server needs its driver

            store: Store = opened(str(where), create=create)
        else:
            store = _opened(path_of(where), create=create, wait=wait, progress=progress)
        library = cls(store, store.me or me)
        if library.store.state.seeded is None:
            from tracker.library.importing.seeding import settle  # a new library needs the whole importer

            settle(library.store, seed=seed)
        return library

    @property
    def path(self) -> Path:
        return self.store.path

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _opened(path: Path, *, create: bool, wait: bool, progress: Callable[[int, int], None] | None) -> Store:
    with sqlite.reachable(path):
        there = path.exists()
    if not there and not create:
        raise LibraryUnavailable(f"There is no library at {path}")
    if not there:
        sqlite.touch(path)
    return FileStore(path, progress, wait=wait)


def path_of(where: str | Path) -> Path:
    """The file that a path or an sqlite URL means; LibraryUnavailable for an engine that is not there."""
    text = str(where)
    scheme, mark, rest = text.partition("://")
    if not mark:
        return _file(text)
    if scheme == "sqlite" and rest.startswith("/"):
        from urllib.parse import unquote  # takes 4 ms, and a path never needs it

        return _file(unquote(rest[1:]))
    raise LibraryUnavailable(
        f"{scheme}:// libraries cannot be opened; give a file, sqlite:///path/to/library.db, or postgresql+psycopg://name@server/database"
    )


def _file(text: str) -> Path:
    if "\0" in text:
        raise LibraryUnavailable("No file can have a name with a NUL in it; give another one")
    return Path(text).expanduser().absolute()
