"""A screen on which verbs act: on the marked papers, else on the current one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.screens.base import TrackerScreen

if TYPE_CHECKING:
    from tracker.library.values import StepView

Deed = Callable[[Sequence[int]], "str | None"]


class PaperScreen(TrackerScreen["int | None"]):
    """Knows which papers are meant, does a deed on them and can do it again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("u", "undo", "undo", id="undo", section="do"),
        bind("U", "redo", "redo", id="redo", section="do", also="ctrl+r"),
        bind("z", "next_up", "next up", id="next_up", section="move", tip="what to read next, from anywhere"),
        bind(".", "repeat", "the same again", id="repeat", section="do", tip="repeat the last change on these papers"),
    ]

    @property
    def current(self) -> int | None:
        """The paper the cursor is on."""
        return None

    @property
    def targets(self) -> list[int]:
        """What a verb acts on."""
        return [] if self.current is None else [self.current]

    @property
    def going_out(self) -> list[int]:
        """What is written to a file."""
        return self.targets

    @property
    def on_what(self) -> str:
        """What a verb acts on, in words."""
        return self.library.told(self.targets) if self.targets else self.place

    def do(self, deed: Deed) -> None:
        """Do it to the papers that are meant, and remember it for `.`."""
        targets = self.targets
        if not targets:
            self.say("no paper is chosen", "$muted")
            return
        self.desk.last_deed = deed
        self.done(self.attempt(lambda: deed(targets)))

    def action_next_up(self) -> None:
        self.desk.show_next_up()

    def go_on(self) -> None:
        """Go to the paper behind the current one."""

    def done(self, said: str | None) -> None:
        """A deed was done, or changed nothing."""

    def action_repeat(self) -> None:
        if self.desk.last_deed:
            self.do(self.desk.last_deed)
        else:
            self.say("nothing was changed yet that could be repeated", "$muted")

    def action_undo(self) -> None:
        frozen = self.library.frozen()
        back = f"“{frozen.title}” is frozen and stays" if frozen else "U redoes"
        self._turn_step("undid", self.library.undoable(), partial(self.library.undo, later=True), back)

    def action_redo(self) -> None:
        self._turn_step("redid", self.library.redoable(), partial(self.library.redo, later=True), "u undoes")

    def _turn_step(self, word: str, step: StepView | None, deed: Callable[[], list[StepView]], back: str) -> None:
        def told() -> tuple[str, str]:
            if steps := deed():
                return f"{word}: {', '.join(step.title for step in steps)} — {back}", ""
            begins = self.library.history_begins()
            since = f"; what was done up to {begins.astimezone():%Y-%m-%d} is not kept" if begins else ""
            return f"there is nothing to {word[:2]}do{since}", "$muted"

        self.turn(step.papers if step else 0, told)
