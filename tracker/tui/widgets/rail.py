"""The list of marks beside an abstract; however long it is, only the lines in sight are drawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from tracker.tui.widgets.marks import Block


class MarkRail(ScrollView, can_focus=False):
    """Blocks below one another, a blank line between them; a bar stands beside those that the caret is on."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[tuple[int, Content]] = []  # with the number of the block
        self._blocks: Sequence[Block] = ()
        self._here: frozenset[int] = frozenset()

    def show(self, blocks: Sequence[Block]) -> None:
        """Show these blocks instead."""
        self._blocks = blocks
        self._lines = [(n, line) for n, block in enumerate(blocks) for line in (*block.lines, Content())]
        self._here = frozenset()
        self.virtual_size = Size(self.size.width, len(self._lines))
        self.refresh()

    def point(self, marks: Collection[str]) -> None:
        """The caret is on these marks: their blocks are told, the first one comes into sight."""
        here = frozenset(n for n, block in enumerate(self._blocks) if not block.marks.isdisjoint(marks))
        if here == self._here:
            return
        self._here = here
        if here:
            first = next(y for y, (number, _) in enumerate(self._lines) if number in here)
            self.scroll_to(y=max(0, first - 2), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, at = self.size.width, y + self.scroll_offset.y
        if at >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        number, line = self._lines[at]
        bar = ("▌", "$primary bold") if number in self._here and line else (" ", "")
        strips = Visual.to_strips(self, Content.assemble(bar, line), width, 1, self.visual_style, pad=True)
        return strips[0] if strips else Strip.blank(width, self.rich_style)
