"""Duplicates: pairs of papers that may be one, the surest first; ⏎ lays them side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.binding import BindingType
from textual.content import Content
from textual.worker import get_current_worker

from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.screens.lists import ListScreen
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.cells import sides

if TYPE_CHECKING:
    from tracker.library.importing.reports import Pair
    from tracker.library.values import Row

MOST = 500  # pairs shown at a time
STILL = "the papers of a large import are still being compared: more may come"


class Found(NamedTuple):
    """The pairs there are; `all`: no papers are still to be compared."""

    pairs: Sequence[Pair]
    all: bool


class DuplicatesScreen(ListScreen):
    """Decides pair by pair; each decision is a step of its own."""

    awaited = True
    place = "Duplicates"
    list_id = "duplicates"
    none = "  No paper is here twice.\n  What an import is not sure of is listed here."
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "open", "side by side", id="duplicates.open", section="do", show=True, priority=True),
        bind("m", "merge", "merge", id="duplicates.merge", section="do", show=True, tip="merge into the upper one"),
        bind("n", "not_same", "two papers", id="duplicates.not_same", section="do", show=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._pairs: Sequence[Pair] = ()

    def on_mount(self) -> None:
        self.say("comparing …", "$muted")

    def reread(self) -> None:
        self.find_pairs()

    @work(thread=True, exclusive=True, group="duplicates")
    def find_pairs(self) -> None:
        self.bring(self._found, self.show_pairs)
        if self.library.comparing():
            self.library.catch_up()
            if not get_current_worker().is_cancelled:  # the library may be closed by now
                self.bring(self._found, self.show_pairs)

    def _found(self) -> Found:
        all = not self.library.comparing()
        return Found(self.library.duplicates(), all)

    def show_pairs(self, found: Found) -> None:
        self._pairs = found.pairs
        self.lay()
        if not found.all:
            self.say(STILL, "$muted")
        elif self.query_one(StatusLine).text in ("comparing …", STILL):
            self.say("m merges into the upper one · n remembers that they are two" if self._pairs else "")

    def lines(self) -> Iterable[Content]:
        return map(self._lines, self._pairs[:MOST])

    def lay(self) -> None:
        super().lay()
        count = counted(len(self._pairs), "pair")
        self.query_one(StatusLine).standing = count if self._pairs else ""

    def _lines(self, pair: Pair) -> Content:
        alike = f"{pair.score:.0%} alike"
        tone = "$success" if pair.sure else "$warning"
        one, other = self._line(pair.one, alike), self._line(pair.other, "surely one" if pair.sure else "")
        upper = Content.assemble((one[0], "$heading"), (one[1], tone))
        return Content("\n").join([upper, Content.assemble((other[0], ""), (other[1], tone)), Content("")])

    def _line(self, row: Row, tail: str) -> tuple[str, str]:
        when = f"{row.year or ''}"
        width = self.room - 1
        return sides(f" #{row.id:<6} {plain(row.heading)}", f"{when:>5}  {tail:>12} ", width)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("open", "merge", "not_same"):
            return True if self._pairs else None
        return super().check_action(action, parameters)

    @property
    def _pair(self) -> Pair | None:
        return None if self.options.at is None else self._pairs[self.options.at]

    def action_open(self) -> None:
        from tracker.tui.screens.merging import MergeScreen

        if pair := self._pair:
            self.app.push_screen(MergeScreen(pair.one.id, pair.other.id), self._merged)

    def _merged(self, done: str | None) -> None:
        if done:
            self.say(f"{done} — u undoes")

    def action_merge(self) -> None:
        if pair := self._pair:
            self.attempt(lambda: self.library.merge(pair.one.id, pair.other.id))

    def action_not_same(self) -> None:
        if pair := self._pair:
            self.attempt(lambda: self.library.not_same(pair.one.id, pair.other.id))
