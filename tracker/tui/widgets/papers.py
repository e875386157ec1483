"""The list of papers: any number of them, painted a line at a time."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tracker.tui.keys import bind
from tracker.tui.widgets.line import PARTS, paint
from tracker.tui.widgets.pages import Pages, Read

if TYPE_CHECKING:
    from tracker.library.values import Lit, Row


AGES = timedelta(minutes=1)  # after which ages in the list are counted anew
STRIPS = 400  # painted lines that are kept


class PaperList(ScrollView, can_focus=True, inherit_bindings=False):
    """A list of ids with a cursor and marks; rows are read only for what is on the screen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(PARTS)
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("j", "move(1)", "next", id="move.down", section="move", show=True, also="down"),
        bind("k", "move(-1)", "previous", id="move.up", section="move", also="up"),
        bind("g>g", "end(-1)", "first", id="move.first", section="move", also="home"),
        bind("G", "end(1)", "last", id="move.last", section="move", also="end"),
        bind("ctrl+d", "half(1)", "half a page down", id="move.half_down", section="move"),
        bind("ctrl+u", "half(-1)", "half a page up", id="move.half_up", section="move"),
        bind("pagedown", "page(1)", "a page down", id="move.page_down", section="move"),
        bind("pageup", "page(-1)", "a page up", id="move.page_up", section="move"),
        bind("enter", "open", "read", id="open", section="move", show=True, tip="open the paper in the Reader"),
    ]

    cursor = reactive(0, repaint=False)
    virtual_size = reactive(Size(0, 0), layout=False, repaint=False)  # its length moves nothing else on the screen

    class Highlighted(Message):
        """The cursor stands on another paper, or on none."""

        def __init__(self, paper_id: int | None) -> None:
            super().__init__()
            self.paper_id = paper_id

    class Opened(Message):
        """The paper is to be read."""

        def __init__(self, paper_id: int) -> None:
            super().__init__()
            self.paper_id = paper_id

    class MarksChanged(Message):
        """Other papers are marked than before."""

    def __init__(self, read: Read, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.pages = Pages(read)
        self.lit: Lit | None = None
        self._strips: dict[tuple[object, ...], Strip] = {}  # lines as they were painted last
        self.marked: set[int] = set()
        self._range: tuple[int, frozenset[int]] | None = None
        self._look: Mapping[str, Style] | None = None
        self._now = datetime.now(UTC)
        self._told: int | None = None

    # What is shown

    @property
    def ids(self) -> array[int]:
        return self.pages.ids

    @property
    def pointed(self) -> Offset:
        return Offset(0, self.cursor - round(self.scroll_y))

    @property
    def current(self) -> int | None:
        """The paper under the cursor."""
        return self.ids[self.cursor] if self.ids else None

    def row(self, paper_id: int) -> Row | None:
        place = self.place(paper_id)
        return None if place is None else self.pages.row(place)

    def place(self, paper_id: int) -> int | None:
        try:
            return self.ids.index(paper_id)
        except ValueError:
            return None

    def show(self, ids: array[int], *, current: int | None = None, lit: Lit | None = None) -> None:
        """Show these papers. The cursor stays on its paper, else on its neighbour; `current` overrules that.

        `lit` tells where to light a heading: where the words of the query stand in it.
        """
        if ids == self.ids and current in (None, self.current) and lit == self.lit:
            return
        wanted = self.current if current is None else current
        place, top = self.cursor, round(self.scroll_y)
        before = self._on_screen()
        self.pages.ids, self.lit = ids, lit
        if (now := datetime.now(UTC)) - self._now > AGES:
            self._now = now
            self._strips.clear()
        found = None if wanted is None else self.place(wanted)
        self.virtual_size = Size(self.size.width, len(ids))
        self._stand(min(place, max(0, len(ids) - 1)) if found is None else found)
        if found is not None and top:  # a list that showed its beginning still does
            self.scroll_to(y=top + self.cursor - place, animate=False)
        self.follow()
        for y, (old, new) in enumerate(zip_longest(before, self._on_screen())):
            if old != new:
                self.refresh_lines(y + round(self.scroll_y))

    def _on_screen(self) -> list[tuple[object, ...]]:
        """What tells one line on the screen from another."""
        top = round(self.scroll_y)
        lines = range(top, min(top + self.size.height, len(self.ids)))
        return [(self.ids[place], place == self.cursor, self.lit) for place in lines]

    def reread(self, papers: Collection[int] = ()) -> None:
        """Show what the papers say now: these, or any."""
        self.pages.forget(papers)
        top = round(self.scroll_y)
        for place in range(top, min(top + self.size.height, len(self.ids))):
            if not papers or self.ids[place] in papers:
                self.refresh_lines(place)

    def keep_marks(self) -> None:
        """Unmark what is no longer listed."""
        if self.marked and not self.marked <= (shown := set(self.ids)):
            self.mark(self.marked & shown)

    # The cursor

    def _stand(self, place: int) -> None:
        self.set_reactive(PaperList.cursor, place)
        if self._range:
            anchor, before = self._range
            low, high = sorted((anchor, place))
            self.mark(before | set(self.ids[low : high + 1]))
        if self.current != self._told:
            self._told = self.current
            self.post_message(self.Highlighted(self.current))

    def go(self, place: int) -> None:
        """Put the cursor there, and show it."""
        if not self.ids:
            return
        old = self.cursor
        self._stand(max(0, min(place, len(self.ids) - 1)))
        self.refresh_lines(old)
        self.refresh_lines(self.cursor)
        self.follow()

    def follow(self) -> None:
        """Scroll just as far as the cursor asks for."""
        height = self.scrollable_content_region.height
        if height and self.ids:
            self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True)

    def action_move(self, by: int) -> None:
        self.go(self.cursor + by)

    def action_end(self, way: int) -> None:
        self.go(0 if way < 0 else len(self.ids) - 1)

    def action_half(self, way: int) -> None:
        self.go(self.cursor + way * max(1, self.size.height // 2))

    def action_page(self, way: int) -> None:
        self.go(self.cursor + way * max(1, self.size.height - 1))

    def action_open(self) -> None:
        if self.current is not None:
            self.post_message(self.Opened(self.current))

    # Marks

    def mark(self, ids: Iterable[int]) -> None:
        """Mark exactly these."""
        self.marked = set(ids)
        self.refresh()
        self.post_message(self.MarksChanged())

    def toggle(self) -> None:
        """Mark the current paper or take its mark off, and step on."""
        if self.current is not None:
            self._range = None
            self.mark(self.marked ^ {self.current})
            self.action_move(1)

    def toggle_range(self) -> None:
        """Begin a range at the cursor, or end it where the cursor stands now."""
        self._range = None if self._range else (self.cursor, frozenset(self.marked))
        self._stand(self.cursor)

    @property
    def in_range(self) -> bool:
        return self._range is not None

    def end_range(self) -> None:
        self._range = None

    # Painting

    def render_line(self, y: int) -> Strip:
        place, width = y + round(self.scroll_y), self.size.width
        row = self.pages.row(place) if place < len(self.ids) else None
        if row is None:
            return Strip.blank(width, self.visual_style.rich_style)
        cursor, marked = place == self.cursor, row.id in self.marked
        lit = tuple(self.lit(row.heading)) if self.lit else ()
        asked = (row, width, cursor, marked, lit)
        if (strip := self._strips.get(asked)) is None:
            if len(self._strips) > STRIPS:
                self._strips.clear()
            painted = paint(row, width, self.look, cursor=cursor, marked=marked, now=self._now, lit=lit)
            strip = self._strips[asked] = painted.apply_style(self.visual_style.rich_style)
        return strip

    @property
    def look(self) -> Mapping[str, Style]:
        if self._look is None:
            self._look = {part: self.get_component_rich_style(part, partial=True) for part in PARTS}
        return self._look

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._look = None
        self._strips.clear()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._look = None
        self._strips.clear()
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self.virtual_size = Size(event.size.width, len(self.ids))
        self.follow()

    # The mouse

    def on_click(self, event: events.Click) -> None:
        if self.go_at(event.y) and event.chain == 2:
            self.action_open()

    def go_at(self, y: int) -> bool:
        """Go to the paper in a line of this widget; whether there is one."""
        place = y + round(self.scroll_y)
        if there := place < len(self.ids):
            self.go(place)
        return there
