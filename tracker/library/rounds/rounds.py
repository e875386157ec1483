"""Screening rounds: making one, who is in it, closing it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.later import models
from tracker.library.door import OpenStep, person_named
from tracker.library.names import name_key
from tracker.library.rounds.tallies import Tallies
from tracker.library.rounds.values import RoundView
from tracker.terms import Assignment, Blind, Role, Stage
from tracker.text.clean import clean, one_line
from tracker.text.count import counted

if TYPE_CHECKING:
    from tracker.library.rounds.plan import Plan


class Rounds(Tallies):
    """Rounds are made, changed and closed by a step each."""

    def new_round(
        self,
        name: str,
        query: str = "",
        people: Sequence[str] = (),
        *,
        votes: int | None = None,
        blind: Blind = Blind.CLOSED,
        criteria: str = "",
        reasons: Sequence[str] = (),
        stage: Stage = Stage.ABSTRACT,
        after: str | None = None,
        pilot: int | None = None,
        seed: int | None = None,
        assignment: Assignment = Assignment.EVERYONE,
        overlap: int = 0,
        deciders: Sequence[str] = (),
        include_words: Sequence[str] = (),
        exclude_words: Sequence[str] = (),
    ) -> RoundView:
        """Make a round over what a query finds, or over the included papers of an earlier round.

        `votes`: needed for each paper, 0 of everybody, two unless said. `pilot`: only so many papers, by chance. Who
        makes the round leads it: with a vote where they are among `people`, else settling what others vote on.
        """
        from tracker.library.rounds.plan import plan

        made = plan(self, name, query, people, votes=votes, after=after, pilot=pilot, seed=seed, deciders=deciders)
        made = made.assigned(assignment, overlap)
        values = {"query": query, "blind": blind, "criteria": clean(criteria).strip(), "stage": stage}
        values |= {"include_words": _lines(include_words), "exclude_words": _lines(exclude_words)}
        with self.step(f"made the round “{made.name}” over {counted(len(made.papers), 'paper')}") as step:
            self._make(step, made, values, reasons)
        return self.round(made.name)

    def _make(self, step: OpenStep, made: Plan, values: dict[str, Any], reasons: Sequence[str]) -> None:
        row = models.Round(name=made.name, name_key=name_key(made.name), created_by=step.person_id, **values)
        row.parent_id, row.pilot, row.seed = made.parent_id, made.pilot, made.seed
        row.votes_needed, row.assignment, row.overlap = made.votes, made.assignment, made.overlap
        step.session.add(row)
        step.session.flush()
        assert row.id is not None
        step.batch_id = -row.id
        for name, role in made.members(self.me):
            person = person_named(step.session, name)
            step.session.add(models.RoundPerson(round_id=row.id, person_id=person, role=role))
        for place, reason in enumerate(_reasons(reasons), 1):
            step.session.add(models.RoundReason(round_id=row.id, position=place, text=reason))
        step.session.flush()
        made.put(step.session, row.id)

    # --- who is in it ----------------------------------------------------------------------------------------------

    def join_round(self, name: str, people: Sequence[str], *, role: Role = Role.REVIEWER) -> str | None:
        """Take people into a round, or give them another role in it; who had left comes back."""
        view = self._led(name)
        with self.step(f"took {', '.join(map(one_line, people))} into the round “{view.name}”") as step:
            for person in map(one_line, people):
                key = (view.id, person_named(step.session, person))
                member = step.session.get(models.RoundPerson, key)
                member = member or models.RoundPerson(round_id=key[0], person_id=key[1])
                member.role, member.left_at = role, None
                step.session.add(member)
                if role is Role.DECIDER:
                    free_claims(step, *key)
        return step.said

    def leave_round(self, name: str, person: str | None = None) -> str | None:
        """Let somebody leave a round, by default who asks. Their votes stay; what waited for them is free."""
        view = self.round(name)
        who = one_line(person) if person else self.me
        if name_key(who) != name_key(self.me):
            view = self._led(name)
        with self.step(f"{who} left the round “{view.name}”") as step:
            member = step.session.get(models.RoundPerson, (view.id, person_named(step.session, who)))
            if member is None or member.left_at:
                raise NotFound(f"{who} is not in the round “{view.name}”; in it are {_names(view)}")
            member.left_at = datetime.now(UTC)
            free_claims(step, view.id, member.person_id)
        return step.said

    # --- its course ------------------------------------------------------------------------------------------------

    def edit_round(
        self,
        name: str,
        *,
        criteria: str | None = None,
        reasons: Sequence[str] | None = None,
        include_words: Sequence[str] | None = None,
        exclude_words: Sequence[str] | None = None,
    ) -> str | None:
        """Change what reviewers go by: the criteria, the reasons on the digits, the words that are lit."""
        view = self._led(name)
        with self.step(f"changed the round “{view.name}”") as step:
            row = _row(step, view)
            row.criteria = row.criteria if criteria is None else clean(criteria).strip()
            row.include_words = row.include_words if include_words is None else _lines(include_words)
            row.exclude_words = row.exclude_words if exclude_words is None else _lines(exclude_words)
            if reasons is not None:
                _put_reasons(step, view.id, _reasons(reasons))
        return step.said

    def update_round(self, name: str) -> int:
        """Take in papers that match by now, or are included by now in the round before; how many."""
        from tracker.library.rounds.plan import newly

        view = self._led(name)
        fresh = newly(self, view)
        with self.step(f"took {counted(len(fresh), 'paper')} more into the round “{view.name}”") as step:
            for place, paper in enumerate(fresh, view.papers):
                row = models.RoundPaper(round_id=view.id, paper_id=paper, position=place, needed=view.votes_needed)
                step.session.add(row)
        return len(fresh)

    def unblind_round(self, name: str) -> str | None:
        """Show everybody all votes from now on, while voting goes on; who did it when is kept for good."""
        view = self._led(name)
        with self.step(f"unblinded the round “{view.name}”") as step:
            row = _row(step, view)
            if view.blind is not Blind.OPEN and row.unblinded_at is None and row.closed_at is None:
                row.unblinded_at, row.unblinded_by = datetime.now(UTC), step.person_id
                put_tags(step, view.id)
        return step.said

    def close_round(self, name: str) -> str | None:
        """End the voting and show all votes. Conflicts can still be settled."""
        view = self._led(name)
        with self.step(f"closed the round “{view.name}”") as step:
            row = _row(step, view)
            if row.closed_at is None:
                row.closed_at = datetime.now(UTC)
                put_tags(step, view.id)
        return step.said

    def archive_round(self, name: str) -> str | None:
        """Put a closed round away: it stays readable, and nothing of it changes any more."""
        view = self._led(name)
        if not view.closed_at:
            raise Conflict(f"The round “{view.name}” is still open; close it first")
        with self.step(f"archived the round “{view.name}”") as step:
            row = _row(step, view)
            row.archived_at = row.archived_at or datetime.now(UTC)
        return step.said

    def _led(self, name: str) -> RoundView:
        """A round that the person may change; Conflict says who may."""
        view = self.round(name)
        if view.archived_at:
            raise Conflict(f"The round “{view.name}” is archived: nothing of it changes any more")
        if not view.leads:
            leads = [member.name for member in view.people if member.role is not Role.REVIEWER and not member.left_at]
            raise Conflict(
                f"Only who leads the round “{view.name}” may do that: {', '.join(leads) or 'nobody any more'}"
            )
        return view


def free_claims(step: OpenStep, round_id: int, person_id: int) -> None:
    """Give back what a person has not voted on."""
    from sqlalchemy import delete
    from sqlmodel import col

    Claim = models.RoundClaim
    where = (col(Claim.round_id) == round_id, col(Claim.person_id) == person_id, col(Claim.voted_at).is_(None))
    step.session.connection().execute(delete(Claim).where(*where))


def put_tags(step: OpenStep, round_id: int) -> None:
    """Put the tags that were given while voting on the papers, now that all may see them."""
    from sqlmodel import col, select

    from tracker.library.tags import tag_of

    asked = select(models.Vote).where(models.Vote.round_id == round_id, col(models.Vote.tags) != "")
    last = {(vote.paper_id, vote.person_id): vote for vote in step.session.exec(asked.order_by(col(models.Vote.seq)))}
    for vote in last.values():
        tag_paper(step, vote.paper_id, [tag_of(step, name) for name in vote.tags.splitlines()], vote.person_id)


def tag_paper(step: OpenStep, paper_id: int, tags: Sequence[models.Tag], person_id: int) -> None:
    """Put tags on a paper in somebody's name, those that are not there yet."""
    for tag in tags:
        if tag.id is not None and not step.session.get(models.PaperTag, (paper_id, tag.id)):
            step.session.add(models.PaperTag(paper_id=paper_id, tag_id=tag.id, person_id=person_id))
            step.session.flush()


