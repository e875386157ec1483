"""Asks for a file: ⇥ completes its path, ↓ offers the newest files that may hold papers."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from tracker.tui.keys import bind
from tracker.tui.paths import completed, nearby
from tracker.tui.safe import line
from tracker.tui.screens.ask import Ask, AskInput

FEW = 6  # names that are shown beside the field
OFFERED = 20  # files that ↓ goes through


class FileInput(AskInput):
    """A field for a path."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("tab", "complete", "complete", id="file.complete", section="out", show=True),
        bind("down", "offer(1)", "a file from here", id="file.nearby", section="out", show=True, tip="newest first"),
        bind("up", "offer(-1)", "the one before", id="file.nearby_before", section="out"),
    ]

    def __init__(self, value: str) -> None:
        super().__init__(value, id="ask-text", compact=True, select_on_focus=False)
        self._near = [*map(str, nearby(OFFERED))]

    def action_offer(self, by: int) -> None:
        """The next of the files that may be meant."""
        if self._near:
            at = self._near.index(self.value) + by if self.value in self._near else 0
            self.value = self._near[at % len(self._near)]
            self.cursor_position = len(self.value)

    def action_complete(self) -> None:
        self.value, _ = completed(self.value)
        self.cursor_position = len(self.value)


class AskFile(Ask):
    """The path of a file, or None."""

    def __init__(self, label: str, value: str = "") -> None:
        near = "".join(f"↓ {path} · " for path in nearby(1))
        super().__init__(label, value, f"{near}⇥ completes", typing=_names)

    def body(self) -> ComposeResult:
        with Horizontal(id="ask"):
            yield Static(Content.assemble(line(self._label, "$accent bold"), " "), id="ask-label", markup=False)
            field = FileInput(self._value)
            field.about = self._label
            yield field
            yield Static(line(self._hint, "$muted"), id="ask-hint", markup=False)


def _names(typed: str) -> str:
    """What the path may become."""
    _, names = completed(typed)
    rest = f" … {len(names) - FEW} more" if len(names) > FEW else ""
    return "  ".join(names[:FEW]) + rest if names else "no such file"
