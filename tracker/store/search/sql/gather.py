"""Gathers papers from the database; where the first rows are wanted soon, for no longer than there is time."""

from collections.abc import Sequence

from tracker.store.reader import Reader
from tracker.store.search.sql.clock import LAST, MORE, Clock, Late
from tracker.store.search.sql.plan import Value


class Gather:
    """Gathers for one search. `late`: there was no time for all, so a statement was ended or not begun."""

    def __init__(self, connection: Reader, clock: Clock) -> None:
        self.connection = connection
        self.clock = clock
        self.late = False
        self._until = clock.soon

    @property
    def hurry(self) -> bool:
        return self.clock.hurry

    def ids(self, sql: str, values: Sequence[Value]) -> list[int]:
        """The ids that a statement gives; if there is no time for all of them, those met so far."""
        met: list[int] = []
        try:
            with self.clock.ending(self._until):
                for row in self.connection.execute(sql, values):
                    met.append(row[0])
        except Late:
            self.late = True
        return met

    def is_over(self) -> bool:
        """Whether there is no time left."""
        return self.clock.is_over(self._until)

    def more(self, sql: str, values: Sequence[Value]) -> list[int]:
        """The same with a little time more."""
        self._until = min(self.clock.passed() + MORE, LAST)
        return self.ids(sql, values)
