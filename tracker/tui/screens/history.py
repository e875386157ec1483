"""History: what was done, by whom and when; ⏎ takes back everything down to there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tracker.errors import TrackerError
from tracker.text.when import age
from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.bars import Footer, StatusLine, TopBar
from tracker.tui.widgets.cells import sides
from tracker.tui.widgets.stepping import step

if TYPE_CHECKING:
    from tracker.library.values import StepView


class HistoryScreen(PaperScreen):
    """The journal as a list, of everything or of one paper."""

    place = "History"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "app.pop_screen", "back", id="history.back", section="move", show=True, also="q"),
        bind("j", "step(1)", "next", id="history.down", section="move", show=True),
        bind("k", "step(-1)", "previous", id="history.up", section="move"),
        bind("G", "last", "last", id="history.last", section="move"),
    ]

    def __init__(self, paper_id: int | None = None) -> None:
        super().__init__()
        self._paper = paper_id
        self._steps: list[StepView] = []

    def compose(self) -> ComposeResult:
        yield TopBar()
        yield OptionList(id="history", markup=False, compact=True)
        yield StatusLine()
        yield Footer()

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted
        self._steps = self.library.history(self._paper)
        options.clear_options()
        options.add_options([Option(self._line(step)) for step in self._steps])
        if self._steps:
            options.highlighted = min(at or 0, len(self._steps) - 1)
        bar = self.query_one(StatusLine)
        bar.standing = f"{len(self._steps):,} steps" if self._steps else "nothing was done yet"
        if not bar.text:
            bar.say("⏎ takes back everything down to the line · u one step · U again")

    def _line(self, step: StepView) -> Content:
        papers = f"{step.papers:,} paper{'' if step.papers == 1 else 's'}" if step.papers > 1 else ""
        tail = f"{papers:>12}  {plain(step.person):>8}  {age(step.at, datetime.now(UTC)):>4} "
        left, right = sides(f" {'↶' if step.undone else ' '} {plain(step.title)}", tail, max(20, self.size.width - 2))
        return Content.assemble((left, "$muted strike" if step.undone else ""), (right, "$muted"))

    def on_resize(self) -> None:
        if self._steps:
            self.reread()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        step = self._steps[event.option_index]
        try:
            undone = self.library.undo_to(step.id)
        except TrackerError as error:
            self.say(str(error), "$error")
            return
        self.say(f"undid {len(undone)} step{'' if len(undone) == 1 else 's'} — U redoes one at a time")

    def action_step(self, by: int) -> None:
        step(self.query_one(OptionList), by)

    def action_last(self) -> None:
        self.query_one(OptionList).action_last()
