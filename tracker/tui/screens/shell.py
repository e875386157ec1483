"""The bare frame: what is on the screen before anything else is even imported."""

from __future__ import annotations

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget


class Frame(Widget):
    """The top bar and the rule of the Library, so that nothing moves when it takes this place."""

    def __init__(self, whose: str) -> None:
        super().__init__()
        self._whose = whose

    def render(self) -> Content:
        width = self.size.width
        left, right = " tracker ▸ Library", f"{self._whose} "
        gap = " " * max(1, width - len(left) - len(right))
        top = Content.assemble((" tracker", "$primary bold"), (" ▸ ", "$muted"), "Library", gap, (right, "$muted"))
        return Content("\n").join([top.stylize("on $surface"), Content(""), Content.styled("─" * width, "$line")])


class Shell(Screen[None]):
    """Shown until the Library is there."""

    def __init__(self, whose: str) -> None:
        super().__init__()
        self._whose = whose

    def compose(self) -> list[Widget]:
        return [Frame(self._whose)]
