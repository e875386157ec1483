"""A list of lines, each with a text on the left and one on the right; only those in sight are painted."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget

from tracker.tui.safe import plain
from tracker.tui.widgets.cells import crop, sides
from tracker.tui.widgets.listed import list_keys


class RowLine(NamedTuple):
    """A line of a list; `key` says what it is about."""

    key: Hashable
    left: str
    right: str = ""
    style: str = ""


class Rows(Widget, can_focus=True):
    """Lines with a cursor, below a title that says how many there are."""

    BINDINGS: ClassVar[list[BindingType]] = list_keys(tells_open=True)

    class Moved(Message):
        """The cursor stands on another line."""

        def __init__(self, rows: Rows) -> None:
            super().__init__()
            self.rows = rows

    class Chosen(Message):
        """A line is to be opened."""

        def __init__(self, rows: Rows) -> None:
            super().__init__()
            self.rows = rows

    def __init__(self, *, id: str, empty: str) -> None:
        super().__init__(id=id)
        self.title, self.note = "", ""
        self._empty = empty
        self._lines: Sequence[RowLine] = ()
        self._at = 0
        self._top = 0

    @property
    def key(self) -> Hashable:
        """What the line under the cursor is about; None without a line."""
        return self._lines[self._at].key if self._lines else None

    @property
    def pointed(self) -> Offset:
        return Offset(0, self._at - self._top + 1)

    def show(self, title: str, lines: Sequence[RowLine], note: str = "") -> None:
        """Show these lines; the cursor stays on what it was on, else near it."""
        key, self.title, self.note, self._lines = self.key, title, note, lines
        place = next((place for place, line in enumerate(lines) if line.key == key), self._at)
        self._at = max(0, min(place, len(lines) - 1))
        self.refresh()
        if self.key != key:
            self.post_message(self.Moved(self))

    def render(self) -> Content:
        width, height = self.size.width, self.size.height
        room = max(1, height - 1)
        self._top = max(0, min(max(self._top, self._at - room + 1), self._at, len(self._lines) - room))
        left, right = sides(f"{'▸' if self.has_focus else ' '}{self.title}", f"{self.note} ", width)
        head = Content.assemble((left, "$accent bold" if self.has_focus else "$muted bold"), (right, "$muted"))
        shown = self._lines[self._top : self._top + room]
        body = [self._line(self._top + place, line, width) for place, line in enumerate(shown)]
        return Content("\n").join([head, *(body or [Content.styled(crop(f" {self._empty}", width), "$muted")])])

    def _line(self, place: int, line: RowLine, width: int) -> Content:
        here = place == self._at
        left, right = sides(f"{'▌' if here else ' '}{_kept(line.left)}", f"{plain(line.right)} ", width)
        content = Content.assemble((left, line.style), (right, "$muted"))
        ground = "on $cursor" if self.has_focus else "on $cursor-away"
        return content.stylize(ground) if here else content

    def _go(self, place: int) -> None:
        old, self._at = self._at, max(0, min(place, len(self._lines) - 1))
        self.refresh()
        if old != self._at:
            self.post_message(self.Moved(self))

    def action_step(self, by: int) -> None:
        self._go(self._at + by)

    def action_page(self, way: int) -> None:
        self._go(self._at + way * max(1, self.size.height - 2))

    def action_end(self, way: int) -> None:
        self._go(len(self._lines) - 1 if way > 0 else 0)

    def action_open(self) -> None:
        if self._lines:
            self.post_message(self.Chosen(self))

    def on_focus(self) -> None:
        self.refresh()
        self.post_message(self.Moved(self))

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        place = self._top + event.y - 1
        if event.y and place < len(self._lines):
            again = place == self._at
            self._go(place)
            if again:
                self.action_open()

    def on_mouse_scroll_down(self) -> None:
        self._go(self._at + 3)

    def on_mouse_scroll_up(self) -> None:
        self._go(self._at - 3)


def _kept(text: str) -> str:
    """The text on one line, with the blanks that it begins with."""
    return " " * (len(text) - len(text.lstrip(" "))) + plain(text)
