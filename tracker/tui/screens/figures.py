"""What the screens of figures have in common: every number opens its papers, and a query narrows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.figures import Figures

if TYPE_CHECKING:
    from tracker.library.stats.lines import Line


class FiguresScreen(PaperScreen):
    """A sheet of figures, of all papers or of those that a query finds."""

    AUTO_FOCUS = "Figures"
    asked = ""  # what the query is asked for with

    def __init__(self, query: str = "") -> None:
        super().__init__()
        self._query = query

    def body(self) -> ComposeResult:
        with VerticalScroll(id="figures", can_focus=False):
            yield Figures()

    def on_mount(self) -> None:
        self.reread()

    def on_resize(self) -> None:
        self.lay()

    def lay(self) -> None:
        """Lay the figures out for the width there is."""
        self.query_one(Figures).rows = tuple(self.rows(self.size.width))

    def rows(self, width: int) -> Iterable[Line]:
        """The figures in lines; none while they are not counted."""
        raise NotImplementedError

    def on_figures_moved(self, message: Figures.Moved) -> None:
        message.stop()
        self.query_one("#figures").scroll_to_region(message.region, animate=False)

    def on_figures_chosen(self, message: Figures.Chosen) -> None:
        message.stop()
        self.desk.show_papers(message.query)

    def action_narrow(self) -> None:
        self.ask(self.asked, self._narrow, value=self._query, hint="a query; empty: all papers")

    def _narrow(self, query: str) -> None:
        self._query = query
        self.reread()
