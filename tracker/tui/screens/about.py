"""What a field takes, shown above it until the next key."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tracker.tui.fields import About
from tracker.tui.keys import bind
from tracker.tui.safe import line
from tracker.tui.screens.over import Over


class AboutField(Over[None]):
    """One sentence, then examples."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "dismiss(None)", "close", id="about.close", section="move", also="f1 enter q", show=True),
    ]

    def __init__(self, told: About) -> None:
        super().__init__()
        self._told = told

    def body(self) -> ComposeResult:
        left = max(len(typed) for typed, _ in self._told.examples) + 3
        with VerticalScroll(id="about"):
            yield Static(line(self._told.takes, "$heading bold"), markup=False)
            for typed, means in self._told.examples:
                with Horizontal(classes="about-line"):
                    example = Static(Content.styled(f"  {typed}", "$key bold"), markup=False)
                    example.styles.width = left + 2
                    yield example
                    yield Static(line(means, "$muted"), markup=False, classes="about-means")
