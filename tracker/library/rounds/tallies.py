"""What the votes of a round come to, as far as the person who asks may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tracker.errors import Conflict
from tracker.library.rounds.values import Agreement, Ballot, Case, Figure, RoundView, Settled, Tally
from tracker.library.rounds.views import RoundViews
from tracker.screening.outcomes import OPEN, Outcome, outcome
from tracker.store.blind import SETTLES, STANDS, VISIBLE
from tracker.stored import moment, word
from tracker.terms import Blind, Decision

if TYPE_CHECKING:
    from tracker.library.rounds.figures import Cast

BALLOTS = f"""
SELECT v.id, v.paper_id, p.name, v.person_id, v.decision, v.sure, v.reasons, v.note, v.tags, v.seconds, v.at
FROM vote v JOIN person p ON p.id = v.person_id JOIN screening_round r ON r.id = v.round_id
WHERE v.round_id = :round AND {VISIBLE} AND {STANDS}
"""

CASTS = f"""
SELECT v.id, v.paper_id, p.name, v.decision, v.at, v.undid
FROM vote v JOIN person p ON p.id = v.person_id JOIN screening_round r ON r.id = v.round_id
WHERE v.round_id = :round AND {VISIBLE} ORDER BY v.id
"""

TURNOUT = """
SELECT coalesce(c.votes, 0), p.needed FROM round_paper p
LEFT JOIN (SELECT paper_id, count(voted_at) AS votes FROM round_claim WHERE round_id = :round GROUP BY paper_id) c
  ON c.paper_id = p.paper_id
