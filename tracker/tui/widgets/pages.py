"""The rows of a long list, read in pages as they come into view."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.library.values import Row

PAGE = 64  # rows read at once: a screen and a bit
KEPT = 1024  # rows kept

Read = Callable[[Sequence[int]], "list[Row]"]


class Pages:
    """Rows by their place in `ids`; `read` is asked for a page at a time, and not again for what is known."""

    def __init__(self, read: Read) -> None:
        self.ids = array("q")
        self._read = read
        self._rows: dict[int, Row | None] = {}  # by paper; None where it is gone

    def __len__(self) -> int:
        return len(self.ids)

    def row(self, place: int) -> Row | None:
        """The row at a place; None where the paper is gone since the list was found."""
        paper = self.ids[place]
        if paper not in self._rows:
            start = place - place % PAGE
            self._load([paper for paper in self.ids[start : start + PAGE] if paper not in self._rows])
        return self._rows[paper]

    def _load(self, papers: Sequence[int]) -> None:
        if len(self._rows) > KEPT:
            self._rows.clear()
        self._rows |= dict.fromkeys(papers)
        self._rows |= {row.id: row for row in self._read(papers)}

    def forget(self, papers: Collection[int] = ()) -> None:
        """Read these papers, or all, again when they are next wanted."""
        for paper in papers:
            self._rows.pop(paper, None)
        if not papers:
            self._rows.clear()
