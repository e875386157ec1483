"""A library on a PostgreSQL server."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from tracker.later import journal
from tracker.store.health import Finding, copies_of, mend
from tracker.store.postgres import migrate, team
from tracker.store.postgres.address import Address
from tracker.store.postgres.connection import Connection, Reader, connect, fence
from tracker.store.postgres.errors import kept_apart, translated
from tracker.store.search import postgres as search
from tracker.store.store import POLL_SECONDS, Committed, Store

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlmodel import Session

CHANNEL = "tracker"
NO_DEED = ", 'look'"  # goes with what is no step
AGAIN_SECONDS = 2.0  # between attempts to hear of changes again


class ServerStore(Store):
    """A library in a database of a server. Who writes is whom the server let in: `me` is the name of that role."""

    search = search

    def __init__(self, address: Address, path: Path, *, create: bool) -> None:
        super().__init__()
        self.address = address
        self.path = path
        self._readers = threading.local()
        self._open: list[Reader] = []
        self._guard = threading.Lock()
        self._turn = threading.Lock()
        self.behind = False  # whether rules of an older program protect the team
        self._own: set[int] = set()  # the server's numbers of the connections that this store writes through
        with self.translated():
            reader = self.reader()
            self.me = str(reader.execute("SELECT CAST(session_user AS text)").fetchone()[0])
            self.state = migrate.ensure(address, reader, lambda: self.engine, path, create=create)
            if search.stale(reader):
                self._renew_index()
            self.behind = team.behind(reader)
            if self.behind and team.leads(reader):
                self._renew_rules()
            fence(reader.bare)  # rules may have come that make this needed

    def close(self) -> None:
        super().close()
        for connection in self._open:
            connection.close()

    def reader(self) -> Reader:
        connection: Reader | None = getattr(self._readers, "connection", None)
        if connection is None:
            connection = self._readers.connection = Reader(self.address)
            with self._guard:
                self._open.append(connection)
        return connection

    def plain(self, bare: psycopg.Connection[object]) -> Connection:
        return Connection(bare)

    def translated(self) -> AbstractContextManager[None]:
        return translated(self.address, behind=self.behind)

    def make_engine(self) -> "Engine":
        from tracker.store.postgres.engine import make_engine

        return make_engine(self.address)

    @contextmanager
    def transaction(self, *, alone: bool = True) -> Iterator["Session"]:
        with self.translated(), kept_apart(), self._turn, self.session() as session:
            session.connection(execution_options={"turn": migrate.TURN if alone else migrate.OWN_TURN})
            bare: psycopg.Connection[object] = journal.raw(session).bare
            self._own.add(bare.info.backend_pid)
            yield session
            session.flush()
            committed: Committed | None = session.info.get("committed")
            if committed:
                bare.execute(f"NOTIFY {CHANNEL}{'' if committed.step else NO_DEED}; COMMIT")
            session.commit()
        if committed:
            self._announce(committed)

    def in_turn(self, session: "Session", round_id: int) -> None:
        journal.raw(session).execute("SELECT pg_advisory_xact_lock(29812, ?)", (round_id,))

    def _watch(self) -> None:
        missed = False
        while not self._closing.is_set():
            try:
                with closing(connect(self.address)) as listening:
                    listening.execute(f"LISTEN {CHANNEL}")
                    if missed:
                        self._announce(Committed(None, frozenset()))
                    self._listen(listening)
            except psycopg.OperationalError:  # the server went away: the next read or write of the person says so
                missed = True
                self._closing.wait(AGAIN_SECONDS)

    def _listen(self, listening: psycopg.Connection[object]) -> None:
        while not self._closing.is_set():
            for notice in listening.notifies(timeout=POLL_SECONDS):
                if notice.pid not in self._own:
                    self._announce(Committed(None, frozenset(), deed=not notice.payload))

    def backup(self, target: Path) -> Path:
        from tracker.store.postgres.copy import to_file

        with self.translated():
            return to_file(self.address, target)

    def may_let_go(self) -> bool:
        """A server's keepers see to copies; the journal is its owner's."""
        return bool(self.reader().execute("SELECT has_table_privilege(session_user, 'step', 'DELETE')").fetchone()[0])

    def restore(self, file: Path, kept: Path) -> Path:
        """Make the library what a backup holds; `kept`: the file that what was there goes into."""
        from tracker.store.postgres.copy import from_file

        self.backup(kept)
        with self.translated():
            from_file(file, self)
        return kept

    def health(self, progress: Callable[[int, int], None]) -> Iterator[Finding]:
        from tracker.store.postgres.health import look

        with self.translated():
            yield from look(self.reader(), self.address, progress)
        yield copies_of(self.path, "its keepers see to copies")

    def repair(self) -> list[str]:
        from tracker.store.postgres.counting import count_on

        with self.transaction() as session:
            count_on(session.connection())
        return [*mend(self.path), "had new rows counted on from those that are there", *super().repair()]

    def team(self) -> list[str]:
        with self.translated():
            return team.members(self.reader())

    def protect(self) -> None:
        with self.transaction() as session:
            team.protect(journal.raw(session))

    def let_in(self, name: str) -> str | None:
        with self.transaction() as session:
            return team.add(journal.raw(session), name).password

    def keep_out(self, name: str) -> None:
        with self.transaction() as session:
            team.remove(journal.raw(session), name)

    def address_for(self, name: str) -> str:
        return self.address.of(name)

    def _renew_rules(self) -> None:
        """Protect the members of a team as this program does."""
        with self.transaction() as session:
            if team.behind(journal.raw(session)):
                team.protect(journal.raw(session))
        self.behind = False

    def _renew_index(self) -> None:
        """Make an index that was made by other rules anew, once, whoever comes first."""
        with self.transaction() as session:
            connection = journal.raw(session)
            if search.gone(connection):
                migrate.finish(session.connection())
            if search.stale(connection):
                search.rebuild(connection)
