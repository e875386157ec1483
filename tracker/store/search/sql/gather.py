"""Gathers papers from the database; where the first rows are wanted soon, for no longer than there is time."""

import sqlite3
from collections.abc import Sequence
from time import thread_time

from tracker.store.reader import Reader
from tracker.store.search.sql.plan import Value

SOON = 0.04  # seconds of this thread's own time for gathering the first rows
MORE = 0.02
STEPS = 200  # of SQLite's machine from one look at the clock to the next


class Gather:
    """Gathers for one search. `late`: there was no time for all, so a statement was ended or not begun.

    Only SQLite lets its statements be ended so; one that has begun to read a long list of the index reads it out.
    """

    def __init__(self, connection: Reader, *, hurry: bool) -> None:
        self.connection = connection
        self.hurry = hurry
        self.late = False
        self.until: float | None = None  # when there is no time left: not known before the first statement

    def ids(self, sql: str, values: Sequence[Value]) -> list[int]:
        """The ids that a statement gives; if there is no time for all of them, those met so far."""
        if not self.hurry or not isinstance(self.connection, sqlite3.Connection):
            return [row[0] for row in self.connection.execute(sql, values)]
        return [] if self._is_late() else self._met(self.connection, sql, values)

    def more(self, sql: str, values: Sequence[Value]) -> list[int]:
        """The same with a little time more."""
        self.late, self.until = False, thread_time() + MORE
        met = self.ids(sql, values)
        self.late = True
        return met

    def _met(self, connection: sqlite3.Connection, sql: str, values: Sequence[Value]) -> list[int]:
        met: list[int] = []
        connection.set_progress_handler(self._is_late, STEPS)
        try:
            for row in connection.execute(sql, values):
                met.append(row[0])
        except sqlite3.OperationalError:
            if not self.late:
                raise
        finally:
            connection.set_progress_handler(None, STEPS)
        return met

    def _is_late(self) -> bool:
        now = thread_time()
        if self.until is None:
            self.until = now + SOON
        self.late = self.late or now >= self.until
        return self.late
