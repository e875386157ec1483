"""What the library hands out about screening rounds: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from tracker.screening.outcomes import Outcome as Outcome
from tracker.terms import Assignment, Blind, Decision, Role, Stage


class Member(NamedTuple):
    """Somebody in a round, and how far they are. `assigned` is what they may have to vote on."""

    name: str
    role: Role
    assigned: int
    voted: int
    left_at: datetime | None

    @property
    def votes(self) -> bool:
        return self.role is not Role.DECIDER and self.left_at is None


class RoundView(NamedTuple):
    """A round as it stands."""

    id: int
    name: str
    query: str
    parent: str | None
    stage: Stage
    pilot: bool
    votes_needed: int  # 0: of everybody
    blind: Blind
    assignment: Assignment
    overlap: int
    criteria: str
    include_words: tuple[str, ...]
    exclude_words: tuple[str, ...]
    reasons: tuple[str, ...]  # the first is on the key 1
    seed: int
    papers: int
    people: tuple[Member, ...]
    created_by: str
    created_at: datetime
    unblinded_by: str | None
    unblinded_at: datetime | None
    closed_at: datetime | None
    archived_at: datetime | None
    role: Role | None  # of the person who asks
    sees: bool  # whether they see everybody's votes

    @property
    def state(self) -> str:
        return "archived" if self.archived_at else "closed" if self.closed_at else "open"

    @property
    def voters(self) -> int:
        return sum(member.votes for member in self.people)

    @property
    def takes_votes(self) -> bool:
        """Whether the person who asks may vote now."""
        return self.closed_at is None and self.role in (Role.LEAD, Role.REVIEWER)

    @property
    def voted(self) -> int:
        """Votes that were given."""
        return sum(member.voted for member in self.people)

    @property
    def wanted(self) -> int:
        """Votes with which every paper has as many as it needs."""
        most = sum(member.assigned for member in self.people)
        shared = self.assignment is Assignment.EVERYONE and self.votes_needed
        return min(most, max(self.voted, self.papers * self.votes_needed)) if shared else most

    @property
    def rations(self) -> bool:
        """Whether a paper that somebody has in hand may be one that nobody else gets."""
        return self.assignment is Assignment.EVERYONE and 0 < self.votes_needed < self.voters

    def left_for(self, name: str) -> int:
        """Papers that somebody may still have to vote on, at most."""
        mine = [member for member in self.people if member.name.casefold() == name.casefold() and member.votes]
        return min(sum(member.assigned - member.voted for member in mine), self.wanted - self.voted)

    @property
    def leads(self) -> bool:
        """Whether the person who asks may close the round and settle conflicts."""
        return self.role in (Role.LEAD, Role.DECIDER)


class Ballot(NamedTuple):
    """A vote that stands."""

    id: int
    paper_id: int
    person: str
    mine: bool
    decision: Decision
    sure: bool
    reasons: tuple[str, ...]
    note: str
    tags: tuple[str, ...]
    seconds: int | None
    at: datetime


class Settled(NamedTuple):
    """A decision that stands."""

    paper_id: int
    person: str
    decision: Decision
    note: str
    at: datetime


class Lent(NamedTuple):
    """Papers that others have in hand; what they do not vote on by then is for whoever asks."""

    papers: int
    until: datetime | None  # when the first of them is free


class Case(NamedTuple):
    """A paper of a round: the votes on it that the person may see, and what they come to."""

    paper_id: int
    position: int
    needed: int
    ballots: tuple[Ballot, ...]
    settled: Settled | None
    outcome: Outcome


class Figure(NamedTuple):
    """One statistic of agreement. `why`: what is missing where there is no value, or what to bear in mind."""

    name: str
    value: float | None
    low: float | None = None  # 95 % interval, by bootstrap over papers
    high: float | None = None
    why: str = ""


class Agreement(NamedTuple):
    """How far people agree, on their first votes before they could see others'. Maybe counts as include."""

    headline: Figure
    raw: float | None
    papers: int = 0  # with two or more such votes
    figures: tuple[Figure, ...] = ()
    people: tuple[str, ...] = ()
    pairs: Mapping[tuple[int, int], float | None] = {}  # Cohen's kappa of each two of the people


class Estimate(NamedTuple):
    """What part of all relevant papers is found by now, at least, with 95 % confidence. Never advice to stop."""

    recall: float | None
    confidence: float
    found: int
    screened: int
    left: int
    misses: int  # in a row, up to now
    basis: str  # whose labels: what was decided, or your votes
    unfinished: int = 0  # papers that have some of their votes, hence no label yet
    why: str = ""


class Tally(NamedTuple):
    """A round in figures. What the round hides from the person who asks is None, and `hidden` says until when."""

    round: RoundView
    votes: int  # that stand
    done: int  # papers that have as many votes as they need
    conflicts: int | None
    included: int | None
    excluded: int | None
    maybe: int | None
    undecided: int | None
    agreement: Agreement
    estimate: Estimate
    hidden: str = ""
    said: Mapping[str, Mapping[Decision, int]] = {}  # how many votes of each kind stand, by person; empty where hidden
