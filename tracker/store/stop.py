"""Ending a read that nobody waits for any more."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event


class Stop:
    """Ends a read from another thread: a newer key makes an older search pointless."""

    def __init__(self) -> None:
        self._ended = Event()
        self._interrupt: Callable[[], None] | None = None

    @property
    def stopped(self) -> bool:
        return self._ended.is_set()

    def __call__(self) -> None:
        self._ended.set()
        if self._interrupt:
            self._interrupt()

    def within(self, seconds: float) -> bool:
        """Wait so long; whether it was stopped meanwhile."""
        return self._ended.wait(seconds)

    @contextmanager
    def ends(self, connection: sqlite3.Connection) -> Iterator[None]:
        self._interrupt = connection.interrupt
        try:
            yield
        finally:
            self._interrupt = None