WHERE p.round_id = :round
"""

SETTLED = f"""
SELECT s.paper_id, p.name, s.decision, s.note, s.at FROM resolution s JOIN person p ON p.id = s.person_id
WHERE s.round_id = :round AND {SETTLES}
"""

HIDDEN = {
    Blind.CLOSED: "hidden until the round is closed",
    Blind.OWN: "hidden until the round is closed; a paper's votes show once you voted on it",
}


class Tallies(RoundViews):
    """Reading votes. What a round hides from the person is left out of every answer."""

    def ballots(self, round: RoundView, paper_id: int | None = None) -> list[Ballot]:
        """Votes that stand and that the person may see, the earliest first."""
        only = "" if paper_id is None else " AND v.paper_id = :paper"
        values = {"round": round.id, "me": self.me_id}
        values |= {} if paper_id is None else {"paper": paper_id}
        return [self._ballot(row) for row in self.store.read(f"{BALLOTS}{only} ORDER BY v.at, v.id", values)]

    def my_votes(self, name: str) -> dict[int, Decision]:
        """The person's own votes that stand, by paper."""
        values = {"round": self._round(name).id, "me": self.me_id}
        rows = self.store.read(f"{BALLOTS} AND v.person_id = :me", values)
        return {row[1]: word(Decision, row[4]) for row in rows}

    def cases(self, name: str) -> list[Case]:
        """Every paper of a round with what its votes come to, in the order of chance."""
        view = self.round(name)
        papers = self.store.read(
            "SELECT paper_id, position, needed FROM round_paper WHERE round_id = :round ORDER BY position",
            {"round": view.id},
        )
        votes, settled = _by_paper(self.ballots(view)), self._settled(view)
        return [
            case(paper, place, needed or view.voters, votes.get(paper, ()), settled.get(paper))
            for paper, place, needed in papers
        ]

    def conflicts(self, name: str, *, maybes: bool = False) -> list[Case]:
        """Papers that somebody includes and somebody excludes, and nobody decided yet; or those that are maybe.

        Most split first. Conflict while the round hides the votes.
        """
        self._shown(name)
        wanted = Outcome.MAYBE if maybes else Outcome.CONFLICT
        return sorted((c for c in self.cases(name) if c.outcome is wanted), key=lambda c: (_split(c), c.position))

    def settled(self, name: str) -> list[Case]:
        """Papers of which somebody decided, the last decided first. Conflict while the round hides the votes."""
        self._shown(name)
        decided = [(case.settled.at, case) for case in self.cases(name) if case.settled]
        return [case for _, case in sorted(decided, key=lambda each: each[0], reverse=True)]

    def case(self, name: str, paper_id: int) -> Case:
        """One paper of a round."""
        view = self.round(name)
        row = self.store.one(
            "SELECT position, needed FROM round_paper WHERE round_id = :round AND paper_id = :paper",
            {"round": view.id, "paper": paper_id},
        )
        if row is None:
            raise Conflict(f"{self.told([paper_id])} is not in the round “{view.name}”")
        settled = self._settled(view).get(paper_id)
        return case(paper_id, row[0], row[1] or view.voters, tuple(self.ballots(view, paper_id)), settled)

    def tally(self, name: str) -> Tally:
        """A round in figures; what it hides from the person is None."""
        view = self.round(name)
        votes, done = self._turnout(view)
        if not view.sees:
            from tracker.library.rounds.figures import my_estimate

            hidden = HIDDEN[view.blind]
            unknown = Agreement(Figure("kappa", None, why=hidden), None)
            mine = my_estimate(self.ballots(view), view.papers)
            return Tally(view, votes, done, None, None, None, None, None, unknown, mine, hidden)
        from tracker.library.rounds.figures import agreement, estimate

        cases = self.cases(name)
        count = Counter(case.outcome for case in cases)
        return Tally(
            *(view, votes, done, count[Outcome.CONFLICT], count[Outcome.INCLUDED], count[Outcome.EXCLUDED]),
            *(count[Outcome.MAYBE], sum(count[outcome] for outcome in OPEN)),
            *(agreement(self._casts(view), view), estimate(cases, view)),
            said=_said(cases),
        )

    def labels(self, name: str) -> list[bool]:
        """Whether each paper screened is relevant, in order: what was decided, or the person's own votes."""
        from tracker.library.rounds.figures import labels, my_labels

        view = self.round(name)
        return labels(self.cases(name)) if view.sees else my_labels(self.ballots(view))

    def _shown(self, name: str) -> None:
        """Conflict where the round hides all votes of others from the person."""
        view = self.round(name)
        if not view.sees and view.blind is Blind.CLOSED:
            raise Conflict(f"The votes of “{view.name}” are {HIDDEN[view.blind]}; `tracker round close` does that")

    def _turnout(self, view: RoundView) -> tuple[int, int]:
        """How many votes stand, and how many papers have all of theirs; no round hides it."""
        rows = self.store.read(TURNOUT, {"round": view.id})
        return sum(row[0] for row in rows), sum(votes >= (needed or view.voters) for votes, needed in rows)

    def _casts(self, view: RoundView) -> list[Cast]:
        from tracker.library.rounds.figures import Cast

        rows = self.store.read(CASTS, {"round": view.id, "me": self.me_id})
        return [
            Cast(vote, paper, name, word(Decision, decision), moment(at), undid)
            for vote, paper, name, decision, at, undid in rows
        ]

    def voted_on(self, name: str, paper_id: int) -> int:
        """How many people voted on a paper by now, which no round hides."""
        view = self._round(name)
        row = self.store.one(
            "SELECT count(*) FROM round_claim WHERE round_id = :r AND paper_id = :p AND voted_at IS NOT NULL",
            {"r": view.id, "p": paper_id},
        )
        return row[0] if row else 0

    def _settled(self, view: RoundView) -> dict[int, Settled]:
        rows = self.store.read(SETTLED, {"round": view.id}) if view.sees or view.blind is Blind.OWN else ()
        return {
            paper: Settled(paper, person, word(Decision, decision), note, moment(at))
            for paper, person, decision, note, at in rows
        }

    def _ballot(self, row: tuple[Any, ...]) -> Ballot:
        vote, paper, name, person, decision, sure, reasons, note, tags, seconds, at = row
        return Ballot(
            *(vote, paper, name, person == self.me_id, word(Decision, decision), bool(sure)),
            *(tuple(reasons.splitlines()), note, tuple(tags.splitlines()), seconds, moment(at)),
        )


def case(paper_id: int, position: int, needed: int, ballots: Sequence[Ballot], settled: Settled | None) -> Case:
    """A paper with the votes on it, and what they come to."""
    said = outcome([ballot.decision for ballot in ballots], needed, settled.decision if settled else None)
    return Case(paper_id, position, needed, tuple(ballots), settled, said)


def _said(cases: Iterable[Case]) -> dict[str, Counter[Decision]]:
    """How often each person gave each answer."""
    said: dict[str, Counter[Decision]] = {}
    for ballot in (ballot for case in cases for ballot in case.ballots):
        said.setdefault(ballot.person, Counter())[ballot.decision] += 1
    return said


def _by_paper(ballots: Iterable[Ballot]) -> dict[int, tuple[Ballot, ...]]:
    found: dict[int, list[Ballot]] = {}
    for ballot in ballots:
        found.setdefault(ballot.paper_id, []).append(ballot)
    return {paper: tuple(votes) for paper, votes in found.items()}


def _split(case: Case) -> float:
    """How far the votes are from an even split: 0 where as many include as exclude."""
    votes = [ballot.decision for ballot in case.ballots]
    return abs(votes.count(Decision.INCLUDE) - votes.count(Decision.EXCLUDE)) / len(votes)
