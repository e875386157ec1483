"""The rows of a long list, read in pages as they come into view."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.library.values import Row

PAGE = 64  # rows read at once: a screen and a bit
KEPT = 16  # pages kept

Read = Callable[[Sequence[int]], "list[Row]"]


class Pages:
    """Rows by their place in an array of ids; `read` is asked for a page at a time."""

    def __init__(self, ids: array[int], read: Read) -> None:
        self.ids = ids
        self._read = read
        self._pages: OrderedDict[int, dict[int, Row]] = OrderedDict()

    def __len__(self) -> int:
        return len(self.ids)

    def row(self, place: int) -> Row | None:
        """The row at a place; None where the paper is gone since the list was found."""
        number = place // PAGE
        page = self._pages.get(number)
        if page is None:
            page = self._pages[number] = self._load(number)
            if len(self._pages) > KEPT:
                self._pages.popitem(last=False)
        self._pages.move_to_end(number)
        return page.get(self.ids[place])

    def _load(self, number: int) -> dict[int, Row]:
        rows = self._read(self.ids[number * PAGE : (number + 1) * PAGE])
        return {row.id: row for row in rows}

    def forget(self) -> None:
        """Read everything again when it is next wanted."""
        self._pages.clear()
