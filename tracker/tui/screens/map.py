"""Map: papers in groups that speak of the same; each opens its papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.tui.keys import bind
from tracker.tui.screens.finding import ReadingFailed
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.bars import Footer, StatusLine, TopBar
from tracker.tui.widgets.cells import crop
from tracker.tui.widgets.figures import Figures

if TYPE_CHECKING:
    from tracker.library.likeness import Map
    from tracker.library.stats_lines import Line

BAR = 10  # cells


class Mapped(Message):
    """The papers were put into groups."""

    def __init__(self, map: Map) -> None:
        super().__init__()
        self.map = map


class MapScreen(PaperScreen):
    """The papers that a query finds, in labelled groups with counts."""

    place = "Map"
    AUTO_FOCUS = "Figures"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "app.pop_screen", "back", id="map.back", section="move", show=True, also="q"),
        bind("/", "narrow", "only some papers", id="map.scope", section="find", show=True),
    ]

    def __init__(self, query: str = "") -> None:
        super().__init__()
        self._query = query
        self._map: Map | None = None

    def compose(self) -> ComposeResult:
        yield TopBar()
        with VerticalScroll(id="figures", can_focus=False):
            yield Figures()
        yield StatusLine()
        yield Footer()

    def on_mount(self) -> None:
        self.draw(self._query)

    @work(thread=True, exclusive=True, group="map")
    def draw(self, query: str) -> None:
        worker = get_current_worker()
        self.app.call_from_thread(self.say, "looking which papers speak of the same …", "$muted")
        try:
            found = self.library.map(query, stop=lambda: worker.is_cancelled)
        except TrackerError as error:
            self.post_message(ReadingFailed(error))
            return
        if not worker.is_cancelled:
            self.post_message(Mapped(found))

    def on_reading_failed(self, message: ReadingFailed) -> None:
        message.stop()
        self.say(str(message.error), "$error")

    def on_mapped(self, message: Mapped) -> None:
        message.stop()
        self._map = message.map
        self.lay()
        left = f"the first {message.map.papers:,} papers; {message.map.left_out:,} more are left out · "
        self.say(f"{left if message.map.left_out else ''}⏎ shows a group's papers", "$muted")

    def on_resize(self) -> None:
        self.lay()

    def lay(self) -> None:
        if self._map:
            self.query_one(Figures).rows = tuple(lines(self._map, max(30, self.size.width - 6)))

    def on_figures_moved(self, message: Figures.Moved) -> None:
        message.stop()
        self.query_one("#figures").scroll_to_region(message.region, animate=False)

    def on_figures_chosen(self, message: Figures.Chosen) -> None:
        message.stop()
        self.desk.show_papers(message.query)

    def action_narrow(self) -> None:
        self.ask("map of", self._narrow, value=self._query, hint="a query; empty: all papers")

    def _narrow(self, query: str) -> None:
        self._query = query
        self.draw(query)


def lines(map: Map, width: int) -> list[Line]:
    """A group's line with its count, then its most typical papers."""
    from tracker.library.stats_lines import Piece
    from tracker.queue.bars import bar

    most = max((each.papers for each in map.clusters), default=1)
    title = [Piece(map.query or "all papers", "label"), Piece(f" · {map.papers:,} papers", "quiet")]
    rows: list[Line] = [title, []]
    for each in map.clusters:
        count = Piece(f"{each.papers:>6,}", "number", each.query)
        drawn = f"{bar(each.papers, most, BAR):<{BAR}}"
        rows.append([count, Piece(f"  {drawn}  ", "bar"), Piece(crop(each.label, width - BAR - 10), "tag", each.query)])
        rows += [[Piece(f"{'':<{BAR + 10}}{crop(row.heading, width - BAR - 10)}", "quiet")] for row in each.rows]
    return rows
