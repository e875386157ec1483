"""Where a note is typed: a text area that offers what a link may lead to as soon as `[[` stands before the cursor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tracker.tui.safe import plain
from tracker.tui.widgets.area import Area
from tracker.tui.widgets.cells import sides

if TYPE_CHECKING:
    from tracker.library.notes.link_targets import LinkTarget

_BEGUN = re.compile(r"\[\[([^\[\]|]*)\Z")
MOST = 8


class Suggestions(Widget):
    """What a link may lead to; hidden while there is nothing to offer."""

    def __init__(self) -> None:
        super().__init__(id="suggestions")
        self.targets: Sequence[LinkTarget] = ()
        self.at = 0

    def offer(self, targets: Sequence[LinkTarget]) -> None:
        """Show these, or nothing."""
        self.targets, self.at = targets[:MOST], 0
        self.display = bool(targets)
        self.styles.height = len(self.targets)
        self.refresh()

    def move(self, by: int) -> None:
        self.at = (self.at + by) % len(self.targets)
        self.refresh()

    def render(self) -> Content:
        return Content("\n").join([self._line(place, target) for place, target in enumerate(self.targets)])

    def _line(self, place: int, target: LinkTarget) -> Content:
        here = place == self.at
        left, right = sides(f"{'▌' if here else ' '}{plain(target.shown)}", f"{target.kind} ", self.size.width)
        content = Content.assemble((left, "$link"), (right, "$muted"))
        return content.stylize("on $cursor") if here else content


class NoteArea(Area):
    """A text area that knows whether a link is being typed."""

    class Linking(Message):
        """A link is being typed: what stands behind its brackets so far; None where none is, or no more."""

        def __init__(self, typed: str | None) -> None:
            super().__init__()
            self.typed = typed

    _typed: str | None = None
    suggestions: Suggestions | None = None

    @property
    def offering(self) -> bool:
        return bool(self.suggestions and self.suggestions.targets)

    @property
    def begun(self) -> str | None:
        """What is typed of a link before the cursor."""
        row, column = self.cursor_location
        found = _BEGUN.search(self.document.get_line(row)[:column])
        return found[1] if found and self.selection.is_empty else None

    def look(self) -> None:
        """Tell whether a link is being typed, when that is another one than before."""
        if self.begun != self._typed:
            self._typed = self.begun
            self.post_message(self.Linking(self._typed))

    def take(self) -> None:
        """Put what is chosen into the brackets, and close them."""
        if not (self.suggestions and self.suggestions.targets and self.begun is not None):
            return
        target = self.suggestions.targets[self.suggestions.at].target
        row, column = self.cursor_location
        rest = self.document.get_line(row)[column:]
        end = column + 2 if rest.startswith("]]") else column
        self.replace(f"{target}]]", (row, column - len(self.begun)), (row, end))
        self.suggestions.offer(())

    def action_cursor_down(self, select: bool = False) -> None:
        if self.offering and self.suggestions:
            self.suggestions.move(1)
        else:
            super().action_cursor_down(select)

    def action_cursor_up(self, select: bool = False) -> None:
        if self.offering and self.suggestions:
            self.suggestions.move(-1)
        else:
            super().action_cursor_up(select)

    async def _on_key(self, event: events.Key) -> None:
        if self.offering and event.key in ("enter", "tab"):
            event.stop()
            event.prevent_default()
            self.take()
        else:
            await super()._on_key(event)
