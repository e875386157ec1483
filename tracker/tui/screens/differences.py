"""Differences: what changed between two wordings of an abstract, who brought it, and the marks that it moved."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tracker.text.render import render
from tracker.text.when import spoken
from tracker.text.worddiff import WordDiff
from tracker.tui.keys import bind
from tracker.tui.safe import LONGEST, line, shown
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.lines import Lines
from tracker.tui.widgets.threads import Entry, told

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView, WordingView

STYLES = {"same": "", "old": "$error strike", "new": "$success bold underline"}


class DifferencesScreen(PaperScreen):
    """The wordings of a paper, two at a time; doubtful marks are accepted or dropped here."""

    place = "Differences"
    AUTO_FOCUS = "Lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("n", "turn(1)", "newer wording", id="differences.newer", section="history", show=True),
        bind("p", "turn(-1)", "older wording", id="differences.older", section="history", show=True),
        bind("A", "accept", "accept the place", id="differences.accept", section="do", show=True),
        bind("X", "drop", "drop the mark", id="differences.drop", section="do", show=True),
        bind(
            "ctrl+d",
            "page(1)",
            "half a page down",
            id="differences.half_down",
            section="move",
            also="pagedown",
            priority=True,
        ),
        bind(
            "ctrl+u",
            "page(-1)",
            "half a page up",
            id="differences.half_up",
            section="move",
            also="pageup",
            priority=True,
        ),
    ]

    def __init__(self, paper_id: int) -> None:
        super().__init__()
        self._paper = paper_id
        self._wordings: tuple[WordingView, ...] = ()
        self._at = 0  # the newer one of the two that are shown
        self._marks: list[AnnotationView] = []

    @property
    def current(self) -> int | None:
        return self._paper

    def body(self) -> ComposeResult:
        with VerticalScroll(id="differences", can_focus=False):
            yield Static(id="differences-head", markup=False)
            yield Static(id="differences-text", markup=False)
        yield Lines(id="differences-marks")

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        known = len(self._wordings)
        self._wordings = self.library.wordings(self._paper)
        if len(self._wordings) != known:
            self._at = len(self._wordings) - 1
        self.show_text()
        self.show_marks()

    # Showing

    def show_text(self) -> None:
        head, text = self.query_one("#differences-head", Static), self.query_one("#differences-text", Static)
        heading = self.library.rows([self._paper])[0].heading
        parts = [line(heading, "$heading bold"), Content("\n")]
        if len(self._wordings) < 2:
            head.update(Content.assemble(*parts, ("the abstract has only ever had one wording", "$muted")))
            text.update(Content())
            return
        old, new = self._wordings[self._at - 1 : self._at + 1]
        head.update(Content.assemble(*parts, _whence(old), "\n", _whence(new), "\n"))
        text.update(written(old.text, new.text))

    def show_marks(self) -> None:
        signs = {kind.name: kind.sign for kind in self.library.kinds()}
        self._marks = sorted(filter(_touched, self.library.annotations(self._paper)), key=_urgency)
        width, options = max(20, min(100, self.size.width - 4)), self.query_one(Lines)
        lines = [told(Entry(mark, None, (mark,)), signs, "", width, date.today()) for mark in self._marks]
        options.put(lines)
        options.display = bool(lines)
        doubtful = sum(mark.state == "check" for mark in self._marks)
        lost = sum(mark.state == "orphan" for mark in self._marks)
        where = f"wording {self._at + 1} of {len(self._wordings)}" if self._wordings else "no abstract"
        count = f"marks: {doubtful} to check, {lost} lost, {len(self._marks) - doubtful - lost} reworded"
        self.query_one(StatusLine).standing = f"{where} · {count if self._marks else 'every mark stands as it did'}"

    def on_resize(self) -> None:
        if self._wordings:
            self.show_marks()

    # Moving

    def action_turn(self, by: int) -> None:
        at = self._at + by
        if 1 <= at < len(self._wordings):
            self._at = at
            self.reread()
            self.query_one("#differences").scroll_home(animate=False)
        else:
            self.say("that is the newest wording" if by > 0 else "that is the oldest wording", "$muted")

    def action_page(self, by: int) -> None:
        page = self.query_one("#differences")
        page.scroll_relative(y=by * max(1, page.size.height // 2), animate=False)

    # Settling

    @property
    def marked(self) -> AnnotationView | None:
        at = self.query_one(Lines).at
        return None if at is None else self._marks[at]

    def action_accept(self) -> None:
        if mark := self.marked:
            self.attempt(lambda: f"accepted the place of a {self.library.accept_place(mark.id).kind}")
        else:
            self.say("no mark is in doubt", "$muted")

    def action_drop(self) -> None:
        if mark := self.marked:
            self.attempt(lambda: self.library.remove_annotation(mark.id))
        else:
            self.say("no mark is in doubt", "$muted")


def _touched(mark: AnnotationView) -> bool:
    """Whether the words of a mark are others than those it was made on."""
    return mark.state in ("check", "orphan") or (mark.state == "moved" and mark.text != mark.quote)


def _urgency(mark: AnnotationView) -> int:
    return ("check", "orphan", "moved").index(mark.state)


def written(old: str, new: str) -> Content:
    """The new text with the old words in it, struck out; the new ones are underlined, with colours or without."""
    runs = WordDiff(render(old[:LONGEST]).text, render(new[:LONGEST]).text).shown()
    return Content.assemble(*((shown(text), STYLES[kind]) for kind, text in runs if text))


def _whence(wording: WordingView) -> Content:
    when = spoken(wording.at.astimezone().date(), date.today())
    who = f" · {wording.person}" if wording.person else ""
    told = f"{when} {wording.at.astimezone():%H:%M} · {wording.source}{who}"
    return Content.assemble((f"{wording.number} ", "bold"), line(told, "$muted"))
