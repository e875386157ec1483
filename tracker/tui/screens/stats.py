"""Stats: figures that answer questions; every number opens its papers."""

from __future__ import annotations

from datetime import date
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
from tracker.tui.widgets.figures import Figures

if TYPE_CHECKING:
    from tracker.library.stats_values import Stats

PERIODS = (7, 14, 30, 90)  # days
WIDEST = 110  # cells of a line


class StatsRead(Message):
    """The figures were counted."""

    def __init__(self, stats: Stats) -> None:
        super().__init__()
        self.stats = stats


class StatsScreen(PaperScreen):
    """A sheet of figures, of all papers or of those that a query finds."""

    place = "Stats"
    AUTO_FOCUS = "Figures"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "app.pop_screen", "back", id="stats.back", section="move", show=True, also="q"),
        bind("/", "narrow", "only some papers", id="stats.scope", section="find", show=True),
        bind("]", "period(1)", "more days", id="stats.longer", section="find", show=True),
        bind("[", "period(-1)", "fewer days", id="stats.shorter", section="find"),
    ]

    def __init__(self, query: str = "") -> None:
        super().__init__()
        self._query = query
        self._days = 14
        self._stats: Stats | None = None

    def compose(self) -> ComposeResult:
        yield TopBar()
        with VerticalScroll(id="figures", can_focus=False):
            yield Figures()
        yield StatusLine()
        yield Footer()

    def on_mount(self) -> None:
        self.say("counting …", "$muted")
        self.reread()

    def reread(self) -> None:
        self.count(self._query, self._days)

    @work(thread=True, exclusive=True, group="stats")
    def count(self, query: str, days: int) -> None:
        worker = get_current_worker()
        try:
            stats = self.library.stats(query, days=days)
        except TrackerError as error:
            self.post_message(ReadingFailed(error))
            return
        if not worker.is_cancelled:
            self.post_message(StatsRead(stats))

    def on_stats_read(self, message: StatsRead) -> None:
        message.stop()
        self._stats = message.stats
        self.lay()
        self.say("⏎ shows the papers behind a number", "$muted")

    def on_reading_failed(self, message: ReadingFailed) -> None:
        message.stop()
        self.say(str(message.error), "$error")

    def on_resize(self) -> None:
        self.lay()

    def lay(self) -> None:
        """Lay the figures out for the width there is."""
        from tracker.library.stats_lines import lines

        if self._stats:
            width = min(WIDEST, self.size.width - 4)
            self.query_one(Figures).rows = tuple(lines(self._stats, width, date.today()))

    def on_figures_moved(self, message: Figures.Moved) -> None:
        message.stop()
        self.query_one("#figures").scroll_to_region(message.region, animate=False)

    def on_figures_chosen(self, message: Figures.Chosen) -> None:
        message.stop()
        self.desk.show_papers(message.query)

    def action_narrow(self) -> None:
        self.ask("figures of", self._narrow, value=self._query, hint="a query; empty: all papers")

    def _narrow(self, query: str) -> None:
        self._query = query
        self.reread()

    def action_period(self, by: int) -> None:
        at = max(0, min(len(PERIODS) - 1, PERIODS.index(self._days) + by))
        self._days = PERIODS[at]
        self.reread()
