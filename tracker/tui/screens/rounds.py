"""The screening rounds there are: go on with one, make one, see what one came to, close it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList

from tracker.text.count import counted
from tracker.tui.courses import close, write_out
from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.screens.lists import ListScreen
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.cells import sides

if TYPE_CHECKING:
    from tracker.library.rounds.values import RoundView

BAR = 12  # cells
OF_A_ROUND = ("agreement", "information", "close_round", "write_out", "archive", "leave_round")


class RoundsScreen(ListScreen):
    """A line for each round, the newest first; ⏎ votes in it."""

    place = "Rounds"
    sheet = "other round"
    list_id = "rounds"
    opens = "vote"
    none = "  No rounds yet.\n  In a round people vote on the same papers, blind if you like: ⏎ makes one."
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("n", "make", "new round", id="rounds.new", section="do", show=True, also="a enter"),
        bind("c", "agreement", "conflicts", id="rounds.conflicts", section="go", show=True, tip="agreement, conflicts"),
        bind("i", "information", "the round", id="rounds.info", section="go", show=True),
        bind("C", "close_round", "close", id="rounds.close", section="do", tip="end the voting and show all votes"),
        bind("W", "write_out", "write to a file", id="rounds.write", section="out", tip="decisions, PRISMA"),
        bind("Z", "archive", "archive", id="rounds.archive", section="do", tip="put a closed round away for good"),
        bind("L", "leave_round", "leave the round", id="rounds.leave_round", section="do", tip="your votes stay"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rounds: list[RoundView] = []

    def lines(self) -> Iterable[Content]:
        return map(self._line, self._rounds)

    def read(self) -> None:
        self._rounds = self.library.rounds()
        standing = counted(len(self._rounds), "round") if self._rounds else ""
        self.query_one(StatusLine).standing = standing

    def _line(self, view: RoundView) -> Content:
        done, wanted = view.voted, view.wanted
        filled = round(BAR * done / wanted) if wanted else 0
        left = f"{view.left_for(self.library.me):,} for you" if view.takes_votes else view.state
        people = " ".join(plain(member.name) for member in view.people)
        tail = f"{left:>13}  {'█' * filled}{'░' * (BAR - filled)} {done:>6,} of {wanted:<6,} "
        name, right = sides(f" {plain(view.name)}  {people}", tail, self.room)
        style = "$muted" if view.state != "open" else ""
        return Content.assemble((name, style), (right, "$muted"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in OF_A_ROUND:
            return True if self._rounds else None
        return super().check_action(action, parameters)

    @property
    def chosen(self) -> RoundView | None:
        return None if self.options.at is None else self._rounds[self.options.at]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        from tracker.tui.screens.screening import ScreeningScreen

        self.app.push_screen(ScreeningScreen(self._rounds[event.option_index].name))

    def action_make(self) -> None:
        from tracker.tui.screens.new_round import NewRound

        self.app.push_screen(NewRound(self.library.me), self._made)

    def _made(self, said: str | None) -> None:
        if said:
            self.reread()
            self.options.highlighted = 0
            self.say(said)

    def action_agreement(self) -> None:
        from tracker.tui.screens.agreement import AgreementScreen

        if view := self.chosen:
            self.app.push_screen(AgreementScreen(view.name))

    def action_information(self) -> None:
        from tracker.tui.screens.round_info import RoundInfo

        if view := self.chosen:
            self.app.push_screen(RoundInfo(view.name))

    def action_close_round(self) -> None:
        if view := self.chosen:
            close(self, view)

    def action_write_out(self) -> None:
        if view := self.chosen:
            write_out(self, view.name)

    def action_archive(self) -> None:
        if view := self.chosen:
            self.attempt(lambda: self.library.archive_round(view.name))

    def action_leave_round(self) -> None:
        if view := self.chosen:
            self.attempt(lambda: self.library.leave_round(view.name))
