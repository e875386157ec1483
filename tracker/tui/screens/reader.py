"""The Reader: one paper, its whole abstract in a measure made for reading."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from tracker.errors import TrackerError
from tracker.terms import NEXT, NEXT_UP
from tracker.tui.keys import bind
from tracker.tui.page import Page, read_page
from tracker.tui.passage import Caret
from tracker.tui.safe import plain
from tracker.tui.screens.finding import FindingScreen
from tracker.tui.verbs.aids import ReadingAids
from tracker.tui.verbs.enriching import EnrichVerbs
from tracker.tui.verbs.marking import Marking
from tracker.tui.verbs.out import OutVerbs
from tracker.tui.verbs.queue import QueueVerbs
from tracker.tui.verbs.status import StatusVerbs
from tracker.tui.verbs.words import WordVerbs
from tracker.tui.widgets.annotated import AnnotatedText
from tracker.tui.widgets.bars import Footer, StatusLine, TopBar
from tracker.tui.widgets.moving import Moving
from tracker.tui.widgets.rail import MarkRail

if TYPE_CHECKING:
    from tracker.library.likeness import Comparison

SEEN_AFTER = 1.5
NEAR_AFTER = 0.8  # seconds on a paper until the one most like it is looked for
RAIL = 34  # cells of a line of the list of marks beside the abstract
READING = (
    *(
        "text.down",
        "mark.choose",
        "reader.leave",
        "status.later",
        "status.done",
        "status.skipped",
        "tag",
        "note",
        "text.jump",
    ),
    *("reader.find", "text.words", "mark.threads", "reader.next", "mark.comment", "reader.differences"),
)
SELECTING = ("mark.comment", "text.grow", "text.shrink", "text.swap", "copy.quote", "text.cancel")


class Near(Message):
    """The paper most like one was found; None: there is none."""

    def __init__(self, paper: int, found: Comparison | None, score: float) -> None:
        super().__init__()
        self.paper, self.found, self.score = paper, found, score


class ReaderScreen(Marking, ReadingAids, StatusVerbs, WordVerbs, OutVerbs, EnrichVerbs, QueueVerbs, FindingScreen):
    """A paper out of a list of ids; leaving says which one was read last."""

    place = "Reader"
    AUTO_FOCUS = "AnnotatedText"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("J", "turn(1)", "next paper", id="reader.next", section="reader", show=True),
        bind("K", "turn(-1)", "previous paper", id="reader.previous", section="reader"),
        bind("ctrl+d", "page(1)", "half a page down", id="reader.half_down", section="reader", also="space pagedown"),
        bind("ctrl+u", "page(-1)", "half a page up", id="reader.half_up", section="reader", also="pageup"),
        bind("g>u", "history", "its history", id="reader.history", section="go"),
        bind("escape", "leave", "back", id="reader.leave", section="move", show=True, also="q"),
    ]

    def __init__(self, ids: array[int], paper_id: int, query: str, *, mark: str = "") -> None:
        super().__init__()
        self._mark = mark  # the annotation to begin at
        self._ids, self._at, self._query = ids, ids.index(paper_id), query
        self._seen: Timer | None = None
        self._read: int | None = None
        self._near: Timer | None = None

    @property
    def current(self) -> int | None:
        return self._ids[self._at]

    @property
    def busy(self) -> bool:
        """A paper is being read: what keys would mark is not on the screen yet."""
        return self._read != self.current

    @property
    def told_keys(self) -> Sequence[str]:
        """The commands that the footer names: those of the mode one is in."""
        return SELECTING if self.text.caret.selecting else READING

    def body(self) -> ComposeResult:
        with Horizontal(id="reader-body"):
            with VerticalScroll(id="reader", can_focus=False), Vertical(id="page"):
                yield Static(id="page-head", markup=False)
                yield AnnotatedText(id="page-text")
                yield Static(id="page-marks", markup=False)
                yield Static(id="page-more", markup=False)
                yield Static(id="page-near", markup=False)
            yield MarkRail(id="rail")

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        if self.current is not None:
            self.open_page(self.current, self._query)

    @work(thread=True, exclusive=True, group="detail")
    def open_page(self, paper_id: int, query: str) -> None:
        self.bring(partial(read_page, self.library, paper_id, query), self.take_page)

    def take_page(self, page: Page) -> None:
        """Show a page that was read, unless one has moved on since."""
        paper = page.detail.row.id
        if paper != self.current:
            return
        fresh = paper != self._read
        if self.alone:
            page = page._replace(marks=tuple(mark for mark in page.marks if mark.mine))
        self.show_page(page, fresh=fresh)
        if fresh:
            self._read = paper
            self.desk.attention.turn(paper)
            self.query_one("#reader").scroll_home(animate=False)
            self._watch(paper, page.detail.row.seen)
            self._look_around(paper)
            self._go_to_mark(page)

    def not_read(self, error: TrackerError) -> None:
        super().not_read(error)
        self._read = self.current  # there will be no paper to wait for

    def show_page(self, page: Page, *, fresh: bool) -> None:
        from tracker.tui.widgets import below
        from tracker.tui.widgets import detail as pane

        today, width = date.today(), self.query_one("#page").size.width
        self._tell("#page-head", pane.head(page.detail, page.matches, today, True, page.why, width))
        self._tell("#page-more", below.below(page, today, width))
        self.text.dims, self.text.words = self.desk.dims, self.desk.settings.words
        self.text.show(page, fresh=fresh)
        self.show_marks(page, width)
        self.tell_standing()

    def _tell(self, part: str, content: Content) -> None:
        """Show a part of the page; one that stays as it is needs no new layout."""
        static = self.query_one(part, Static)
        if not (isinstance(static.content, Content) and static.content.is_same(content)):
            static.update(content)

    def show_marks(self, page: Page, width: int) -> None:
        """The list of marks: beside the abstract where there is room, else below it."""
        from tracker.tui.widgets import marks, reading

        rail = self.query_one(MarkRail)
        rail.show(marks.beside(page, RAIL, date.today()) if rail.display else ())
        title = reading.rule(f"marks ({len(marks.groups(page.marks))})", width)
        there = page.marks and not rail.display
        self._tell("#page-marks", Content.assemble(title, "\n", marks.below(page, width)) if there else Content())
        self.point()

    def point(self) -> None:
        """Tell in the list of marks which ones the caret is on."""
        self.query_one(MarkRail).point([mark.id for mark in self.here])

    def on_resize(self) -> None:
        if self.page and self._read is not None:
            self.show_page(self.page, fresh=False)
            self._look_around(self._read)

    def tell_standing(self) -> None:
        """What a digit would act on, and where in the list one is."""
        text = self.text
        words = len(text.passage.words)
        where = f"paper {self._at + 1:,} of {len(self._ids):,} · {words:,} words"
        alone = text.caret.selecting or text.jump is not None
        self.query_one(StatusLine).standing = " · ".join(filter(None, ("" if alone else where, text.aim)))
        self.query_one(Footer).lead = signs_of(self.page) if text.caret.selecting else ""
        selecting = ("selecting sentences" if text.caret.whole else "selecting words") if text.caret.selecting else ""
        self.query_one(TopBar).trail = " ▸ ".join(filter(None, ("tracker", self.place, selecting)))

    def on_moving_moved(self, message: Moving.Moved) -> None:
        message.stop()
        if not message.ended:  # what was done to a selection is still to be read
            self.say("")
        self.tell_standing()
        self.point()
        region = self.text.reveal().translate(self.text.virtual_region.offset)
        place = region.translate(self.query_one("#page").virtual_region.offset)
        self.query_one("#reader").scroll_to_region(place, animate=False)

    def on_annotated_text_followed(self, message: AnnotatedText.Followed) -> None:
        message.stop()
        self.open_address(message.url)

    def on_moving_passed(self, message: Moving.Passed) -> None:
        """Beyond the abstract: what stands above and below it comes into sight."""
        message.stop()
        self.query_one("#reader").scroll_relative(y=message.by, animate=False)

    def _go_to_mark(self, page: Page) -> None:
        """Put the caret on the annotation that the Reader was opened for."""
        wanted, self._mark = self._mark, ""
        if place := next((mark.start for mark in page.marks if mark.id == wanted and mark.end), None):
            self.text.caret = Caret(place)

    def _watch(self, paper: int, seen: bool) -> None:
        if self._seen:
            self._seen.stop()
        if not seen:
            self._seen = self.set_timer(SEEN_AFTER, lambda: self.saw(paper))

    def _look_around(self, paper: int) -> None:
        """Soon look for the paper most like this one, where there is room to tell of it."""
        self.query_one("#page-near", Static).update("")
        if self._near:
            self._near.stop()
        if self.has_class("-wide"):
            self._near = self.set_timer(NEAR_AFTER, lambda: self.look_for_near(paper))

    @work(thread=True, exclusive=True, group="near")
    def look_for_near(self, paper: int) -> None:
        with suppress(TrackerError):  # nobody asked for it, so nobody is told
            found = self.library.similar(paper, 1)
            compared = self.library.compare(paper, found[0].row.id) if found else None
            self.post_message(Near(paper, compared, found[0].score if found else 0.0))

    def on_near(self, message: Near) -> None:
        message.stop()
        if message.paper == self._read and message.found:
            from tracker.tui.widgets.below import nearest

            width = self.query_one("#page").size.width
            self.query_one("#page-near", Static).update(nearest(message.found, message.score, width))

    def action_turn(self, by: int) -> None:
        at = self._at + by
        if 0 <= at < len(self._ids):
            self._at = at
            self.say("")
            self.reread()
        else:
            self.say("this is the last paper of the list" if by > 0 else "this is the first paper", "$muted")

    @property
    def in_queue(self) -> bool:
        return self._query.strip() == NEXT_UP

    def action_next_up(self) -> None:
        """The first of the queue; from there, the one behind it."""
        found = self.library.find(NEXT_UP, limit=NEXT, rough=True).ids
        if not found:
            self.say("nothing is waiting to be read", "$muted")
            return
        at = 1 if len(found) > 1 and found[0] == self.current else 0
        self._ids, self._at, self._query = found, at, NEXT_UP
        self.reread()

    def go_on(self) -> None:
        if self._at + 1 < len(self._ids):
            self.action_turn(1)

    def action_page(self, by: int) -> None:
        reader = self.query_one("#reader")
        reader.scroll_relative(y=by * max(1, reader.size.height // 2), animate=False)

    def action_history(self) -> None:
        from tracker.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen(self.current))

    def action_leave(self) -> None:
        self.dismiss(self.current)


def signs_of(page: Page | None) -> str:
    """`1! 2M 3=`: which digit makes which mark."""
    kinds = page.kinds if page else ()
    return "".join(f"{plain(kind.key + kind.sign)} " for kind in kinds if kind.key and not kind.archived)
