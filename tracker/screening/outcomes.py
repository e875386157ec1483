"""What the votes on a paper come to."""

from collections.abc import Collection
from enum import StrEnum

from tracker.terms import Decision


class Outcome(StrEnum):
    """Where a paper stands in a round."""

    INCLUDED = "included"
    EXCLUDED = "excluded"
    CONFLICT = "conflict"  # somebody includes it, somebody excludes it, and nobody decided yet
    MAYBE = "maybe"  # it has its votes, and they neither include nor exclude it
    WAITING = "waiting"  # votes are missing


OPEN = frozenset({Outcome.CONFLICT, Outcome.MAYBE, Outcome.WAITING})


def outcome(votes: Collection[Decision], needed: int, decided: Decision | None = None) -> Outcome:
    """A decision holds whatever the votes say; only include against exclude is a conflict, however many votes miss."""
    if decided in (Decision.INCLUDE, Decision.EXCLUDE):
        return Outcome.INCLUDED if decided is Decision.INCLUDE else Outcome.EXCLUDED
    said = set(votes)
    if {Decision.INCLUDE, Decision.EXCLUDE} <= said:
        return Outcome.CONFLICT
    if not votes or len(votes) < needed:
        return Outcome.WAITING
    if Decision.INCLUDE in said:
        return Outcome.INCLUDED
    return Outcome.MAYBE if Decision.MAYBE in said else Outcome.EXCLUDED
