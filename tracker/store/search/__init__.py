"""Full-text search of a library, behind one small interface that every engine keeps.

An engine is a module with the functions of `Engine`; there is one for each kind of database. `tests/search/contract.py`
says what an engine has to find.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Protocol

from tracker.query.tree import Query
from tracker.store.search.forms import Needle
from tracker.store.search.hits import Correction, Hits, Queue, Stopped
from tracker.store.search.sql.behind import Known

__all__ = ["Correction", "Engine", "Hits", "Stopped"]


class Engine(Protocol):
    """What a module of search does. `connection` is one of the engine's own kind."""

    def find(
        self,
        connection: Any,
        query: Query,
        *,
        me: int | None = None,
        name: str = "",
        now: datetime | None = None,
        limit: int | None = None,
        exact: bool = False,
        saved: Callable[[str], Query] | None = None,
        stop: Callable[[], bool] | None = None,
        rough: bool = False,
        queue: Queue | None = None,
    ) -> Hits:
        """The papers that a query finds; `queue` gives the order that `sort:next` means."""

    def needles(
        self,
        connection: Any,
        query: Query,
        *,
        me: int | None = None,
        exact: bool = False,
        saved: Callable[[str], Query] | None = None,
    ) -> tuple[Needle, ...]:
        """What a query looks for in texts, corrected words too."""

    def matches(
        self,
        connection: Any,
        papers: Iterable[int],
        query: Query,
        *,
        me: int | None = None,
        exact: bool = False,
        saved: Callable[[str], Query] | None = None,
    ) -> dict[int, list[tuple[str, int, int]]]:
        """Where that stands, by paper: column, start, end."""

    def vocabulary(self, connection: Any, start: str, limit: int) -> list[tuple[str, int]]:
        """Words that begin so, and how many papers hold them."""

    def forget(self, connection: Any, papers: Iterable[int]) -> None:
        """Before a write changes the rows of papers, in its own transaction."""

    def index(self, connection: Any, papers: Iterable[int]) -> None:
        """After a write changed the rows of papers, in its own transaction."""

    def postpone(self, connection: Any, papers: Iterable[int]) -> None:
        """Have many papers put into the index after the write, where the engine can wait."""

    def waiting(self, connection: Any) -> int | None:
        """How many papers are to be put in; None where nothing says that any are."""

    def catch_up(self, connection: Any, most: int, known: Known) -> int:
        """Put in the next of them, within the caller's transaction; how many there were. `known`: one for all parts."""

    def is_apart(self, connection: Any) -> bool:
        """Whether the index lies in so many pieces that searches take longer."""

    def settle(self, connection: Any) -> bool:
        """Put some of them together, within the caller's transaction; whether there is more."""

    def stale(self, connection: Any) -> bool:
        """Whether the index has to be made anew."""

    def rebuild(self, connection: Any, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the index anew from the rows, within the caller's transaction."""

    def check(self, connection: Any, progress: Callable[[int, int], None] = ...) -> list[str]:
        """What is wrong with the index, in sentences. `progress(done, all)`, in papers."""
