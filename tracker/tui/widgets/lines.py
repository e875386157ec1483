"""A list of lines to choose from: the same keys on every screen that is one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tracker.tui.widgets.listed import list_keys


class Lines(OptionList, inherit_bindings=False):
    """Lines of text that is nobody's markup, with a cursor that stays in its place when they change."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--bar"}

    BINDINGS: ClassVar[list[BindingType]] = list_keys(tells_open=False)

    def __init__(self, lines: Iterable[Content] = (), *, id: str, none: str = "", opens: str = "") -> None:
        super().__init__(*map(Option, lines), id=id, markup=False, compact=True)
        self.none = none  # what is told where there is no line
        if opens:  # what ⏎ does here, for the footer
            usual = self._bindings.key_to_bindings["enter"]
            self._bindings.key_to_bindings["enter"] = [replace(one, description=opens, show=True) for one in usual]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where there is no line, none can be chosen."""
        return super().check_action(action, parameters) if action not in ("open", "select") else self.at is not None

    def render_line(self, y: int) -> Strip:
        """The line; a bar before the one under the cursor, where there are no colours too; none beside a gap."""
        strip, place = super().render_line(y), self.scroll_offset.y + y
        if not strip.text.strip():
            return Strip.blank(strip.cell_length, self.visual_style.rich_style)
        if self.highlighted is None or place >= len(self._lines) or self._lines[place][0] != self.highlighted:
            return strip
        ground = next((segment.style for segment in strip if segment.style), None)
        bar = self.get_component_rich_style("lines--bar", partial=True)
        return Strip.join([Strip([Segment("▌", ground + bar if ground else bar)]), strip.crop(1)])

    @property
    def pointed(self) -> Offset | None:
        return None if self.at is None else Offset(0, self._index_to_line[self.at] - self.scroll_offset.y)

    @property
    def at(self) -> int | None:
        """The place of the line under the cursor."""
        at = self.highlighted
        return at if at is not None and at < self.option_count else None

    def action_step(self, by: int) -> None:
        """The line after the cursor or before it; from the last one on to the first."""
        if by > 0:
            self.action_cursor_down()
        else:
            self.action_cursor_up()

    def action_end(self, way: int) -> None:
        if way > 0:
            self.action_last()
        else:
            self.action_first()

    def action_page(self, way: int) -> None:
        self._move_page(1 if way > 0 else -1)  # behind `action_page_down` and `action_page_up`

    def action_open(self) -> None:
        self.action_select()

    def put(self, lines: Iterable[Content | Option], at: int | None = None) -> None:
        """Show these lines; the cursor goes to a place, or stays in its own."""
        at = self.highlighted or 0 if at is None else at
        self.set_options(lines)
        self.highlighted = min(at, self.option_count - 1) if self.option_count else None
        if not self.option_count and self.none:
            told = [Option(Content.styled(text, "$muted"), disabled=True) for text in ("", *self.none.split("\n"))]
            self.add_options(told)
