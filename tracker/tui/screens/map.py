"""Map: papers in groups that speak of the same; each opens its papers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType
from textual.worker import get_current_worker

from tracker.tui.keys import bind
from tracker.tui.screens.figures import FiguresScreen
from tracker.tui.widgets.cells import crop

if TYPE_CHECKING:
    from tracker.library.likeness import Map
    from tracker.library.stats.lines import Line

BAR = 10  # cells


class MapScreen(FiguresScreen):
    """The papers that a query finds, in labelled groups with counts."""

    awaited = True
    place = "Map"
    asked = "map of"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("/", "narrow", "only some papers", id="map.scope", section="find", show=True),
    ]

    _map: Map | None = None

    def reread(self) -> None:
        self.draw(self._query)

    @work(thread=True, exclusive=True, group="map")
    def draw(self, query: str) -> None:
        worker = get_current_worker()
        self.hand(partial(self.say, "looking which papers speak of the same …", "$muted"))
        self.bring(partial(self.library.map, query, stop=lambda: worker.is_cancelled), self.show_map)

    def show_map(self, found: Map) -> None:
        self._map = found
        self.lay()
        left = f"the first {found.papers:,} papers; {found.left_out:,} more are left out · "
        self.say(f"{left if found.left_out else ''}⏎ shows a group's papers", "$muted")

    def rows(self, width: int) -> Iterable[Line]:
        return lines(self._map, max(30, width - 6)) if self._map else ()


def lines(map: Map, width: int) -> list[Line]:
    """A group's line with its count, then its most typical papers."""
    from tracker.library.stats.lines import Piece
    from tracker.queue.bars import bar

    most = max((each.papers for each in map.clusters), default=1)
    title = [Piece(map.query or "all papers", "label"), Piece(f" · {map.papers:,} papers", "quiet")]
    rows: list[Line] = [title, []]
    for each in map.clusters:
        count = f"{each.papers:,}"
        drawn = f"{bar(each.papers, most, BAR):<{BAR}}"
        head = [Piece(" " * (6 - len(count))), Piece(count, "number", each.query), Piece(f"  {drawn}  ", "bar")]
        rows.append([*head, Piece(crop(each.label, width - BAR - 10), "tag", each.query)])
        rows += [[Piece(f"{'':<{BAR + 10}}{crop(row.heading, width - BAR - 10)}", "quiet")] for row in each.rows]
        rows.append([])
    return rows
