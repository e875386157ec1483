"""Compare: two abstracts side by side, what they share quiet, what only one says bright."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content, Span
from textual.widgets import Static

from tracker.tui.keys import bind
from tracker.tui.safe import line
from tracker.tui.verbs.paper import PaperScreen

if TYPE_CHECKING:
    from tracker.library.likeness import Comparison
    from tracker.text.compare import Side

PARTS = ("background", "problem", "method", "result", "claim", "the rest")


class CompareScreen(PaperScreen):
    """Two papers; without a second, the one most like the first."""

    awaited = True
    place = "Compare"
    AUTO_FOCUS = "#compare"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("j", "scroll(1)", "down", id="compare.down", section="move", show=True, also="down"),
        bind("k", "scroll(-1)", "up", id="compare.up", section="move", also="up"),
        bind("enter", "open", "show both", id="compare.open", section="move", show=True, tip="show both in the list"),
    ]

    def __init__(self, one: int, other: int | None = None) -> None:
        super().__init__()
        self._one, self._other = one, other

    def body(self) -> ComposeResult:
        with VerticalScroll(id="compare", can_focus=True), Vertical(id="compare-page"):
            for number in range(len(PARTS) + 1):
                with Horizontal(classes="compare-row", id=f"row-{number}"):
                    yield Static(markup=False)
                    yield Static(markup=False)
            yield Static(id="compare-words", markup=False)

    def on_mount(self) -> None:
        self.say("comparing …", "$muted")
        self.reread()

    def reread(self) -> None:
        self.look(self._one, self._other)

    @work(thread=True, exclusive=True, group="compare")
    def look(self, one: int, other: int | None) -> None:
        self.bring(partial(self._compared, one, other), self.show_compared)

    def _compared(self, one: int, other: int | None) -> Comparison | None:
        second = self.library.nearest(one) if other is None else other
        return None if second is None else self.library.compare(one, second)

    def show_compared(self, found: Comparison | None) -> None:
        if found is None:
            self.say("no other paper is like this one", "$muted")
            return
        self._other = found.other.id
        self.fill(0, line(found.one.heading, "$heading bold"), line(found.other.heading, "$heading bold"))
        texts = found.texts
        for number, name in enumerate(PARTS):
            self.fill(number + 1, part(name, texts.one, number), part(name, texts.other, number))
        words = (("both ", texts.both), ("only left ", texts.only_one), ("only right ", texts.only_other))
        told = [Content.assemble((f"{name:<11}", "$muted"), line(", ".join(some))) for name, some in words]
        self.query_one("#compare-words", Static).update(Content("\n").join(told))
        self.say(f"{len(texts.both)} telling words in both · what only one says is bright", "$muted")

    def fill(self, number: int, left: Content, right: Content) -> None:
        """Fill a row; one that has nothing on either side is not there."""
        row = self.query_one(f"#row-{number}")
        row.display = bool(left.plain or right.plain)
        for widget, content in zip(row.query(Static), (left, right), strict=True):
            widget.update(content)

    def action_scroll(self, by: int) -> None:
        self.query_one("#compare").scroll_relative(y=by, animate=False)

    def action_open(self) -> None:
        if self._other is not None:
            self.desk.show_papers(f"id:{self._one},{self._other}")


def part(name: str, side: Side, number: int) -> Content:
    """The sentences of one kind, with their words lit."""
    places = side.parts[number]
    if not places:
        return Content("")
    said = Content("\n").join([lit(side, *place) for place in places])
    return Content.assemble((f"{name}\n", "$muted"), said)


def lit(side: Side, start: int, end: int) -> Content:
    """A sentence: words of both are quiet, words of this one only are bright."""
    shared = [Span(max(0, a - start), b - start, "$muted") for a, b in side.shared if start <= a < end]
    own = [Span(max(0, a - start), b - start, "$heading bold") for a, b in side.own if start <= a < end]
    return Content(side.text[start:end].replace("\n", " "), [*shared, *own])
