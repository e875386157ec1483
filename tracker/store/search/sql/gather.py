"""Gathers papers from the database; where the first rows are wanted soon, for no longer than there is time."""

from array import array
from collections.abc import Callable, Container, Iterator, Sequence

from tracker.store.reader import Reader
from tracker.store.search.hits import Stopped
from tracker.store.search.sql.clock import LAST, MORE, Clock, Late
from tracker.store.search.sql.plan import Value

AT_ONCE = 1 << 16  # characters of a long list of numbers that are read in one go
MANY = 10_000  # papers that are gone through in one go


class Gather:
    """Gathers for one search. `late`: there was no time for all, so a statement was ended or not begun."""

    def __init__(self, connection: Reader, clock: Clock, stop: Callable[[], bool] = lambda: False) -> None:
        self.connection = connection
        self.clock = clock
        self.stop = stop  # asked where many papers are gone through here, in which no statement can be ended
        self.late = False
        self._until = clock.soon

    @property
    def hurry(self) -> bool:
        return self.clock.hurry

    def ids(self, sql: str, values: Sequence[Value], until: float | None = None) -> list[int]:
        """The ids that a statement gives; if there is no time for all of them, those met so far. `until`: earlier than
        all has to be there."""
        met: list[int] = []
        self.go_on()
        try:
            with self.clock.ending(min(self._until, until or self._until)):
                for row in self.connection.execute(sql, values):
                    met.append(row[0])
        except Late:
            self.late = self.late or until is None or self.is_over()
        return met

    def is_over(self) -> bool:
        """Whether there is no time left."""
        return self.clock.is_over(self._until)

    def more(self, sql: str, values: Sequence[Value]) -> list[int]:
        """The same with a little time more."""
        self._until = min(self.clock.passed() + MORE, LAST)
        return self.ids(sql, values)

    def every(self, sql: str, values: Sequence[Value]) -> "array[int]":
        """All ids, however long it takes: as one value, which is more than twice as fast as a row each.

        It is taken apart piece by piece: other threads have their turns between, and memory is for the numbers only.
        """
        self.go_on()
        (listed,) = self.connection.execute(f"SELECT json_group_array(id) FROM ({sql}) AS found", values).fetchone()
        ids = array("q")
        for piece in pieces(listed or "[]"):
            self.go_on()
            ids.extend(map(int, piece.split(",")))
        return ids

    def others(self, papers: "array[int]", known: Container[int]) -> "array[int]":
        """The papers that are not among the known, in their order."""
        others = array("q")
        for at in range(0, len(papers), MANY):
            self.go_on()
            others.extend(paper for paper in papers[at : at + MANY] if paper not in known)
        return others

    def go_on(self) -> None:
        """Ends in Stopped where nobody waits any more: what interrupts a connection between two statements is lost."""
        if self.stop():
            raise Stopped


def pieces(listed: str) -> Iterator[str]:
    """A JSON array of numbers as several runs of them with commas between."""
    start, last = 1, len(listed) - 1
    while start < last:
        end = listed.find(",", start + AT_ONCE)
        end = last if end < 0 else end
        yield listed[start:end]
        start = end + 1
