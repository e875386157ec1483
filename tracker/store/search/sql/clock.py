"""How long the first rows of a search may take, and what ends where it would take longer.

SQLite is asked every few steps whether there is time left; a server is told with each statement how long it may work.
A statement of SQLite that has begun to read one long list of the index reads it out.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, thread_time
from typing import Protocol, runtime_checkable

from tracker.store.reader import Reader
from tracker.store.search.hits import Stopped

# Seconds from the beginning of a search: of this thread's own time on SQLite, which works in it.
SPELLING = 0.035  # for the words that nothing holds; those left are taken as they were typed
SOON = 0.055  # for the first rows
MORE = 0.015  # besides for the last papers, where there was no time for any row …
LAST = 0.08  # … but no later than this
TEXTS = 0.007  # to look at the texts of papers, of which many hold the words of a phrase apart
STEPS = 500  # of SQLite's machine from one look at the clock to the next


@runtime_checkable
class Timed(Protocol):
    """A connection to a server."""

    until: float | None  # when the statements that are sent now have to be done, as perf_counter counts


class Late(Exception):
    """There was no time for all."""


class Clock:
    """The time of one search; without `hurry` there is no end to it. `cut`: something was left out or ended early."""

    def __init__(self, connection: Reader, *, hurry: bool) -> None:
        self.connection = connection
        self.hurry = hurry
        self.cut = False
        self.soon = SOON
        self._now = thread_time if isinstance(connection, sqlite3.Connection) else perf_counter
        self._began = self._now()
        self._after: float | None = None  # when what is asked now is ended

    def is_over(self, after: float) -> bool:
        """Whether so many seconds have gone by since the beginning."""
        return self.hurry and self._now() >= self._began + after

    def passed(self) -> float:
        """The seconds since the beginning."""
        return self._now() - self._began

    @contextmanager
    def ending(self, after: float | None = None) -> Iterator[None]:
        """What is asked of the connection within is ended when so many seconds have gone by (none: all there are for
        the first rows): in Late."""
        if not self.hurry:
            yield
            return
        after = self.soon if after is None else after
        if self.is_over(after):
            self.cut = True
            raise Late
        with self._watched(after):
            yield

    @contextmanager
    def _watched(self, after: float) -> Iterator[None]:
        outside = self._after
        self._watch(after)
        try:
            yield
        except (sqlite3.OperationalError, Stopped) as error:
            if not self.is_over(after):
                raise
            self.cut = True
            raise Late from error
        finally:
            self._watch(outside)

    def _watch(self, after: float | None) -> None:
        self._after = after
        if isinstance(self.connection, sqlite3.Connection):
            watch = None if after is None else lambda: self.is_over(after)
            self.connection.set_progress_handler(watch, STEPS)
        elif isinstance(self.connection, Timed):
            self.connection.until = None if after is None else self._began + after
