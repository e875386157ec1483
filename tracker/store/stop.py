"""Ending a read that nobody waits for any more."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stop:
    """Ends a read from another thread: a newer key makes an older search pointless."""

    def __init__(self) -> None:
        self.stopped = False
        self._interrupt: Callable[[], None] | None = None

    def __call__(self) -> None:
        self.stopped = True
        if self._interrupt:
            self._interrupt()

    @contextmanager
    def ends(self, connection: sqlite3.Connection) -> Iterator[None]:
        self._interrupt = connection.interrupt
        try:
            yield
        finally:
            self._interrupt = None
