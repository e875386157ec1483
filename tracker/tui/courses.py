"""The course of a round, from whatever screen; what cannot be unseen is asked about before it is done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tracker.formats.endings import ROUND
from tracker.text.count import counted
from tracker.tui.safe import plain
from tracker.tui.sending import send
from tracker.tui.widgets.cells import shorten

NAME = 24  # cells that a round's name may take

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tracker.library.rounds.values import RoundView
    from tracker.tui.screens.base import Result, TrackerScreen


def close(screen: TrackerScreen[Result], view: RoundView) -> None:
    """End the voting; while votes are missing, after a question."""
    missing = view.wanted - view.voted
    deed = partial(screen.library.close_round, view.name)
    if missing and view.leads and not view.closed_at:
        _sure(screen, f"close without {counted(missing, 'vote')}? y", deed)
    else:
        screen.attempt(deed)


def unblind(screen: TrackerScreen[Result], view: RoundView) -> None:
    """Show all votes while the voting goes on, after a question."""
    deed = partial(screen.library.unblind_round, view.name)
    if view.leads and not view.sees:
        _sure(screen, "show everybody all votes? y", deed)
    else:
        screen.attempt(deed)


def write_out(screen: TrackerScreen[Result], round: str) -> None:
    """Decisions with votes and reasons, the flow of papers, or all of it, into a file."""

    def pieces(target: Path) -> Iterable[str]:
        suffix = target.suffix.lower()
        return screen.library.export_round(round, ROUND[suffix], picture=suffix == ".svg")

    send(screen, f"“{shorten(plain(round), NAME)}”", "decisions.csv", ROUND, pieces)


def _sure(screen: TrackerScreen[Result], question: str, deed: Callable[[], str | None]) -> None:
    def answered(text: str) -> None:
        if text.strip().casefold() in ("y", "yes"):
            screen.attempt(deed)
        else:
            screen.say("left as it is", "$muted")

    screen.ask(question, answered, hint="it cannot be unseen; who did it is kept")
