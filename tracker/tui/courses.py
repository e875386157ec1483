"""The course of a round, from whatever screen: what cannot be unseen is asked about before it is done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tracker.text.count import counted

if TYPE_CHECKING:
    from collections.abc import Callable

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


def _sure(screen: TrackerScreen[Result], question: str, deed: Callable[[], str | None]) -> None:
    def answered(text: str) -> None:
        if text.strip().casefold() in ("y", "yes"):
            screen.attempt(deed)
        else:
            screen.say("left as it is", "$muted")

    screen.ask(question, answered, hint="it cannot be unseen; who did it is kept")
