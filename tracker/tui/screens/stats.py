"""Stats: figures that answer questions; every number opens its papers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType
from textual.message import Message
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.tui.keys import bind
from tracker.tui.screens.figures import FiguresScreen
from tracker.tui.screens.finding import ReadingFailed

if TYPE_CHECKING:
    from tracker.library.stats.lines import Line
    from tracker.library.stats.values import Stats

PERIODS = (7, 14, 30, 90)  # days
WIDEST = 110  # cells of a line


class StatsRead(Message):
    """The figures were counted."""

    def __init__(self, stats: Stats) -> None:
        super().__init__()
        self.stats = stats


class StatsScreen(FiguresScreen):
    """A sheet of figures, of all papers or of those that a query finds."""

    place = "Stats"
    asked = "figures of"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("/", "narrow", "only some papers", id="stats.scope", section="find", show=True),
        bind("]", "period(1)", "more days", id="stats.longer", section="find", show=True),
        bind("[", "period(-1)", "fewer days", id="stats.shorter", section="find"),
    ]

    _days = 14
    _stats: Stats | None = None

    def reread(self) -> None:
        if self._stats is None:
            self.say("counting …", "$muted")
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

    def rows(self, width: int) -> Iterable[Line]:
        from tracker.library.stats.lines import lines

        return lines(self._stats, min(WIDEST, width - 4), date.today()) if self._stats else ()

    def action_period(self, by: int) -> None:
        at = max(0, min(len(PERIODS) - 1, PERIODS.index(self._days) + by))
        self._days = PERIODS[at]
        self.reread()
