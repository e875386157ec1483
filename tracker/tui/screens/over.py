"""A question asked over another screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from textual.screen import ModalScreen

from tracker.tui.leaving import Leaving

if TYPE_CHECKING:
    from tracker.tui.app import TrackerApp

Result = TypeVar("Result")


class Over(Leaving[Result], ModalScreen[Result]):
    """A modal screen in the program's dress."""

    def __init__(self) -> None:
        super().__init__()
        cast("TrackerApp", self.app).dress("other")
