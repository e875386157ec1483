"""Texts below one another in a column; a new one moves nothing else, so the screen is not laid out anew for it."""

from __future__ import annotations

from collections.abc import Collection

from rich.style import Style
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.visual import Visual

WIDEST = 92  # cells of a line that is still read with ease
EDGE = 2  # cells on either side, at least


class Leaf(ScrollView, can_focus=False):
    """Parts by their names, in the order in which they are named; `apart`: those with a blank line above them."""

    virtual_size = reactive(Size(0, 0), layout=False)

    def __init__(self, *parts: str, apart: Collection[str] = (), id: str) -> None:
        super().__init__(id=id)
        self._texts = dict.fromkeys(parts, Content())
        self._apart = apart
        self._strips: list[Strip] = []

    def put(self, **texts: Content) -> None:
        """Say this in these parts; of an empty text nothing is shown."""
        if any(not text.is_same(self._texts[name]) for name, text in texts.items()):
            self._texts |= texts
            self._lay_out()

    def turn(self) -> None:
        """To its beginning."""
        self.scroll_to(y=0, animate=False)

    def render(self) -> Content:
        """All of it; what is selected with the mouse is cut out of this."""
        close = self.screen.has_class("-low", "-flat")
        blank = {} if close else dict.fromkeys(self._apart, "\n")
        shown = [Content(blank.get(name, "")) + text for name, text in self._texts.items() if text]
        return Content("\n").join(shown)

    def _lay_out(self) -> None:
        """Break the texts into lines."""
        width = self.scrollable_content_region.width
        column = max(1, min(WIDEST, width - 2 * EDGE))
        left = Strip.blank(max(0, width - column) // 2, self._ground)
        strips = Visual.to_strips(self, self.render(), column, None, self.visual_style)
        self._strips = [Strip.join([left, strip]) for strip in strips]
        self.virtual_size = Size(width, len(self._strips))
        self._scroll_update(self.virtual_size)
        self.refresh()

    @property
    def _ground(self) -> Style:
        return self.visual_style.rich_style

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        return self._strips[at] if at < len(self._strips) else Strip.blank(self.size.width, self._ground)

    def on_resize(self) -> None:
        self._lay_out()

    def selection_updated(self, selection: Selection | None) -> None:
        self._lay_out()

    def notify_style_update(self) -> None:
        """Colours change with the theme."""
        super().notify_style_update()
        if self.is_mounted:
            self._lay_out()
