"""What queries as they were asked in the end looked for: their papers are shown a moment later, with that lit."""

from time import monotonic

from tracker.query.tree import Node
from tracker.store.search.forms import Needle

MOMENT = 2.0  # seconds in which that is true though somebody has written meanwhile
KEPT = 256  # queries

Asked = tuple[Node | None, bool]  # a query, and whether its words are taken as typed


class Needles:
    """The needles of queries to a library as it is now, or was a moment ago."""

    def __init__(self) -> None:
        self._now: dict[Asked, tuple[Needle, ...]] = {}
        self._before: dict[Asked, tuple[Needle, ...]] = {}
        self._ended = 0.0

    def begin_anew(self) -> None:
        """The library is another now."""
        self._now, self._before, self._ended = {}, self._now, monotonic()

    def keep(self, asked: Asked, needles: tuple[Needle, ...]) -> None:
        if len(self._now) >= KEPT:
            self._now.clear()
        self._now[asked] = needles

    def get(self, asked: Asked) -> tuple[Needle, ...] | None:
        if asked not in self._now and monotonic() < self._ended + MOMENT:
            return self._before.get(asked)
        return self._now.get(asked)
