"""How long a paper is looked at, as far as that can be known."""

from __future__ import annotations

import time
from collections.abc import Callable

AWAY = 120.0  # seconds without a key or the mouse, after which nobody knows whether somebody reads


class Attention:
    """A clock for the paper on the screen."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._paper: int | None = None
        self._seconds = 0.0
        self._last = clock()

    def turn(self, paper: int | None) -> None:
        """Another paper is shown, or none; the same one again changes nothing."""
        self.touch()
        if paper != self._paper:
            self._paper, self._seconds = paper, 0.0

    def touch(self) -> None:
        """A key was pressed or the mouse moved: somebody is there. After too long a silence, nothing is known."""
        now = self._clock()
        since, self._last = now - self._last, now
        self._seconds += since
        if since > AWAY:
            self._paper = None

    def seconds(self, paper: int) -> int | None:
        """How long a paper has been looked at; None where it is not shown, or where that is not known."""
        self.touch()
        return round(self._seconds) if paper == self._paper else None
