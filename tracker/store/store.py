"""One open library, whatever engine keeps it: rows to read, steps to write by, and word of every change.

Reading never imports sqlalchemy; the first step does. The engines are `tracker.store.file` (SQLite) and
`tracker.store.postgres.store`.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.errors import Conflict, LibraryUnavailable
from tracker.later import journal

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlmodel import Session

    from tracker.store.health import Finding
    from tracker.store.migrate import State
    from tracker.store.search import Engine as SearchEngine
    from tracker.terms import Kept

NO_TEAM = (
    "A library in a file has no members: whoever may open the file is whom they say they are. For rights that are"
    " enforced, put it on PostgreSQL: `tracker --library postgresql+psycopg://… restore FILE`"
)
POLL_SECONDS = 0.25
TOGETHER = 500  # papers that are put into the search index in one go, in some 100 ms: others write between
COMPARES = "SELECT 1 FROM meta WHERE name = 'alike' AND value LIKE '%:%'"  # see tracker.store.alike


class Committed(NamedTuple):
    """Something is in the library. `step` is None when another program put it there or no step was needed.

    `deed`: it may be a step, of whomever; looking at a paper is none.
    """

    step: int | None
    papers: frozenset[int]
    deed: bool = True


class Store(ABC):
    """A library."""

    path: Path  # of the file that the library is, or beside which its backups lie
    state: "State"
    me: str | None = None  # who the person is, where the engine knows
    reads_as: str = ""  # whom readers read for, as a name's key: rounds hold back from them what is not theirs to see
    search: "SearchEngine"

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._listeners: list[Callable[[Committed], None]] = []
        self._closing = threading.Event()
        self._lasting = threading.Lock()  # held while a part of something long is written
        self._behind = threading.RLock()  # held from the first of those that wait to the last
        self._watch_thread: threading.Thread | None = None

    def close(self) -> None:
        self._closing.set()
        with self._lasting:
            pass
        if self._watch_thread:
            self._watch_thread.join()
        if self._engine:
            self._engine.dispose()

    # --- reading -----------------------------------------------------------------------------------------------

    @abstractmethod
    def reader(self) -> Any:
        """This thread's connection, of the engine's own kind; it cannot write."""

    @abstractmethod
    def translated(self) -> AbstractContextManager[None]:
        """Tells the engine's errors as the person needs them."""

    def read(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        with self.translated():
            rows: list[tuple[Any, ...]] = self.reader().execute(sql, parameters or {}).fetchall()
            return rows

    def one(self, sql: str, parameters: Mapping[str, Any] | None = None) -> tuple[Any, ...] | None:
        rows = self.read(sql, parameters)
        return rows[0] if rows else None

    def plain(self, bare: Any) -> Any:
        """A driver's connection as the search and other plain readers ask it."""
        return bare

    # --- writing -----------------------------------------------------------------------------------------------

    @abstractmethod
    def make_engine(self) -> "Engine":
        """What sessions write through."""

    @property
    def engine(self) -> "Engine":
        if self._engine is None:
            self._engine = self.make_engine()
        return self._engine

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """Something long writes its next part: who closes the library waits for that, and no other follows."""
        with self._lasting:
            if self._closing.is_set():
                raise LibraryUnavailable("The library was closed meanwhile")
            yield

    @abstractmethod
    def in_turn(self, session: "Session", round_id: int) -> None:
        """Have what follows in this transaction done by one person of a round at a time."""

    @abstractmethod
    def transaction(self, *, alone: bool = True) -> "AbstractContextManager[Session]":
        """A session in one write transaction, all or nothing; subscribers hear of `session.info["committed"]`.

        Nobody else writes meanwhile. Where it is only about rows of the person's own it need not be `alone`: others may
        then do the like at the same time, where the engine can.
        """

    @contextmanager
    def aside(self) -> Iterator["Store"]:
        """A copy to try something in while others write; this one itself, where a copy would cost too much."""
        yield self

    @contextmanager
    def session(self) -> Iterator["Session"]:
        """A session that knows how its engine keeps the search index."""
        from tracker.store.engine import new_session

        with new_session(self.engine) as session:
            session.info["search"] = self.search
            session.info["plain"] = self.plain
            yield session

    def warm(self) -> None:
        """Import and prepare what the first search and the first step need, so that they take no longer than others."""
        from tracker.store.engine import prepare_tables
        from tracker.store.search import near

        near.warm()
        journal.Recorder  # noqa: B018
        prepare_tables()
        with self.translated(), self.session():
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

    @abstractmethod
    def _watch(self) -> None:
        """Announce the commits of others until the library is closed."""

    def _announce(self, committed: Committed) -> None:
        for listener in list(self._listeners):
            listener(committed)

    # --- the whole ---------------------------------------------------------------------------------------------

    @abstractmethod
    def backup(self, target: Path) -> Path:
        """A verified copy of everything, also while others write."""

    def backup_daily(self) -> Path | None:
        """Today's copy where one is due; None where it is not, or where a server's keepers see to it."""
        return None

    def let_go(self, kept: "Kept") -> int:
        """Take out of the journal what need not be kept; how many steps. Changes nothing that is not the journal."""
        from tracker.store import reach

        gone = 0
        if self.may_let_go() and self.one(reach.OLD, reach.asked(kept)):
            while part := self._let_go_part(kept):
                gone += part
        return gone

    def _let_go_part(self, kept: "Kept") -> int:
        from tracker.store import reach

        with self.transaction() as session:
            return reach.let_go(session, kept)

    @abstractmethod
    def may_let_go(self) -> bool:
        """Whether what the journal lets go of now is in a copy, and this person's to decide."""

    def repair(self) -> list[str]:
        """Mend what can be mended without losing anything; what was done, a line each."""
        self.rebuild_index()
        return ["made the search index anew from the papers"]

    @abstractmethod
    def health(self, progress: Callable[[int, int], None]) -> "Iterator[Finding]":
        """What the doctor finds, as he finds it. `progress(done, all)`, in papers, of what takes longest."""

    # --- the people, where a server knows them ------------------------------------------------------------------

    def team(self) -> list[str]:
        """Who is let in besides the owner."""
        raise Conflict(NO_TEAM)

    def protect(self) -> None:
        """Have the server keep apart what is each member's own."""
        raise Conflict(NO_TEAM)

    def let_in(self, name: str) -> str | None:
        """Make somebody a member; the password that was made for them."""
        raise Conflict(NO_TEAM)

    def keep_out(self, name: str) -> None:
        """Make somebody no member any more."""
        raise Conflict(NO_TEAM)

    def address_for(self, name: str) -> str:
        """What a member gives as their library."""
        raise Conflict(NO_TEAM)

    def catch_up(self, progress: Callable[[int, int], None] = lambda _done, _all: None) -> None:
        """Put the papers that wait into the search index, find what they are like and put its pieces together, until
        all is done or the library is closed."""
        from tracker.seldom import seldom_collecting
        from tracker.store import alike
        from tracker.store.search.sql.behind import Known

        known = Known()
        with self._behind, seldom_collecting():  # who comes meanwhile waits for it, and finds nothing left to do
            done, every = 0, None if self._closing.is_set() else self.search.waiting(self.reader())
            while every is not None and (
                some := self._catch_up(lambda session, most: self.search.catch_up(journal.raw(session), most, known))
            ):  # of none, that nothing waits is put down
                done += some
                progress(done, max(done, every))
            while self._catch_up(alike.catch_up, self.compares):
                pass
            is_apart = not self._closing.is_set() and self.search.is_apart(self.reader())
            while is_apart and self._catch_up(self._settle):
                pass

    def follow_up(self) -> None:
        """Catch up behind a deed. That is done, whatever hinders this: until somebody goes on, a search says that it is
        not whole."""
        with suppress(LibraryUnavailable):
            self.catch_up()

    def compares(self) -> bool:
        """Whether papers wait to be compared by their wording."""
        return self.one(COMPARES) is not None

    def _settle(self, session: "Session", _most: int) -> int:
        return self.search.settle(journal.raw(session))

    def _catch_up(self, some: "Callable[[Session, int], int]", waits: Callable[[], bool] = lambda: True) -> int:
        with self._lasting:
            if self._closing.is_set() or not waits():
                return 0
            with self.transaction() as session:
                return some(session, TOGETHER)

    def rebuild_index(self) -> None:
        """Make the search index anew from the rows."""
        with self.transaction() as session:
            self.search.rebuild(journal.raw(session))
