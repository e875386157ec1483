"""Passing over what the queue offers."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen

NOT_NOW = bind("tab", "not_now", "not now", id="not_now", section="find", show=True, tip="in Next up: not now, later")


class QueueVerbs(PaperScreen):
    """A screen that may show the queue."""

    BINDINGS: ClassVar[list[BindingType]] = [NOT_NOW]

    @property
    def in_queue(self) -> bool:
        """Whether what is shown is the queue."""
        return False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return super().check_action(action, parameters) if action != "not_now" else self.in_queue

    def action_not_now(self) -> None:
        targets = self.targets
        self.go_on()
        self.done(self.attempt(lambda: self.library.not_now(targets)))
