"""A library in a file, kept by SQLite."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.errors import LibraryUnavailable
from tracker.store import migrate, place, sqlite
from tracker.store.search import sqlite as search
from tracker.store.store import POLL_SECONDS, Committed, Store
from tracker.store.veil import Veiled

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlmodel import Session

    from tracker.store.health import Finding


# What tells a few papers more that are searched and compared, which is no news, from a deed.
NEWS = """SELECT (SELECT group_concat(value) FROM meta WHERE name IN ('search_behind', 'search_settled', 'alike')),
       (SELECT max(id) FROM step), (SELECT max(undone_at) FROM step), (SELECT max(id) FROM change)"""
ASIDE = 1 << 29  # bytes of a library, above which a copy to try something in takes too long


class FileStore(Store):
    """A library file."""

    search = search

    def __init__(self, path: Path, progress: Callable[[int, int], None] | None = None, *, wait: bool = True) -> None:
        """Open the file. `progress(done, all)`, in papers, where its search index has to be made anew; who does not
        `wait` for that calls `catch_up`."""
        super().__init__()
        place.refuse_network(path)
        self.path = path
        self.queue = sqlite.WriteQueue(path)
        self._readers = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._still = sqlite.still(path)
        self._counting = threading.Lock()  # nobody reads the counter between our commit and our own look at it
        with sqlite.translated(path):
            self._watcher = sqlite.connect(path, readonly=True)
            self._open.append(self._watcher)
            self.state = migrate.ensure(path, self._watcher, self.queue)
            if search.stale(self._watcher):
                self._renew_index(progress, wait=wait)
            self._seen_counter = sqlite.change_counter(self._watcher)
            self._seen_news: tuple[object, ...] = self._watcher.execute(NEWS).fetchone()

    def close(self) -> None:
        super().close()
        for connection in self._open:
            connection.close()

    def reader(self) -> sqlite3.Connection:
        veiled: Veiled | None = getattr(self._readers, "veiled", None)
        if self._still and self._still != sqlite.still(self.path):  # its readers would not see that, and read anything
            raise LibraryUnavailable(f"Library {self.path}: another program began to write to it; open it again")
        with sqlite.translated(self.path):
            if veiled is None:
                connection = sqlite.connect(self.path, readonly=True)
                veiled = self._readers.veiled = Veiled(connection)
                with self._guard:
                    self._open.append(connection)
            return veiled.read_as(self.reads_as)

    def translated(self) -> AbstractContextManager[None]:
        return sqlite.translated(self.path)

    def make_engine(self) -> "Engine":
        from tracker.store.engine import make_engine

        return make_engine(self.path)

    @contextmanager
    def transaction(self, *, alone: bool = True) -> Iterator["Session"]:  # one at a time writes to a file, always
        with sqlite.translated(self.path), self.queue.turn():
            others = self._news()
            with self.session() as session:
                yield session
                with self._counting:
                    session.commit()
                    self._count()  # our own commit is no news from others
                committed: Committed | None = session.info.get("committed")
        if others:
            self._announce(others)
        if committed:
            self._announce(committed)

    def in_turn(self, session: "Session", round_id: int) -> None:
        """Whoever writes to a file has had to wait for that already."""

    @contextmanager
    def aside(self) -> Iterator[Store]:
        if self.path.stat().st_size > ASIDE:
            yield self
            return
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="tracker-") as folder:
            copied = Path(folder) / self.path.name
            with (
                sqlite.translated(self.path),
                closing(sqlite.connect(self.path, readonly=True)) as here,
                closing(sqlite3.connect(copied)) as there,
            ):
                here.backup(there)
            with closing(FileStore(copied)) as store:
                store.reads_as = self.reads_as
                yield store

    def _watch(self) -> None:
        while not self._closing.wait(POLL_SECONDS):
            try:
                others = self._news()
            except sqlite3.Error:  # a vanished file: the next read or write of the person says so
                continue
            if others:
                self._announce(others)

    def _news(self) -> Committed | None:
        with self._counting:
            return self._count()

    def _count(self) -> Committed | None:
        """What was committed since the last look; None: nothing besides papers put into the search index."""
        before, self._seen_counter = self._seen_counter, sqlite.change_counter(self._watcher)
        if before == self._seen_counter:
            return None
        (waited, *deeds), self._seen_news = self._seen_news, self._watcher.execute(NEWS).fetchone()
        deed = deeds != [*self._seen_news[1:]]
        return Committed(None, frozenset(), deed) if deed or waited == self._seen_news[0] else None

    def backup(self, target: Path) -> Path:
        from tracker.store import backup

        if target.exists():
            raise LibraryUnavailable(f"{target} exists already; give another name")
        with sqlite.translated(target):
            return backup.copy(self.reader(), target)

    def backup_daily(self) -> Path | None:
        from tracker.store import backup

        with sqlite.translated(self.path), sqlite.reachable(self.path):
            return backup.daily(self.reader(), self.path, date.today())

    def may_let_go(self) -> bool:
        """What is let go is in the copy of today."""
        from tracker.store import backup

        with sqlite.reachable(self.path):
            return backup.has_todays(self.path, date.today())

    def health(self, progress: Callable[[int, int], None]) -> "Iterator[Finding]":
        from tracker.store import health

        with sqlite.translated(self.path), closing(sqlite.connect(self.path, readonly=True)) as connection:
            yield from health.look(connection, self.path, progress)

    def repair(self) -> list[str]:
        from tracker.store import health

        return [*health.mend(self.path), *super().repair()]

    def _renew_index(self, progress: Callable[[int, int], None] | None, *, wait: bool) -> None:
        """Make an index that is missing or was made by other rules, once, whoever comes first."""
        connection = sqlite.connect(self.path)
        with self.queue.turn(), closing(connection):
            connection.execute("BEGIN IMMEDIATE")
            if search.stale(connection) and wait:
                search.rebuild(connection, progress)
            elif search.stale(connection):
                search.renew(connection)
            connection.execute("COMMIT")
