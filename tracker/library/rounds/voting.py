"""Voting: who gets which paper next, what they say of it, and what is decided where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.later import models
from tracker.library.names import name_key, tag_name
from tracker.library.rounds.rounds import Rounds, tag_paper
from tracker.library.rounds.values import Lent, RoundView
from tracker.stored import moment_or_none
from tracker.terms import Blind, Decision, Role, Status
from tracker.text.clean import clean, one_line

if TYPE_CHECKING:
    from tracker.library.door import OpenStep
    from tracker.store.ballots import Standing

BATCH = 10  # papers lent at a time


class Said(NamedTuple):
    """What a vote says, as its row holds it."""

    decision: Decision
    sure: bool
    reasons: str
    note: str
    tags: str


class Voting(Rounds):
    """Each vote and each decision is a step and a row of its own, never changed."""

    def vote(
        self,
        name: str,
        paper_id: int,
        decision: Decision,
        *,
        sure: bool = False,
        reasons: Sequence[str] = (),
        note: str = "",
        tags: Sequence[str] = (),
        seconds: int | None = None,
        also: Sequence[int] = (),
    ) -> str | None:
        """Say include, maybe or exclude of a paper. A later vote of the same person takes the place of an earlier one.

        `reasons`: the digits of the round's reasons, or words. `also`: papers of which the same is said in the same
        step. Conflict where the round is closed, the person is not in it, or their vote is frozen since it showed them
        the others'.
        """
        view = self._round(name)
        given = [tag_name(tag) for tag in tags]
        said = Said(decision, sure, "\n".join(_reasons(view, reasons)), clean(note).strip(), "\n".join(given))
        papers = list(dict.fromkeys([paper_id, *also]))
        told = self.told(papers)
        shows = bool(view.sees and given)  # nobody is to be left in the dark: the tags are there for all at once
        with self.step(f"voted on {told} in “{view.name}”", alone=shows) as step:
            step.round_id = view.id
            for paper in papers:
                if self._vote(step, view, paper, said, seconds if paper == paper_id else None, told):
                    _read_later(step, paper, decision)
                if shows:
                    from tracker.library.tags import tag_of

                    tag_paper(step, paper, [tag_of(step, tag) for tag in given], step.person_id)
        return f"voted {decision} on {told}" if step.said else None

    def _vote(self, step: OpenStep, view: RoundView, paper_id: int, said: Said, seconds: int | None, told: str) -> bool:
        """Append the vote; whether it says anything new."""
        from tracker.store import ballots

        session = step.session
        whose = {"round_id": view.id, "paper_id": paper_id, "person_id": step.person_id}
        standing = ballots.vote_stands(session, whose)
        _refuse(view, standing, told)
        if not standing.claimed:  # so that it is not handed out to somebody else at the same moment
            self.store.in_turn(session, view.id)
        last = standing.last
        stands = ballots.standing(last)
        if stands and all(stands[column] == value for column, value in said._asdict().items()):
            return False
        if stands and view.blind is Blind.OWN:
            ballots.refuse_frozen(session.get_one(models.Round, view.id))
        seq = last["seq"] + 1 if last else 1
        session.add(models.Vote.model_validate(whose | said._asdict() | {"seq": seq, "seconds": seconds}))
        ballots.claim(session, whose, voted=True)
        return True

    def decide(self, name: str, paper_id: int, decision: Decision, note: str) -> str | None:
        """Settle what becomes of a paper, whatever the votes say; they stay. A line says why."""
        from tracker.store import ballots

        view, note = self._led(name), one_line(note)
        if decision not in (Decision.INCLUDE, Decision.EXCLUDE):
            raise Unreadable("A decision is include or exclude")
        if not note:
            raise Unreadable("A decision needs a line that says why")
        case = self.case(name, paper_id)
        if not view.sees and not (view.blind is Blind.OWN and any(ballot.mine for ballot in case.ballots)):
            raise Conflict(f"The round “{view.name}” is blind; close it, or unblind it, before you settle what differs")
        with self.step(f"decided to {decision} {self.told([paper_id])} in “{view.name}”") as step:
            step.round_id = view.id
            last = ballots.last_of(step.session, "resolution", round_id=view.id, paper_id=paper_id)
            row = models.Resolution(round_id=view.id, paper_id=paper_id, person_id=step.person_id, decision=decision)
            row.seq, row.note = last["seq"] + 1 if last else 1, note
            step.session.add(row)
        return step.said

    # --- whose turn it is ------------------------------------------------------------------------------------------

    def hand_out(self, name: str, count: int = BATCH, order: Sequence[int] = ()) -> list[int]:
        """The next papers for the person: what is lent to them already, then what others voted on, then by `order`.

        Each is lent for half an hour, so that nobody else gets a paper that needs no more than the votes it has or
        waits for. Empty where there is nothing left to vote on.
        """
        from tracker.library.rounds.handing import hand_out

        view = self._round(name)
        if view.closed_at or view.role in (None, Role.DECIDER):
            return []
        with self.store.transaction(alone=False) as session:
            self.store.in_turn(session, view.id)
            return hand_out(session, view, self._person(session), count, order)

    def in_others_hands(self, name: str) -> Lent:
        """Papers that the person could vote on, were they not lent to others."""
        from tracker.library.rounds.handing import ELSEWHERE

        row = self.store.one(ELSEWHERE, {"round": self._round(name).id, "me": self.me_id})
        return Lent(row[0], moment_or_none(row[1])) if row else Lent(0, None)

    def give_back(self, name: str, papers: Sequence[int] = ()) -> None:
        """End the loans of papers, or of all, that the person did not vote on."""
        from tracker.library.rounds.handing import give_back

        view = self._round(name)
        with self.store.transaction(alone=False) as session:
            give_back(session, view.id, self._person(session), papers)


def _read_later(step: OpenStep, paper_id: int, decision: Decision) -> None:
    """What one includes while it is in one's inbox is to be read later.

    Whatever a vote says, it writes that row: a server tells everybody how many rows of a table were ever written.
    """
    from tracker.library.reading import stand, states

    (state,) = states(step, [paper_id])
    state.changed_at = datetime.now(UTC)
    if decision is Decision.INCLUDE and state.status is Status.INBOX:
        stand(state, Status.LATER, state.changed_at)
    step.session.add(state)


def _refuse(view: RoundView, standing: Standing, told: str) -> None:
    """Conflict where this person cannot vote on this paper now."""
    if standing.closed:
        raise Conflict(f"The round “{view.name}” is closed: it takes no more votes")
    if standing.role is None:
        voters = ", ".join(person.name for person in view.people if person.votes)
        raise Conflict(f"You are not in the round “{view.name}”; who votes in it: {voters or 'nobody'}")
    if standing.role == Role.DECIDER:
        raise Conflict(
            f"You settle conflicts in the round “{view.name}” and see all votes, so you have none of your own"
        )
    if not standing.there:
        raise NotFound(f"{told} is not in the round “{view.name}”")


def _reasons(view: RoundView, given: Sequence[str]) -> list[str]:
    """Reasons in full: a digit stands for one of the round's, other words for themselves."""
    known = {str(place): reason for place, reason in enumerate(view.reasons, 1)}
    known |= {name_key(reason): reason for reason in view.reasons}
    found: list[str] = []
    for text in map(one_line, given):
        if text.isdigit() and text not in known:
            there = ", ".join(f"{place} {reason}" for place, reason in enumerate(view.reasons, 1))
            raise Unreadable(
                f"There is no reason {text} in the round “{view.name}”{f'; there are {there}' if there else ''}"
            )
        found += [known.get(name_key(text), text)] if text else []
    return list(dict.fromkeys(found))
