"""The keys that move a caret over a passage and select in it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tracker.tui.keys import bind
from tracker.tui.passage import Caret, Passage, Place
from tracker.tui.widgets import layers

EMPTY = Passage("", (), (), ())


class Moving(Widget):
    """Holds a passage and a caret in it; how they are painted is another's business."""

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
    ]

    caret = reactive(Caret(), repaint=False)
    passage: Passage = EMPTY

    class Moved(Message):
        """The caret stands elsewhere, or other words are selected; with `ended`, only fewer than before."""

        def __init__(self, *, ended: bool = False) -> None:
            super().__init__()
            self.ended = ended

    class Passed(Message):
        """There is no sentence that way: the page may be scrolled."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    @property
    def target(self) -> Place | None:
        """What a mark would be made of: the selection, else the sentence."""
        return self.caret.target(self.passage)

    @property
    def link(self) -> str:
        """The address of the link that the word under the caret belongs to, if any."""
        on = self.passage
        start, end = on.words[on.word(self.caret.at)] if on.words else (0, 0)
        start, end = min(start, self.caret.at), max(end, self.caret.at + 1)
        held = (span.url for span in on.spans if span.start < end and start < span.end and layers.web(span.url))
        return next(held, "")

    def watch_caret(self, old: Caret, new: Caret) -> None:
        self.repaint(old, new)
        self.post_message(self.Moved(ended=old.at == new.at and not new.selecting))

    def repaint(self, old: Caret, new: Caret) -> None:
        """Paint what the caret changes by going from one place to another."""
        self.refresh()

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

    def action_select(self, whole: bool) -> None:
        self.caret = self.caret.select(whole)

    def action_other_end(self) -> None:
        self.caret = self.caret.swap()

    def action_grow(self) -> None:
        self.caret = self.caret.grow(self.passage)

    def action_shrink(self) -> None:
        self.caret = self.caret.shrink()
