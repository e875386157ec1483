"""A question asked over another screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from tracker.tui.keys import LEAVE, bind
from tracker.tui.leaving import Leaving
from tracker.tui.widgets.bars import Footer

if TYPE_CHECKING:
    from tracker.tui.app import TrackerApp

Result = TypeVar("Result")


class Over(Leaving[Result], ModalScreen[Result]):
    """A modal screen in the program's dress; its footer covers that of the screen below, whose keys are not at hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "f1", "about", "what this takes", id="about", section="program", tip="what the field takes, with examples"
        ),
        LEAVE,
    ]

    def __init__(self) -> None:
        super().__init__()
        cast("TrackerApp", self.app).dress("other")

    def compose(self) -> ComposeResult:
        yield from self.body()
        yield Footer()

    def body(self) -> ComposeResult:
        """What is asked."""
        yield from ()

    async def on_click(self, event: events.Click) -> None:
        """Beside what is asked, a click is Esc."""
        if event.widget is self and (back := self.active_bindings.get("escape")):
            await self.app.run_action(back.binding.action, back.node)

    def action_about(self) -> None:
        cast("TrackerApp", self.app).show_about()
