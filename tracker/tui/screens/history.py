"""History: what was done, by whom and when; ⏎ takes back everything down to there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import OptionList

from tracker.text.count import counted
from tracker.text.when import age, spoken
from tracker.tui.safe import plain
from tracker.tui.screens.lists import ListScreen
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.cells import shorten, sides

if TYPE_CHECKING:
    from tracker.library.values import StepView


class HistoryScreen(ListScreen):
    """The journal as a list, of everything or of one paper."""

    place = "History"
    list_id = "history"
    opens = "undo down to here"
    none = "  Nothing was done yet.\n  What you do stands here, and ⏎ takes it back."

    def __init__(self, paper_id: int | None = None) -> None:
        super().__init__()
        self._paper = paper_id
        self._steps: list[StepView] = []

    def lines(self) -> Iterable[Content]:
        return map(self._line, self._steps)

    def read(self) -> None:
        self._steps = self.library.history(self._paper)
        bar = self.query_one(StatusLine)
        bar.standing = self._standing()
        if self._steps and not bar.text:
            bar.say("⏎ takes back the line and all above it · u one step · U again")

    def _standing(self) -> str:
        """How many steps there are, and since when where older ones were let go."""
        begins = self.library.history_begins()
        since = f" since {spoken(begins.astimezone().date(), date.today())}" if begins else ""
        return f"{counted(len(self._steps), 'step')}{since}" if self._steps else ""

    def _line(self, step: StepView) -> Content:
        papers = f"{step.papers:,} papers  " if step.papers > 1 else ""
        tail = f"{papers}{plain(step.person):>8}  {age(step.at, datetime.now(UTC)):>4} "
        told = shorten(plain(step.title), self.room - cell_len(tail) - 4)
        left, right = sides(f" {'↶' if step.undone else ' '} {told}", tail, self.room)
        return Content.assemble((left, "$muted strike" if step.undone else ""), (right, "$muted"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        last = self._steps[event.option_index]
        papers = sum(step.papers for step in self._steps if step.id >= last.id and not step.undone)
        self.turn(papers, lambda: self._took_back(last.id))

    def _took_back(self, step: int) -> tuple[str, str]:
        undone = self.library.undo_to(step, later=True)
        return f"undid {counted(len(undone), 'step')} — U redoes one at a time", ""
