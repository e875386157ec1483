"""Lines of text with numbers in them that can be gone to, and that open the papers they count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tracker.text.clean import clean
from tracker.tui.keys import bind

if TYPE_CHECKING:
    from tracker.library.stats.lines import Line

TONES = {"label": "$muted", "number": "$heading bold", "bar": "$secondary", "tag": "$tag", "quiet": "$muted"}

Place = tuple[int, int]  # a line, and a piece of it


class Figures(Widget, can_focus=True):
    """A sheet of figures; the cursor stands on a number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("j", "step(1)", "next", id="figures.down", section="move", show=True, also="down"),
        bind("k", "step(-1)", "previous", id="figures.up", section="move", also="up"),
        bind("l", "along(1)", "to the right", id="figures.right", section="move", also="right"),
        bind("h", "along(-1)", "to the left", id="figures.left", section="move", also="left"),
        bind("enter", "choose", "show the papers", id="figures.choose", section="move", show=True),
    ]

    rows: reactive[tuple[Line, ...]] = reactive((), layout=True)
    cursor: reactive[Place | None] = reactive(None)

    class Chosen(Message):
        """The papers that a number counts are to be shown."""

        def __init__(self, query: str) -> None:
            super().__init__()
            self.query = query

    class Moved(Message):
        """The cursor stands on another number."""

        def __init__(self, region: Region) -> None:
            super().__init__()
            self.region = region

    @property
    def pointed(self) -> Offset | None:
        return Offset(1 + self._left(*self.cursor), self.cursor[0]) if self.cursor else None

    def places(self, row: int) -> list[Place]:
        """The numbers of a line that open papers."""
        return [(row, at) for at, piece in enumerate(self.rows[row]) if piece.query is not None]

    def watch_rows(self, rows: Sequence[Line]) -> None:
        every = [place for row in range(len(rows)) for place in self.places(row)]
        if self.cursor not in every:
            self.cursor = every[0] if every else None

    def watch_cursor(self) -> None:
        if self.cursor:
            self.post_message(self.Moved(Region(0, self.cursor[0], 1, 1)))

    def render(self) -> Content:
        return Content("\n").join([self._line(row, line) for row, line in enumerate(self.rows)])

    def _line(self, row: int, line: Line) -> Content:
        parts = []
        for at, piece in enumerate(line):
            content = Content.styled(whole(piece.text), TONES.get(piece.tone, ""))
            parts.append(content.stylize("reverse") if (row, at) == self.cursor and self.has_focus else content)
        return Content.assemble(" ", *parts)

    def action_step(self, by: int) -> None:
        """To the nearest number of the next line that has any."""
        if self.cursor is None:
            return
        row, at = self.cursor
        x = self._left(row, at)
        row += by
        while 0 <= row < len(self.rows):
            if places := self.places(row):
                self.cursor = min(places, key=lambda place: abs(self._left(*place) - x))
                return
            row += by

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Beyond the ends of a line its keys are those of the screen: they lead back, or to the menu."""
        if action == "along":
            return self._beside(parameters[0] == 1) is not None
        return super().check_action(action, parameters)

    def _beside(self, right: bool) -> Place | None:
        """The next number of the same line."""
        if self.cursor is None:
            return None
        places = self.places(self.cursor[0])
        at = places.index(self.cursor) + (1 if right else -1)
        return places[at] if 0 <= at < len(places) else None

    def action_along(self, by: int) -> None:
        if beside := self._beside(by == 1):
            self.cursor = beside

    def _left(self, row: int, at: int) -> int:
        """Where a piece begins, in cells."""
        return sum(cell_len(whole(piece.text)) for piece in self.rows[row][:at])

    def action_choose(self) -> None:
        if self.cursor:
            query = self.rows[self.cursor[0]][self.cursor[1]].query
            if query is not None:
                self.post_message(self.Chosen(query))

    def on_click(self, event: events.Click) -> None:
        if event.y >= len(self.rows):
            return
        for row, at in self.places(event.y):
            begin = 1 + self._left(row, at)
            if begin <= event.x < begin + cell_len(whole(self.rows[row][at].text)):
                self.cursor = (row, at)
                self.action_choose()
                return


def whole(text: str) -> str:
    """The text as a line, with the blanks that set it in its column."""
    return clean(text).replace("\n", " ")
