"""The Reader: one paper, its whole abstract in a measure made for reading."""

from __future__ import annotations

from array import array
from datetime import date
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import Static

from tracker.tui.keys import bind
from tracker.tui.screens.finding import DetailRead, FindingScreen
from tracker.tui.verbs.out import OutVerbs
from tracker.tui.verbs.status import StatusVerbs
from tracker.tui.verbs.words import WordVerbs
from tracker.tui.widgets.bars import Footer, StatusLine, TopBar

SEEN_AFTER = 1.5


class ReaderScreen(StatusVerbs, WordVerbs, OutVerbs, FindingScreen):
    """A paper out of a list of ids; leaving says which one was read last."""

    place = "Reader"
    AUTO_FOCUS = "#reader"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("J", "turn(1)", "next paper", id="reader.next", section="reader", show=True, also="n right"),
        bind("K", "turn(-1)", "previous paper", id="reader.previous", section="reader", show=True, also="N left"),
        bind("j", "scroll(1)", "down", id="reader.down", section="reader", also="down"),
        bind("k", "scroll(-1)", "up", id="reader.up", section="reader", also="up"),
        bind("ctrl+d", "page(1)", "half a page down", id="reader.half_down", section="reader", also="space pagedown"),
        bind("ctrl+u", "page(-1)", "half a page up", id="reader.half_up", section="reader", also="pageup"),
        bind("g>g", "end(-1)", "to the top", id="reader.top", section="reader", also="home"),
        bind("G", "end(1)", "to the bottom", id="reader.bottom", section="reader", also="end"),
        bind("g>u", "history", "its history", id="reader.history", section="go"),
        bind("escape", "leave", "back", id="reader.leave", section="move", show=True, also="q enter"),
    ]

    def __init__(self, ids: array[int], paper_id: int, query: str) -> None:
        super().__init__()
        self._ids, self._at, self._query = ids, ids.index(paper_id), query
        self._seen: Timer | None = None
        self._read: int | None = None

    @property
    def current(self) -> int | None:
        return self._ids[self._at]

    def compose(self) -> ComposeResult:
        yield TopBar()
        with VerticalScroll(id="reader", can_focus=True), VerticalScroll(id="page"):
            yield Static(id="page-head", markup=False)
            yield Static(id="page-text", markup=False)
            yield Static(id="page-more", markup=False)
        yield StatusLine()
        yield Footer()

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        if self.current is not None:
            self.read(self.current, self._query)

    def on_detail_read(self, message: DetailRead) -> None:
        message.stop()
        from tracker.tui.widgets import detail as pane
        from tracker.tui.widgets import reading

        detail, today = message.detail, date.today()
        if detail.row.id != self.current:
            return
        self.query_one("#page-head", Static).update(pane.head(detail, message.matches, today, wide=True))
        self.query_one("#page-text", Static).update(reading.abstract(detail.abstract, message.matches))
        self.query_one("#page-more", Static).update(pane.more(detail, today, self.query_one("#page").size.width))
        words = len(detail.abstract.split())
        self.query_one(StatusLine).standing = f"paper {self._at + 1:,} of {len(self._ids):,} · {words:,} words"
        if detail.row.id != self._read:
            self._read = detail.row.id
            self.query_one("#reader").scroll_home(animate=False)
            self._watch(detail.row.id, detail.row.seen)

    def _watch(self, paper: int, seen: bool) -> None:
        if self._seen:
            self._seen.stop()
        if not seen:
            self._seen = self.set_timer(SEEN_AFTER, lambda: self.saw(paper))

    def saw(self, paper: int) -> None:
        """The paper's abstract was on the screen for a while."""
        self.library.mark_seen(paper)

    def action_turn(self, by: int) -> None:
        at = self._at + by
        if 0 <= at < len(self._ids):
            self._at = at
            self.say("")
            self.reread()
        else:
            self.say("this is the last paper of the list" if by > 0 else "this is the first paper", "$muted")

    def action_scroll(self, by: int) -> None:
        self.query_one("#reader").scroll_relative(y=by, animate=False)

    def action_page(self, by: int) -> None:
        reader = self.query_one("#reader")
        reader.scroll_relative(y=by * max(1, reader.size.height // 2), animate=False)

    def action_end(self, way: int) -> None:
        reader = self.query_one("#reader")
        if way < 0:
            reader.scroll_home(animate=False)
        else:
            reader.scroll_end(animate=False)

    def action_history(self) -> None:
        from tracker.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen(self.current))

    def action_leave(self) -> None:
        self.dismiss(self.current)
