"""One question on the status line: a label, a field, and what may be typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from tracker.tui.keys import bind
from tracker.tui.safe import line, plain
from tracker.tui.screens.over import Over


class AskInput(Input):
    """A field whose text is clean; `about` is the name by which F1 tells of it."""

    about = ""

    def validate_value(self, value: str) -> str:
        return plain(value) + (" " if value.endswith(" ") else "")


class Ask(Over[str | None]):
    """Asks for a line of text; None where Esc was pressed. `typing` is told of every letter and says what of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "take", "take it", id="ask.take", section="do", show=True, priority=True),
        bind("escape", "dismiss(None)", "back", id="ask.back", section="move", show=True),
    ]

    def __init__(self, label: str, value: str = "", hint: str = "", typing: Callable[[str], str] | None = None) -> None:
        super().__init__()
        self._label, self._value, self._hint, self._typing = label, value, hint, typing

    def body(self) -> ComposeResult:
        with Horizontal(id="ask"):
            yield Static(Content.assemble(line(self._label, "$accent bold"), " "), id="ask-label", markup=False)
            begun = self._value.startswith("@")  # what follows is still to be said
            field = AskInput(self._value, id="ask-text", compact=True, select_on_focus=not begun)
            field.about = self._label
            yield field
            yield Static(line(self._hint, "$muted"), id="ask-hint", markup=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self._typing:
            self.query_one("#ask-hint", Static).update(line(self._typing(event.value), "$muted"))

    def action_take(self) -> None:
        self.dismiss(self.query_one(AskInput).value.strip())
