"""An abstract with a caret: the sentence that is read stands out, marks show on the text and in the gutter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.content import Content, Span
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from tracker.tui.keys import bind
from tracker.tui.passage import Caret, Passage, Place, wrap
from tracker.tui.widgets import layers

if TYPE_CHECKING:
    from tracker.tui.page import Page

ENDS = ("other_end", "cancel")  # keys that mean something else where nothing is selected
GUTTER = 5  # cells: signs, a bar, a blank
EMPTY = Passage("", (), (), ())


class AnnotatedText(Widget, can_focus=True):
    """Shows a page's abstract and moves the caret; what is done with it is the screen's business."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("j", "sentence(1)", "next sentence", id="text.down", section="reader", show=True, also="down"),
        bind("k", "sentence(-1)", "previous sentence", id="text.up", section="reader", also="up"),
        bind("l", "word(1)", "next word", id="text.right", section="reader", also="right"),
        bind("h", "word(-1)", "previous word", id="text.left", section="reader", also="left"),
        bind("0", "sentence_end(-1)", "start of the sentence", id="text.start", section="reader"),
        bind("$", "sentence_end(1)", "end of the sentence", id="text.end", section="reader"),
        bind("g>g", "edge(-1)", "first sentence", id="text.first", section="reader", also="home"),
        bind("G", "edge(1)", "last sentence", id="text.last", section="reader", also="end"),
        bind("v", "select(False)", "select words", id="text.words", section="reader", show=True),
        bind("V", "select(True)", "select sentences", id="text.sentences", section="reader"),
        bind("o", "other_end", "other end", id="text.swap", section="reader", tip="other end of the selection"),
        bind("+", "grow", "select more", id="text.grow", section="reader", tip="word, clause, sentence, two, all"),
        bind("-", "shrink", "select less", id="text.shrink", section="reader"),
        bind(
            "enter", "follow", "open the link", id="text.follow", section="reader", tip="open the link under the caret"
        ),
        bind("escape", "cancel", "end the selection", id="text.cancel", section="reader"),
    ]

    caret = reactive(Caret())

    @property
    def target(self) -> Place | None:
        """What a mark would be made of: the selection, else the sentence."""
        return self.caret.target(self.passage)

    class Moved(Message):
        """The caret stands elsewhere, or other words are selected."""

    class Passed(Message):
        """There is no sentence that way: the page may be scrolled."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    @property
    def aim(self) -> str:
        """What a digit would act on, in words."""
        place = self.target
        if place is None:
            return ""
        if not self.caret.selecting:
            return "1–6 marks the sentence" + (" · ⏎ opens the link" if self.link else "")
        words = sum(place[0] <= word[0] < place[1] for word in self.passage.words)
        count = f"{words:,} word{'' if words == 1 else 's'}"
        return f"selected {count} of sentence {self.passage.sentence(place[0]) + 1} · 1–6 marks · o other end · Esc"

    class Followed(Message):
        """A link in the text is to be opened; it is one of the web."""

        def __init__(self, url: str) -> None:
            super().__init__()
            self.url = url

    @property
    def link(self) -> str:
        """The address of the link that the word under the caret belongs to, if any."""
        on = self.passage
        start, end = on.words[on.word(self.caret.at)] if on.words else (0, 0)
        start, end = min(start, self.caret.at), max(end, self.caret.at + 1)
        held = (span.url for span in on.spans if span.start < end and start < span.end and layers.web(span.url))
        return next(held, "")

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.page: Page | None = None
        self.passage = EMPTY
        self._lines: list[Place] = []
        self._width = -1
        self._painted: object = None
        self._styles: Sequence[Span] = ()

    def show(self, page: Page, *, fresh: bool) -> None:
        """Show this page; `fresh` where it is another paper than before."""
        same = page.passage is self.passage
        self.page, self.passage = page, page.passage
        if fresh or (not same and self.caret.at >= len(self.passage.text)):
            self.set_reactive(AnnotatedText.caret, Caret())
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
        return next((n for n, (_, end) in enumerate(lines) if offset < end), max(0, len(lines) - 1))

    # Painting

    def render_line(self, y: int) -> Strip:
        width, lines = self.size.width, self.lines(self.size.width)
        if y < len(lines):
            content = Content.assemble(self._gutter(lines[y]), self._text(lines[y]))
        else:
            content = Content.styled(f"… {self.passage.more:,} more characters" if self.passage.more else "", "$muted")
        strips = Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)
        return strips[0] if strips else Strip.blank(width)

    def _gutter(self, line: Place) -> Content:
        page, cells = self.page, self.indent - 2
        kinds = {kind.name: kind for kind in page.kinds} if page else {}
        stored, guessed = layers.signs(line, page.marks, page.guesses, kinds) if page else ("", "")
        here = self._is_read(line)
        bar = ("▌" if here else "│", "$primary bold" if here else "$line")
        if cells <= 0:
            return Content.assemble(bar)
        blank = " " * max(0, cells - cell_len(stored + guessed))
        return Content.assemble(blank, (guessed, "$muted dim"), (stored, "$foreground bold"), bar, " ")

    def _is_read(self, line: Place) -> bool:
        place = self.target
        return bool(place and line[0] < place[1] and place[0] < line[1])

    def _text(self, line: Place) -> Content:
        start, end = line
        spans = [
            Span(max(span.start, start) - start, min(span.end, end) - start, span.style)
            for span in self._spans()
            if span.start < end and start < span.end
        ]
        return Content(self.passage.text[start:end], spans)

    def _spans(self) -> Sequence[Span]:
        """All styles of the text, worked out once for what is shown."""
        key = (id(self.page), self.caret, self.background_colors[0])
        if key != self._painted:
            self._painted, self._styles = key, self._layered()
        return self._styles

    def _layered(self) -> Sequence[Span]:
        page = self.page
        if page is None:
            return ()
        kinds = {kind.name: kind for kind in page.kinds}
        below, above = layers.reading(self.passage, self.caret, dims=True)
        marks = layers.marked(page.marks, kinds, self.background_colors[0])
        return [*below, *marks, *layers.markup(self.passage, page.matches), *above]

    # Moving

    def watch_caret(self) -> None:
        self.post_message(self.Moved())

    def reveal(self) -> Region:
        """The lines of the sentence that is read, in this widget."""
        place = self.target or (0, 0)
        first, last = self.line_at(place[0]), self.line_at(max(place[0], place[1] - 1))
        at = self.line_at(self.caret.at)
        return Region(0, first, 1, last - first + 1) if last - first < 8 else Region(0, at, 1, 1)

    def action_sentence(self, by: int) -> None:
        moved = self.caret.by_sentence(self.passage, by)
        if moved == self.caret:
            self.post_message(self.Passed(by))
        self.caret = moved

    def action_word(self, by: int) -> None:
        self.caret = self.caret.by_word(self.passage, by)

    def action_sentence_end(self, way: int) -> None:
        self.caret = self.caret.to_end(self.passage, way)

    def action_edge(self, way: int) -> None:
        self.caret = self.caret.to_edge(self.passage, way)
        self.post_message(self.Passed(way * 10_000))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "follow":
            return bool(self.link)
        return self.caret.selecting if action in ENDS else True

    def action_follow(self) -> None:
        self.post_message(self.Followed(self.link))

    def action_select(self, whole: bool) -> None:
        self.caret = self.caret.select(whole)

    def action_other_end(self) -> None:
        self.caret = self.caret.swap()

    def action_grow(self) -> None:
        self.caret = self.caret.grow(self.passage)

    def action_shrink(self) -> None:
        self.caret = self.caret.shrink()

    def action_cancel(self) -> None:
        self.caret = Caret(self.caret.at)

    def on_click(self, event: events.Click) -> None:
        lines = self.lines(self.size.width)
        if 0 <= event.y < len(lines):
            start, end = lines[event.y]
            text, cells = self.passage.text, event.x - self.indent
            at = next((at for at in range(start, end) if cell_len(text[start : at + 1]) > cells), max(start, end - 1))
            self.caret = self.caret.to(at)
            if self.link and cells >= 0:
                self.action_follow()
