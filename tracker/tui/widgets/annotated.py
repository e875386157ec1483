"""An abstract with a caret: the sentence that is read stands out, marks show on the text and in the gutter."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.visual import Visual

from tracker.text.count import counted
from tracker.text.standing import WordLists
from tracker.tui.keys import bind
from tracker.tui.passage import Caret, Place, wrap
from tracker.tui.widgets import layers
from tracker.tui.widgets.layers import PaintedLine, painted
from tracker.tui.widgets.moving import EMPTY
from tracker.tui.widgets.seeking import Seeking

if TYPE_CHECKING:
    from tracker.tui.page import Page

GUTTER = 5  # cells: signs, a bar, a blank


class AnnotatedText(Seeking, can_focus=True):
    """Shows a page's abstract and moves the caret; what is done with it is the screen's business."""

    ALLOW_SELECT = False  # the mouse selects words for marks
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "follow", "open the link", id="text.follow", section="reader", tip="the one under the caret"),
        bind("escape", "cancel", "end the selection", id="text.cancel", section="reader"),
    ]

    dims = reactive(True)  # all but the sentence that is read is quiet

    class Followed(Message):
        """A link in the text is to be opened; it is one of the web."""

        def __init__(self, url: str) -> None:
            super().__init__()
            self.url = url

    words = WordLists()  # that are always lit

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.page: Page | None = None
        self.passage = EMPTY
        self._lines: list[Place] = []
        self._width = -1
        self._still: tuple[object, list[PaintedLine]] = (None, [])
        self._held: int | None = None  # where a mouse button went down
        self._dragged = False

    @property
    def aim(self) -> str:
        """What a digit would act on, in words."""
        place = self.target
        if self.jump:
            return self.jump.told
        if place is None:
            return ""
        if not self.caret.selecting:
            told = [self._guessed(place), "1–6 marks the sentence", "⏎ opens the link" if self.link else ""]
            return " · ".join(filter(None, told))
        words = sum(place[0] <= word[0] < place[1] for word in self.passage.words)
        count = counted(words, "word")
        return f"selected {count} of sentence {self.passage.sentence(place[0]) + 1} · 1–6 marks · o other end · Esc"

    def _guessed(self, sentence: Place) -> str:
        """What the sign before a sentence says that nobody has marked."""
        guesses = self.page.guesses if self.page else ()
        kind = next((guess.kind for guess in guesses if guess.start < sentence[1] and sentence[0] < guess.end), "")
        return f"likely {kind}" if kind else ""

    @property
    def hits(self) -> Sequence[Place]:
        """Where what is sought stands; where nothing is, what the list was filtered by."""
        if self.sought or self.page is None:
            return super().hits
        return [(match.start, match.end) for match in self.page.matches if match.field == "abstract"]

    @property
    def seen(self) -> Place:
        shown = self.screen.find_widget(self)
        first = shown.visible_region.y - shown.region.y
        lines = self.lines(self.size.width)[first : first + shown.visible_region.height]
        return (lines[0][0], lines[-1][1]) if lines else (0, 0)

    def show(self, page: Page, *, fresh: bool) -> None:
        """Show this page; `fresh` where it is another paper than before."""
        same = page.passage is self.passage
        self.page, self.passage = page, page.passage
        if fresh:
            self.set_reactive(AnnotatedText.caret, Caret())
        elif not same:  # what was selected are other words now
            at = self.caret.at
            self.set_reactive(AnnotatedText.caret, Caret(at if at < len(self.passage.text) else 0))
            self.set_reactive(AnnotatedText.jump, None)
        if not same:
            self._width = -1
        self.refresh(layout=not same)

    # Layout

    @property
    def indent(self) -> int:
        return GUTTER if self.size.width >= 30 else 1

    def lines(self, width: int) -> list[Place]:
        """The text's lines; wrapped once for a text and a width."""
        if width != self._width:
            gutter = GUTTER if width >= 30 else 1
            self._width, self._lines = width, wrap(self.passage.text, width - gutter)
        return self._lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width)) + bool(self.passage.more)

    def line_at(self, offset: int) -> int:
        """The number of the line that holds an offset."""
        lines = self.lines(self.size.width)
        return min(bisect_right(lines, offset, key=lambda line: line[1]), max(0, len(lines) - 1))

    # Painting

    def render_line(self, y: int) -> Strip:
        width, lines = self.size.width, self.lines(self.size.width)
        if y < len(lines):
            still = self._painted()[y]
            content = Content.assemble(self._gutter(lines[y], still), self._text(lines[y], still))
        else:
            content = Content.styled(f"… {self.passage.more:,} more characters" if self.passage.more else "", "$muted")
        strips = Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)
        return strips[0] if strips else Strip.blank(width)

    def _gutter(self, line: Place, still: PaintedLine) -> Content:
        cells, here = self.indent - 2, self._is_read(line)
        bar = ("▌" if here else "│", "$primary bold" if here else "$line")
        if cells <= 0:
            return Content.assemble(bar)
        blank = " " * max(0, cells - cell_len(still.signs + still.guessed))
        return Content.assemble(blank, (still.guessed, "$muted italic"), (still.signs, "$foreground bold"), bar, " ")

    def _is_read(self, line: Place) -> bool:
        place = self.target
        return bool(place and line[0] < place[1] and place[0] < line[1])

    def _text(self, line: Place, still: PaintedLine) -> Content:
        start, end = line
        below, above = layers.reading(self.passage, self.caret, dims=self.dims)
        spans = [*layers.on_line(below, line), *still.spans, *layers.on_line(above, line)]
        content = Content(self.passage.text[start:end], spans)
        return layers.lettered(content, start, self.jump.shown) if self.jump else content

    def _painted(self) -> list[PaintedLine]:
        """What does not move with the caret, worked out once for what is shown."""
        key = (id(self.page), self.size.width, self.background_colors[0], self.sought)
        if key != self._still[0]:
            lines = self.lines(self.size.width)
            ground = self.background_colors[0]
            blank = [PaintedLine([], "", "")] * len(lines)
            self._still = key, painted(self.page, lines, self.hits, ground, self.words) if self.page else blank
        return self._still[1]

    def repaint(self, old: Caret, new: Caret) -> None:
        """Only the lines of the sentence or the selection that is left, and of the one that is reached."""
        if old.selecting != new.selecting:
            self.refresh()  # what is not read is dim no more, or again
            return
        places = [place for place in (old.target(self.passage), new.target(self.passage)) if place]
        self._refresh_lines({number for place in places for number in self._across(*place)})

    def repaint_letters(self, places: Sequence[int]) -> None:
        self._refresh_lines({number for at in places for number in self._across(at, at + 1)})

    def _across(self, start: int, end: int) -> Iterable[int]:
        return layers.across(start, end, self.lines(self.size.width))

    def _refresh_lines(self, numbers: Collection[int]) -> None:
        if numbers:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in sorted(numbers)))

    def reveal(self) -> Region:
        """The lines of the sentence that is read, in this widget."""
        place = self.target or (0, 0)
        first, last = self.line_at(place[0]), self.line_at(max(place[0], place[1] - 1))
        at = self.line_at(self.caret.at)
        return Region(0, first, 1, last - first + 1) if last - first < 8 else Region(0, at, 1, 1)

    @property
    def pointed(self) -> Offset | None:
        lines, at = self.lines(self.size.width), self.line_at(self.caret.at)
        if not lines:
            return None
        return Offset(self.indent + cell_len(self.passage.text[lines[at][0] : self.caret.at]), at)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "follow":
                return bool(self.link)
            case "cancel":
                return self.caret.selecting or self.jump is not None or bool(self.sought)
            case "other_end":
                return self.caret.selecting
            case _:
                return True

    def action_follow(self) -> None:
        self.post_message(self.Followed(self.link))

    def action_cancel(self) -> None:
        """One step back: no jump, else no selection, else nothing sought."""
        if self.jump:
            self.jump = None
        elif self.caret.selecting:
            self.caret = Caret(self.caret.at)
        else:
            self.sought = ""
            self.post_message(self.Moved())

    # The mouse

    def offset_at(self, x: int, y: int) -> int | None:
        """The offset of the letter in a cell of this widget, or the nearest one of its line."""
        lines = self.lines(self.size.width)
        if not lines:
            return None
        start, end = lines[min(max(0, y), len(lines) - 1)]
        text, cells = self.passage.text, x - self.indent
        return next((at for at in range(start, end) if cell_len(text[start : at + 1]) > cells), max(start, end - 1))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._held, self._dragged = self.offset_at(event.x, event.y), False
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """What is dragged over is selected, in whole words."""
        at = self.offset_at(event.x, event.y)
        if self._held is not None and at is not None and (self._dragged or at != self._held):
            self._dragged = True
            self.caret = Caret(at, self._held)

    def on_mouse_up(self) -> None:
        self.release_mouse()
        self._held = None

    def on_click(self, event: events.Click) -> None:
        at = self.offset_at(event.x, event.y)
        if at is None or self._dragged:
            return
        self.caret = Caret(at)
        if event.chain == 2:
            self.caret = self.caret.select(False)
        elif event.chain >= 3:
            self.caret = self.caret.select(True)
        elif self.link and event.x >= self.indent:
            self.action_follow()
