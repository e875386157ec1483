"""The list of marks beside an abstract; however long it is, only the lines in sight are drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from tracker.tui.widgets.marks import Block


class MarkRail(ScrollView, can_focus=False):
    """Blocks below one another, a blank line between them; a bar stands beside those that the caret is on."""

    virtual_size = reactive(Size(0, 0), layout=False)  # its length moves nothing else on the screen

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[tuple[int, str, Content]] = []  # number of the block, what stands in front, the line
        self._blocks: Sequence[Block] = ()
        self._here: frozenset[int] = frozenset()
        self._drawn: dict[tuple[int, bool, int], Strip] = {}  # by line, whether the caret is on it, and width

    def show(self, blocks: Sequence[Block]) -> None:
        """Show these blocks instead."""
        self._blocks = blocks
        self._lines = [(n, *line) for n, block in enumerate(blocks) for line in _led(block)]
        self._here = frozenset()
        self._drawn.clear()
        self.virtual_size = Size(self.size.width, len(self._lines))
        self._scroll_update(self.virtual_size)
        self.refresh()

    def point(self, marks: Collection[str]) -> None:
        """The caret is on these marks: their blocks are told, the first one comes into sight."""
        here = frozenset(n for n, block in enumerate(self._blocks) if not block.marks.isdisjoint(marks))
        if here == self._here:
            return
        self._here = here
        if here:
            first = next(y for y, (number, *_) in enumerate(self._lines) if number in here)
            self.scroll_to(y=max(0, first - 2), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, at = self.size.width, y + self.scroll_offset.y
        if at >= len(self._lines):
            return Strip.blank(width, self.visual_style.rich_style)
        key = at, self._lines[at][0] in self._here, width
        if key not in self._drawn:
            self._drawn[key] = self._strip(at, width)
        return self._drawn[key]

    def _strip(self, at: int, width: int) -> Strip:
        number, lead, line = self._lines[at]
        bar = ("▌", "$primary bold") if number in self._here and line else (" ", "")
        strips = Visual.to_strips(
            self, Content.assemble(bar, (lead, "$muted"), line), width, 1, self.visual_style, pad=True
        )
        return strips[0] if strips else Strip.blank(width, self.visual_style.rich_style)

    def notify_style_update(self) -> None:
        """Colours change with the theme."""
        super().notify_style_update()
        self._drawn.clear()


def _led(block: Block) -> Iterator[tuple[str, Content]]:
    """The lines of a block with what stands in front of each, and a blank one behind them."""
    blank = " " * len(block.lead)
    for number, line in enumerate(block.lines):
        yield (blank if number else block.lead), line
    yield "", Content()
