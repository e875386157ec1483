"""Going to the rounds in which people screen together."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tracker.terms import Role
from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen

if TYPE_CHECKING:
    from tracker.library.rounds.values import RoundView


class RoundVerbs(PaperScreen):
    """To the one round that is open, or to the list of all."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("g>t", "triage", "triage", id="go.triage", section="go", tip="triage: vote in the open round"),
        bind("g>T", "rounds", "rounds", id="go.rounds", section="go", tip="all screening rounds; n makes one"),
        bind("g>c", "agreement", "conflicts", id="go.conflicts", section="go", tip="agreement, conflicts"),
    ]

    def action_triage(self) -> None:
        from tracker.tui.screens.screening import ScreeningScreen

        there = [view for view in self._rounds() if view.state == "open" and view.role in (Role.LEAD, Role.REVIEWER)]
        if len(there) == 1:
            self.app.push_screen(ScreeningScreen(there[0].name))
        else:
            self.action_rounds()

    def action_agreement(self) -> None:
        from tracker.tui.screens.agreement import AgreementScreen

        there = self._rounds()
        if len(there) == 1:
            self.app.push_screen(AgreementScreen(there[0].name))
        else:
            self.action_rounds()

    def action_rounds(self) -> None:
        from tracker.tui.screens.rounds import RoundsScreen

        self.app.push_screen(RoundsScreen())

    def _rounds(self) -> list[RoundView]:
        """Those that are not put away."""
        return self.library.rounds(archived=False)
