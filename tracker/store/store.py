"""One open library: plain connections to read by, steps to write by, and word of every change.

Reading never imports sqlalchemy; the first step does.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.errors import LibraryUnavailable
from tracker.later import journal
from tracker.store import backup, health, migrate, search, sqlite

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlmodel import Session

POLL_SECONDS = 0.25


class Committed(NamedTuple):
    """A step is in the library. `step` is None when another program made it or no step was needed."""

    step: int | None
    papers: frozenset[int]


class Store:
    """A library file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.queue = sqlite.WriteQueue(path)
        self._readers = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._engine: Engine | None = None
        self._listeners: list[Callable[[Committed], None]] = []
        with sqlite.translated(path):
            self._watcher = sqlite.connect(path, readonly=True)
            self._open.append(self._watcher)
            self.state = migrate.ensure(path, self._watcher, self.queue)
            if search.stale(self._watcher):
                self._renew_index()
        self._seen_counter = sqlite.change_counter(self._watcher)
        self._closing = threading.Event()
        self._watch_thread: threading.Thread | None = None

    def close(self) -> None:
        self._closing.set()
        if self._watch_thread:
            self._watch_thread.join()
        if self._engine:
            self._engine.dispose()
        for connection in self._open:
            connection.close()

    # --- reading -----------------------------------------------------------------------------------------------

    def reader(self) -> sqlite3.Connection:
        """This thread's connection; it cannot write."""
        connection: sqlite3.Connection | None = getattr(self._readers, "connection", None)
        if connection is None:
            connection = self._readers.connection = sqlite.connect(self.path, readonly=True)
            with self._guard:
                self._open.append(connection)
        return connection

    def read(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        with sqlite.translated(self.path):
            return self.reader().execute(sql, parameters or {}).fetchall()

    def one(self, sql: str, parameters: Mapping[str, Any] | None = None) -> tuple[Any, ...] | None:
        rows = self.read(sql, parameters)
        return rows[0] if rows else None

    # --- writing -----------------------------------------------------------------------------------------------

    @property
    def engine(self) -> "Engine":
        if self._engine is None:
            from tracker.store.engine import make_engine

            self._engine = make_engine(self.path)
        return self._engine

    @contextmanager
    def transaction(self) -> Iterator["Session"]:
        """A session in one write transaction, all or nothing; subscribers hear of `session.info["committed"]`."""
        from tracker.store.engine import session_of

        with sqlite.translated(self.path), self.queue.turn():
            others = self._counter_moved()
            with session_of(self.engine, self.path) as session:
                yield session
                session.commit()
                committed: Committed | None = session.info.get("committed")
            self._counter_moved()  # our own commit is no news from others
        if others:
            self._announce(Committed(None, frozenset()))
        if committed:
            self._announce(committed)

    def warm(self) -> None:
        """Import and prepare what the first step needs, so that it takes no longer than the next."""
        from tracker.store.engine import prepare_tables

        journal.Recorder  # noqa: B018
        prepare_tables()
        self.engine.connect().close()

    # --- changes -----------------------------------------------------------------------------------------------

    def subscribe(self, listener: Callable[[Committed], None]) -> Callable[[], None]:
        """Hear of every commit, on whichever thread it happens; the result ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def watch(self) -> None:
        """From now on, hear of the commits of other programs too, within POLL_SECONDS."""
        if self._watch_thread is None:
            self._watch_thread = threading.Thread(target=self._watch, name="library-watch", daemon=True)
            self._watch_thread.start()

    def _watch(self) -> None:
        while not self._closing.wait(POLL_SECONDS):
            try:
                moved = self._counter_moved()
            except sqlite3.Error:  # a vanished file: the next read or write of the person says so
                continue
            if moved:
                self._announce(Committed(None, frozenset()))

    def _counter_moved(self) -> bool:
        with self._guard:
            before, self._seen_counter = self._seen_counter, sqlite.change_counter(self._watcher)
            return before != self._seen_counter

    def _announce(self, committed: Committed) -> None:
        for listener in list(self._listeners):
            listener(committed)

    # --- the file ----------------------------------------------------------------------------------------------

    def backup(self, target: Path) -> Path:
        """A verified copy of everything, also while others write."""
        if target.exists():
            raise LibraryUnavailable(f"{target} exists already; give another name")
        with sqlite.translated(target):
            return backup.copy(self.reader(), target)

    def health(self) -> list[health.Finding]:
        """What the doctor finds."""
        with sqlite.translated(self.path):
            return list(health.look(self.reader(), self.path))

    def _renew_index(self) -> None:
        """Make an index that is missing or was made by other rules, once, whoever comes first."""
        connection = sqlite.connect(self.path)
        with self.queue.turn(), closing(connection):
            connection.execute("BEGIN IMMEDIATE")
            if search.stale(connection):
                search.rebuild(connection)
            connection.execute("COMMIT")

    def rebuild_index(self) -> None:
        """Make the search index anew from the rows."""
        with self.transaction() as session:
            search.rebuild(journal.raw(session))