def _row(step: OpenStep, view: RoundView) -> models.Round:
    row = step.session.get(models.Round, view.id)
    if row is None:
        raise Conflict(f"The round “{view.name}” is gone by now")
    return row


def _put_reasons(step: OpenStep, round_id: int, texts: Sequence[str]) -> None:
    from sqlmodel import col, select

    asked = select(models.RoundReason).where(models.RoundReason.round_id == round_id)
    there = {reason.position: reason for reason in step.session.exec(asked.order_by(col(models.RoundReason.position)))}
    for place, text in enumerate(texts, 1):
        reason = there.pop(place, None) or models.RoundReason(round_id=round_id, position=place, text=text)
        reason.text = text
        step.session.add(reason)
    for reason in there.values():
        step.session.delete(reason)


def _reasons(texts: Sequence[str]) -> list[str]:
    kept = [one_line(text) for text in texts if one_line(text)]
    if len(kept) > 9:
        raise Unreadable(f"A round has at most nine reasons, one for each digit; these are {len(kept)}")
    return list(dict.fromkeys(kept))


def _lines(texts: Sequence[str]) -> str:
    return "\n".join(dict.fromkeys(line for text in texts if (line := one_line(text))))


def _names(view: RoundView) -> str:
    return ", ".join(member.name for member in view.people if not member.left_at) or "nobody"
