"""The Library: a list of papers, the filter that finds them, and the current one in full."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.timer import Timer

from tracker.tui.keys import bind
from tracker.tui.screens.counting import Counting
from tracker.tui.screens.finding import DetailRead, PapersFound
from tracker.tui.verbs.enriching import EnrichVerbs, FeedVerbs
from tracker.tui.verbs.going import GoVerbs
from tracker.tui.verbs.importing import ImportVerbs
from tracker.tui.verbs.out import OutVerbs
from tracker.tui.verbs.queue import NOT_NOW
from tracker.tui.verbs.rounds import RoundVerbs
from tracker.tui.verbs.status import StatusVerbs
from tracker.tui.verbs.words import WordVerbs
from tracker.tui.widgets.bars import Footer, StatusLine, TopBar
from tracker.tui.widgets.detail import DetailPane
from tracker.tui.widgets.filter import FilterBar, FilterInput
from tracker.tui.widgets.nothing import NoMatch
from tracker.tui.widgets.papers import PaperList
from tracker.tui.widgets.side import SidePane

WELCOME = "welcome · ↑ ↓ go through the papers · → shows what can be done · F1 helps"
SEEN_AFTER = 1.5  # seconds with its abstract on the screen
PATIENCE = 0.3  # seconds before it is said that one has to wait
HASTE = 0.12  # seconds within which one paper follows the next while a key is held down
SIZES = ("detail-less", "", "detail-more", "detail-only")


class LibraryScreen(
    GoVerbs, RoundVerbs, StatusVerbs, WordVerbs, OutVerbs, EnrichVerbs, FeedVerbs, ImportVerbs, Counting
):
    """List and detail; what is shown is what the filter finds."""

    place = "Library"
    sheet = "library"
    AUTO_FOCUS = "PaperList"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "step_back", "back", id="back", section="move", tip="end the marking, then clear the filter"),
        bind("q", "leave", "leave", id="leave", section="program"),
        bind("+", "resize_detail(1)", "bigger detail", id="detail.bigger", section="program"),
        bind("_", "resize_detail(-1)", "smaller detail", id="detail.smaller", section="program"),
        NOT_NOW,  # before the other command of the same key: it is there in the queue only
        bind("tab", "next_pane", "next pane", id="pane.next", section="move"),
        bind("shift+tab", "app.focus_previous", "previous pane", id="pane.previous", section="move"),
    ]

    def __init__(self, query: str = "") -> None:
        super().__init__()
        self._first_query = query
        self._answered: str | None = None
        self._shown: int | None = None
        self._detail_size = 1
        self._was_queue = False
        self._seen: Timer | None = None
        self._reading: Timer | None = None
        self._turned = 0.0  # when the cursor came to another paper last
        self._typing = False  # the last word of what was answered is taken as a beginning
        self._whole = True  # the list holds all that the filter finds

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """⇥ passes over a paper of the queue, and goes to the next pane everywhere else."""
        return super().check_action(action, parameters) if action != "next_pane" else not self.in_queue

    def action_next_pane(self) -> None:
        self.focus_next()

    @property
    def busy(self) -> bool:
        """The list is not yet the answer to the filter."""
        return self.desk.opened and self.query_text != self._answered

    def body(self) -> ComposeResult:
        with Container(id="body"):
            yield SidePane()
            with Vertical(id="middle"):
                yield FilterBar()
                yield PaperList(lambda ids: self.library.rows(ids))
            yield DetailPane()

    def on_mount(self) -> None:
        if self.desk.opened:
            self.open_list()
        else:
            self.set_timer(PATIENCE, self._say_opening)

    def _say_opening(self) -> None:
        if not self.desk.opened:
            self.say("making your library from the seed papers …" if self.desk.first_run else "opening the library …")

    def open_list(self) -> None:
        """The library is open: show the first list."""
        self.watch_library()
        self.name_place()
        self.say(WELCOME if self.desk.first_run else "", "$accent")
        if self._first_query:
            self.entry.value = self._first_query
        else:
            self.find("")
        self.desk.take_early()

    def reread(self) -> None:
        self.heard(())

    def heard(self, papers: Collection[int]) -> None:
        self._all = None
        self.papers.reread(papers)
        self.find(self.query_text, typing=self.entry.has_focus, again=not self.busy)
        self.plan_overview()
        self.learn_liking()
        if self._shown is not None:
            self.read(self._shown, self.query_text, typing=self._typing)

    # What was found

    def on_papers_found(self, message: PapersFound) -> None:
        message.stop()
        if message.query != self.query_text:
            return
        again = message.query == self._answered
        if not again and self._answered is not None and message.query != self.completed:
            self.query_one(StatusLine).let_go()  # what was said of another list
        self._answered, self._typing, self._whole = message.query, message.typing, message.found.complete
        self.answered(message.found)
        self.query_one(FilterBar).tell(message.found, message.total, message.milliseconds, message.query)
        self._put(message, again)
        self.query_one(SidePane).query_shown = message.query
        self.stand()
        if self.in_queue != self._was_queue:
            self._was_queue = self.in_queue
            self.refresh_bindings()
        self.first_overview()

    def _put(self, message: PapersFound, again: bool) -> None:
        papers, ids = self.papers, message.found.ids
        top = ids[0] if ids and not again and message.query.strip() else None
        papers.show(ids, current=top, lit=message.lit)
        if again and message.found.complete:
            papers.keep_marks()
        self._stand_in(message)
        if self._shown is not None and self._shown == papers.current and not again:
            self._read_soon(self._shown)

    def _stand_in(self, message: PapersFound) -> None:
        """Show, in place of a list without papers, what helps."""
        if message.found.ids and not self.has_class("nothing"):
            return
        focused = any(widget.has_focus for widget in self.query("PaperList, NoMatch, #empty-ways"))
        for widget in self.query("NoMatch, Empty"):
            widget.remove()
        self.set_class(not message.found.ids, "nothing")
        if message.found.ids:
            if focused:
                self.set_focus(self.papers)
            return
        if message.total:
            widget = NoMatch(message.query, tuple(message.ways))
            self.query_one("#middle").mount(widget)
            if focused:
                self.set_focus(widget)
        else:
            from tracker.tui.widgets.empty import Empty

            self.query_one("#middle").mount(Empty(takes_keys=focused, files=not self.desk.settings.served))

    def have_all(self) -> None:
        """Have the whole list at once, where so far only its first rows are there."""
        if not self._whole:
            found = self.library.find(self._answered or "", typing=self._typing)
            self._whole = True
            self.papers.show(found.ids, lit=self.papers.lit)

    @property
    def going_out(self) -> list[int]:
        """What is marked, else all that is shown."""
        if self.papers.marked:
            return self.targets
        self.have_all()
        return list(self.papers.ids)

    def action_mark_all(self) -> None:
        self.have_all()
        super().action_mark_all()

    def action_mark_others(self) -> None:
        self.have_all()
        super().action_mark_others()

    def stand(self) -> None:
        """Say how much is marked and shown, and what verbs act on."""
        marked, shown = len(self.papers.marked), len(self.papers.ids)
        hidden = len(self.papers.marked.difference(self.papers.ids)) if marked and self.query_text else 0
        parts = [f"{marked:,} marked" + (f" ({hidden:,} not shown)" if hidden else "")] if marked else []
        self.query_one(StatusLine).standing = " · ".join([*parts, f"{shown:,} shown"])
        self.query_one(Footer).lead = f"on {marked:,} marked  " if marked else ""
        name = self._name_of(self.query_text)
        self.query_one(TopBar).trail = " ▸ ".join(["tracker", self.place, *([name] if name else [])])

    def _name_of(self, query: str) -> str:
        return next((search.name for search in self.library.saved() if search.query == query), "") if query else ""

    # The current paper

    def on_paper_list_highlighted(self, message: PaperList.Highlighted) -> None:
        message.stop()
        if self._seen:
            self._seen.stop()
        if message.paper_id is None:
            self._shown = None
            self.query_one(DetailPane).clear()
        else:
            self._read_soon(message.paper_id)

    def _read_soon(self, paper: int) -> None:
        """Read the paper; where one is followed by the next in haste, only the last of them."""
        hasty, self._turned = monotonic() - self._turned < HASTE, monotonic()
        if self._reading:
            self._reading.stop()
        read = partial(self.read, paper, self.query_text, typing=self._typing)
        self._reading = self.set_timer(HASTE, read) if hasty else None
        if not hasty:
            self.once_drawn(read)

    def on_detail_read(self, message: DetailRead) -> None:
        message.stop()
        paper = message.detail.row.id
        if paper != self.papers.current:
            return
        another, self._shown = paper != self._shown, paper
        pane = self.query_one(DetailPane)
        pane.words = self.desk.settings.words
        pane.show(message.detail, message.matches, message.why, scroll_home=another)
        if self.is_current:  # it may come late, when the Reader shows another paper
            self.desk.attention.turn(paper if pane.display else None)
        if another and not message.detail.row.seen and pane.display:
            self._seen = self.set_timer(SEEN_AFTER, lambda: self.saw(paper))

    def on_paper_list_opened(self, message: PaperList.Opened) -> None:
        message.stop()
        from tracker.tui.screens.reader import ReaderScreen

        self.have_all()
        self.app.push_screen(ReaderScreen(self.papers.ids, message.paper_id, self.query_text), self._came_back)

    def _came_back(self, paper_id: int | None) -> None:
        place = None if paper_id is None else self.papers.place(paper_id)
        if place is not None:
            self.papers.go(place)

    # Marks and steps back

    def on_paper_list_marks_changed(self, message: PaperList.MarksChanged) -> None:
        message.stop()
        self.stand()
        if self.papers.marked:
            self.desk.hint("marks")

    def on_filter_input_left(self, message: FilterInput.Left) -> None:
        message.stop()
        if message.kept and self.query_text.strip():
            self.desk.hint("filter")
        for widget in self.query(NoMatch):
            if message.kept and widget.mending:
                widget.action_mend()
                return
            self.set_focus(widget)
            return
        self.set_focus(self.papers)

    def action_step_back(self) -> None:
        if self.clear_marks():
            self.say("none is marked any more", "$muted")
        elif self.query_text:
            self.look_for("")
        elif self.papers.has_focus:
            self.say("all papers are shown · ^q leaves the program", "$muted")
        self.set_focus(self.papers)

    def action_leave(self) -> None:
        """Leave a saved search for all papers, and all papers for the shell."""
        if self._name_of(self.query_text):
            self.action_step_back()
        else:
            self.desk.leave_at_once()

    def action_resize_detail(self, by: int) -> None:
        self._detail_size = max(0, min(len(SIZES) - 1, self._detail_size + by))
        for number, name in enumerate(SIZES):
            if name:
                self.set_class(number == self._detail_size, name)
