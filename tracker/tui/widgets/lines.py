"""A list of lines to choose from: the same keys on every screen that is one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tracker.tui.keys import bind


class Lines(OptionList, inherit_bindings=False):
    """Lines of text that is nobody's markup, with a cursor that stays in its place when they change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("j", "cursor_down", "next", id="rows.down", section="move", show=True, also="down"),
        bind("k", "cursor_up", "previous", id="rows.up", section="move", also="up"),
        bind("g>g", "first", "first", id="rows.first", section="move", also="home"),
        bind("G", "last", "last", id="rows.last", section="move", also="end"),
        bind("ctrl+d", "page_down", "a page down", id="rows.half_down", section="move", also="pagedown"),
        bind("ctrl+u", "page_up", "a page up", id="rows.half_up", section="move", also="pageup"),
        bind("enter", "select", "open", id="rows.open", section="move"),
    ]

    def __init__(self, lines: Iterable[Content] = (), *, id: str) -> None:
        super().__init__(*map(Option, lines), id=id, markup=False, compact=True)

    @property
    def at(self) -> int | None:
        """The place of the line under the cursor."""
        at = self.highlighted
        return at if at is not None and at < self.option_count else None

    def put(self, lines: Iterable[Content | Option], at: int | None = None) -> None:
        """Show these lines; the cursor goes to a place, or stays in its own."""
        at = self.highlighted or 0 if at is None else at
        self.set_options(lines)
        self.highlighted = min(at, self.option_count - 1) if self.option_count else None
