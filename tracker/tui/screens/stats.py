"""Stats: figures that answer questions; every number opens its papers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.screens.figures import FiguresScreen

if TYPE_CHECKING:
    from tracker.library.stats.lines import Line
    from tracker.library.stats.values import Stats

PERIODS = (7, 14, 30, 90)  # days
WIDEST = 110  # cells of a line


class StatsScreen(FiguresScreen):
    """A sheet of figures, of all papers or of those that a query finds."""

    awaited = True
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
        self.bring(partial(self.library.stats, query, days=days), self.show_stats)

    def show_stats(self, stats: Stats) -> None:
        self._stats = stats
        self.lay()
        self.say("⏎ shows the papers behind a number", "$muted")

    def rows(self, width: int) -> Iterable[Line]:
        from tracker.library.stats.lines import lines

        return lines(self._stats, min(WIDEST, width - 4), date.today()) if self._stats else ()

    def action_period(self, by: int) -> None:
        at = max(0, min(len(PERIODS) - 1, PERIODS.index(self._days) + by))
        self._days = PERIODS[at]
        self.reread()
