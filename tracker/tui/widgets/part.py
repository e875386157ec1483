"""A part of a page: text that is put again and again, and often says what it said before."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widgets import Static


class Part(Static):
    """Has the screen laid out anew only where it says something else than before, and then once."""

    virtual_size = reactive(Size(0, 0), layout=False)  # it follows from a layout, and asks for no other

    def __init__(self, *, id: str) -> None:
        super().__init__(Content(), id=id, markup=False)
        self._said = Content()

    def put(self, content: Content) -> None:
        """Say this."""
        if not content.is_same(self._said):
            self._said = content
            self.update(content)
