"""Deeds done one after the other behind the screen."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Behind(Generic[Result]):
    """A queue with one worker at a time: `put` says when to start it, and it takes deeds until there is none."""

    def __init__(self) -> None:
        self._deeds: deque[Callable[[], Result]] = deque()
        self._working = False
        self._lock = Lock()

    def put(self, deed: Callable[[], Result]) -> bool:
        """Keep a deed; whether somebody has to begin to work."""
        with self._lock:
            self._deeds.append(deed)
            begins, self._working = not self._working, True
            return begins

    def take(self) -> Callable[[], Result] | None:
        """The next deed; None where there is none, and then the work ends."""
        with self._lock:
            if self._deeds:
                return self._deeds.popleft()
            self._working = False
            return None
