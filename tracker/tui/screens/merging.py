"""Merge: two papers field by field; what is chosen stands, and all that people did with either stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tracker.errors import TrackerError
from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.cells import crop, fit
from tracker.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracker.library.importing.reports import Side

    Deed = Callable[[], str | None]

NAME = 14  # cells of a field's name
KEPT = ("notes", "annotations", "tags", "collections", "status")  # of both, whatever is chosen
TALL = 4  # lines of an abstract


class MergeScreen(TrackerScreen["str | None"]):
    """Which side's words stand; the result is what was done."""

    place = "Merge"
    AUTO_FOCUS = "Lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space", "choose", "other side", id="merge.choose", section="choose", show=True, tip="take the other side"
        ),
        bind("h", "take(False)", "left", id="merge.left", section="choose", also="left"),
        bind("l", "take(True)", "right", id="merge.right", section="choose", also="right"),
        bind("enter", "merge", "merge", id="merge.merge", section="do", show=True, priority=True),
        bind("n", "not_same", "two papers", id="merge.not_same", section="do", show=True, tip="they are two papers"),
    ]

    def __init__(self, one: int, other: int) -> None:
        super().__init__()
        self._one, self._other = one, other
        self._sides: tuple[Side, ...] = ()
        self._done = False  # nothing is left to show
        self._right: set[str] = set()  # fields of which the right side's words are to stand

    def body(self) -> ComposeResult:
        yield Static(id="merge-head", markup=False)
        yield Lines(id="merge-list")

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        if self._done:
            return
        try:
            self._sides = self.library.sides(self._one, self._other)
        except TrackerError as error:  # somebody else merged them meanwhile
            self.say(str(error), "$error")
            return
        self._right |= {side.name for side in self._sides if not side.one and side.name not in KEPT}
        self._show()

    def _show(self) -> None:
        left, right = self._columns()
        head = f" {fit('', NAME)}{fit(f'#{self._one}, which stays', left)} {fit(f'#{self._other}', right)}"
        self.query_one("#merge-head", Static).update(Content.styled(head, "$muted"))
        self.query_one(Lines).put(map(self._line, self._sides))
        self.query_one(StatusLine).standing = f"{len(self._right)} from the right" if self._right else ""
        self.say("⏎ merges · notes, annotations, votes and tags of both stay · u undoes")

    def _columns(self) -> tuple[int, int]:
        width = max(20, self.size.width - NAME - 4)
        return width // 2, width - width // 2

    def _line(self, side: Side) -> Content:
        left, right = self._columns()
        lines = [_wrapped(text, width) for text, width in ((side.one, left - 2), (side.other, right - 2))]
        both = side.name in KEPT
        same = side.one == side.other
        tones = ["$muted" if same else "" if both or on else "$muted strike" for on in self._stands(side)]
        signs = ["+" if both and text else "●" if on and not same else " " for on, text in self._shown(side)]
        parts: list[Content] = []
        for number in range(max(map(len, lines))):
            name = side.name.replace("_", " ") if number == 0 else ""
            row: list[tuple[str, str]] = [(fit(f" {name}", NAME + 1), "$muted")]
            for some, sign, tone, width in zip(lines, signs, tones, (left, right), strict=True):
                text = some[number] if number < len(some) else ""
                row += [(f"{sign if number == 0 else ' '} ", "$success"), (fit(text, width - 2).rstrip(), tone)]
                row += [(" " * (width - 2 - len(row[-1][0])), "")]
            parts.append(Content.assemble(*row))
        return Content("\n").join(parts)

    def _stands(self, side: Side) -> tuple[bool, bool]:
        return side.name not in self._right, side.name in self._right

    def _shown(self, side: Side) -> list[tuple[bool, str]]:
        return list(zip(self._stands(side), (side.one, side.other), strict=True))

    def on_resize(self) -> None:
        if self._sides:
            self._show()

    # Keys

    def action_choose(self) -> None:
        side = self._current()
        if side:
            self.action_take(side.name not in self._right)

    def action_take(self, right: bool) -> None:
        side = self._current()
        if side is None or side.name in KEPT:
            self.say("what people did with either paper stays", "$muted")
            return
        if not (side.other if right else side.one):
            self.say(f"that side has no {side.name.replace('_', ' ')}", "$muted")
            return
        self._right = self._right | {side.name} if right else self._right - {side.name}
        self._show()

    def action_merge(self) -> None:
        self._do(lambda: self.library.merge(self._one, self._other, take=sorted(self._right)))

    def action_not_same(self) -> None:
        self._do(lambda: self.library.not_same(self._one, self._other))

    def _do(self, deed: Deed) -> None:
        self._done = True
        try:
            self.dismiss(deed())
        except TrackerError as error:
            self._done = False
            self.say(str(error), "$error")

    def _current(self) -> Side | None:
        at = self.query_one(Lines).at
        return None if at is None else self._sides[at]


def _wrapped(text: str, width: int) -> list[str]:
    """A text in lines, the last one cut where there are more than are shown."""
    from textwrap import wrap

    lines = wrap(plain(text), max(8, width)) or [""]
    return [*lines[: TALL - 1], crop(" ".join(lines[TALL - 1 :]), width)] if len(lines) > TALL else lines
