"""What the left pane counts: saved searches, tags and lists, behind the screen and when there is peace."""

from __future__ import annotations

from textual import work
from textual.timer import Timer
from textual.worker import get_current_worker

from tracker.tui.screens.finding import FindingScreen
from tracker.tui.widgets.side import Overview, SidePane, entries

PEACE = 0.6  # seconds without a change before everything is counted


class Counting(FindingScreen):
    """A screen with the left pane, which shows how many papers are where."""

    _overview: Overview | None = None
    _peace: Timer | None = None

    def plan_overview(self) -> None:
        """Count for the left pane, when there has been a moment's peace and the pane is shown."""
        if self._peace:
            self._peace.stop()
        self.workers.cancel_group(self, "overview")
        if self.query_one(SidePane).display:
            self._peace = self.set_timer(PEACE if self._overview else 0.01, self.read_overview)

    def first_overview(self) -> None:
        """Count now, unless that was done."""
        if self._overview is None:
            self.plan_overview()

    @work(thread=True, exclusive=True, group="overview")
    def read_overview(self) -> None:
        self.bring(self._counted, self.show_overview)

    def _counted(self) -> Overview:
        worker, library = get_current_worker(), self.library
        saved = [(search, library.count(search.query)) for search in library.saved() if not worker.is_cancelled]
        total = self.all_papers(None)
        return Overview(saved, library.tags(), library.collections(), total - library.count("status:inbox"), total)

    def show_overview(self, overview: Overview) -> None:
        self._overview = overview
        self._show_overview()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_overview)

    def _show_overview(self) -> None:
        if self._overview:
            self.query_one(SidePane).entries = entries(self._overview, self.query_one("#body").size.height)
        elif self.desk.opened:
            self.plan_overview()
