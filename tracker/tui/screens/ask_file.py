"""Asks for a file: ⇥ completes its path."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from tracker.tui.keys import bind
from tracker.tui.paths import completed
from tracker.tui.safe import line
from tracker.tui.screens.ask import Ask, AskInput

FEW = 6  # names that are shown beside the field


class FileInput(AskInput):
    """A field for a path."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("tab", "complete", "complete", id="file.complete", section="out", show=True)
    ]

    def action_complete(self) -> None:
        self.value, _ = completed(self.value)
        self.cursor_position = len(self.value)


class AskFile(Ask):
    """The path of a file, or None."""

    def __init__(self, label: str, value: str = "") -> None:
        super().__init__(label, value, "⇥ completes", typing=_names)

    def body(self) -> ComposeResult:
        with Horizontal(id="ask"):
            yield Static(Content.assemble(line(self._label, "$accent bold"), " "), id="ask-label", markup=False)
            field = FileInput(self._value, id="ask-text", compact=True, select_on_focus=False)
            field.about = self._label
            yield field
            yield Static(line(self._hint, "$muted"), id="ask-hint", markup=False)


def _names(typed: str) -> str:
    """What the path may become."""
    _, names = completed(typed)
    rest = f" … {len(names) - FEW} more" if len(names) > FEW else ""
    return "  ".join(names[:FEW]) + rest if names else "no such file"
