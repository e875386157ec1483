"""The keys that go to a place at once: jump letters, and words that are looked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive

from tracker.tui.jump import Jump, after, to_sentences
from tracker.tui.keys import bind
from tracker.tui.passage import Caret, Place, hits
from tracker.tui.widgets.moving import Moving


class Seeking(Moving):
    """Goes to letters that are typed and to words that are sought; a selection goes along."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("f", "jump", "jump", id="text.jump", section="reader", show=True, tip="to a sentence; f w to a word"),
        bind("n", "next_hit(1)", "next place that was found", id="text.next_hit", section="reader"),
        bind("N", "next_hit(-1)", "previous place that was found", id="text.previous_hit", section="reader"),
    ]

    class NothingSought(Message):
        """The next place was asked for, and nothing is sought."""

    jump: reactive[Jump | None] = reactive(None, repaint=False)
    sought = reactive("")
    _origin: Caret | None = None  # where the caret was before the words that are being typed

    @property
    def seen(self) -> Place:
        """The part of the text that is on the screen."""
        return 0, len(self.passage.text)

    @property
    def hits(self) -> Sequence[Place]:
        """Where the words that are sought stand."""
        return hits(self.passage.text, self.sought)

    # Jump letters

    def action_jump(self) -> None:
        jump = to_sentences(self.passage, self.seen)
        self.jump = jump if jump.places else None

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return self.jump is not None and bool(character) and bool(character and character.isprintable())

    def on_key(self, event: events.Key) -> None:
        """A letter of a jump."""
        if self.jump is None or not event.character or not event.is_printable:
            return
        event.stop()
        event.prevent_default()
        found = after(self.jump, event.character, self.passage, self.seen)
        self.jump = found if isinstance(found, Jump) else None
        if isinstance(found, int):
            self.caret = self.caret.to(found)
        self.post_message(self.Moved())

    def watch_jump(self, old: Jump | None, new: Jump | None) -> None:
        self.repaint_letters([*(old.shown if old else ()), *(new.shown if new else ())])
        self.post_message(self.Moved())

    def repaint_letters(self, places: Sequence[int]) -> None:
        """Paint the places at which letters came or went."""
        self.refresh()

    # Words that are sought

    def seek(self, words: str) -> None:
        """Go to the first place of these words from where the search began; while they are typed, too."""
        self._origin = self._origin or self.caret
        self.sought = words
        ahead = [start for start, _ in self.hits if start >= self._origin.at]
        first = next(iter(ahead or [start for start, _ in self.hits]), None)
        self.caret = self._origin if first is None else self._origin.to(first)

    def sought_out(self, *, kept: bool) -> None:
        """The search ended; where it was not kept, the caret is where it was."""
        if not kept and self._origin:
            self.caret, self.sought = self._origin, ""
        self._origin = None

    def action_next_hit(self, way: int) -> None:
        starts = [start for start, _ in self.hits]
        ahead = [s for s in starts if s > self.caret.at] if way > 0 else [s for s in starts[::-1] if s < self.caret.at]
        if starts:
            self.caret = self.caret.to((ahead or starts[::way])[0])
        else:
            self.post_message(self.NothingSought())
