"""What a new round will be: its papers in the order of chance, its people, and who gets what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.later import models
from tracker.library.door import person_named
from tracker.library.names import name_key
from tracker.library.rounds.values import RoundView
from tracker.screening import assignment as assigning
from tracker.screening.outcomes import Outcome
from tracker.terms import Assignment, Role
from tracker.text.clean import one_line

if TYPE_CHECKING:
    from sqlmodel import Session

    from tracker.library.rounds.tallies import Tallies


class Plan(NamedTuple):
    """A round that is yet to be made."""

    name: str
    papers: tuple[int, ...]  # in their order
    voters: tuple[str, ...]
    deciders: tuple[str, ...]
    votes: int
    parent_id: int | None
    pilot: bool
    seed: int
    assignment: Assignment = Assignment.EVERYONE
    overlap: int = 0

    def assigned(self, assignment: Assignment, overlap: int) -> Plan:
        """The plan with another way to share out the papers."""
        if not 0 <= overlap <= 100:
            raise Unreadable("An overlap is a number of per cent from 0 to 100")
        if overlap and assignment is not Assignment.OVERLAP:
            raise Unreadable("Only papers that are shared out with an overlap have one")
        return self._replace(assignment=assignment, overlap=overlap)

    def members(self, me: str) -> Iterator[tuple[str, Role]]:
        """Everybody with their role; who makes the round leads it."""
        mine = name_key(me)
        for name in self.voters:
            yield name, Role.LEAD if name_key(name) == mine else Role.REVIEWER
        others = [*self.deciders, *([me] if mine not in map(name_key, self.voters) else [])]
        yield from ((name, Role.DECIDER) for name in _distinct(others))

    def put(self, session: Session, round_id: int) -> None:
        """Write the papers and, where it is fixed who gets which, the claims on them."""
        people = [person_named(session, name) for name in self.voters]
        papers = [
            {"round_id": round_id, "paper_id": paper, "position": place, "needed": needed, "batch_id": -round_id}
            for place, (paper, needed) in enumerate(zip(self.papers, self._needed(), strict=True))
        ]
        claims = [
            {"round_id": round_id, "paper_id": paper, "person_id": person, "batch_id": -round_id}
            for paper, person in self._claims(people)
        ]
        from sqlalchemy import insert

        for part in _parts(papers):
            session.connection().execute(insert(models.RoundPaper), part)
        for part in _parts(claims):
            session.connection().execute(insert(models.RoundClaim), part)

    def _needed(self) -> list[int]:
        if self.assignment is not Assignment.OVERLAP:
            return [self.votes] * len(self.papers)
        first = assigning.shared(self.papers, self.overlap)
        return [0] * first + [1] * (len(self.papers) - first)

    def _claims(self, people: Sequence[int]) -> list[tuple[int, int]]:
        match self.assignment:
            case Assignment.EVERYONE:
                return []
            case Assignment.SPLIT:
                return assigning.split(self.papers, people, self.votes or len(people))
            case Assignment.OVERLAP:
                return assigning.overlapping(self.papers, people, self.overlap)


def plan(
    library: Tallies,
    name: str,
    query: str,
    people: Sequence[str],
    *,
    votes: int | None,
    after: str | None,
    pilot: int | None,
    seed: int | None,
    deciders: Sequence[str],
) -> Plan:
    """The round that was asked for; refused where it cannot be."""
    name = one_line(name)
    if not name:
        raise Unreadable("A round needs a name")
    if library.store.one("SELECT 1 FROM screening_round WHERE name_key = :key", {"key": name_key(name)}):
        raise Conflict(f"There is a round “{name}” already; give another name")
    voters = _distinct(people or [library.me])
    needed = _votes(votes, len(voters))
    parent = library.round(after) if after else None
    seed = assigning.seed_of(name_key(name)) if seed is None else seed
    order = assigning.shuffled(papers_of(library, query, parent), seed)
    if pilot is not None:
        order = order[:pilot]
    if not order:
        raise NotFound(f"No paper matches {query}, so there is nothing to screen" if query else "There are no papers")
    deciders = [name for name in _distinct(deciders) if name_key(name) not in map(name_key, voters)]
    parent_id = parent.id if parent else None
    return Plan(name, tuple(order), voters, tuple(deciders), needed, parent_id, pilot is not None, seed)


def papers_of(library: Tallies, query: str, parent: RoundView | None) -> list[int]:
    """The papers that a query finds among all, or among those that an earlier round included."""
    found = library.find(query, exact=True)
    problems = [problem for problem in found.problems if not problem.quiet]
    if problems:
        raise Unreadable(f"The query cannot be read: {problems[0].message}")
    if parent is None:
        return list(found.ids)
    included = set(_included(library, parent))
    return [paper for paper in found.ids if paper in included]


def newly(library: Tallies, view: RoundView) -> list[int]:
    """Papers that belong to a round by now and are not in it."""
    if view.closed_at:
        raise Conflict(f"The round “{view.name}” is closed; a new round can take in what came since")
    parent = library.round(view.parent) if view.parent else None
    rows = library.store.read("SELECT paper_id FROM round_paper WHERE round_id = :round", {"round": view.id})
    there = {row[0] for row in rows}
    fresh = [paper for paper in papers_of(library, view.query, parent) if paper not in there]
    return assigning.shuffled(fresh, view.seed)


def _included(library: Tallies, parent: RoundView) -> Iterator[int]:
    if not parent.sees:
        raise Conflict(f"The round “{parent.name}” is still blind; close it before the next one")
    return (case.paper_id for case in library.cases(parent.name) if case.outcome is Outcome.INCLUDED)


def _votes(votes: int | None, voters: int) -> int:
    if votes is None:
        return min(2, voters)
    if votes > voters:
        raise Unreadable(f"{votes} votes for each paper are more than the round has people to vote ({voters})")
    return votes


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    kept = {name_key(name): one_line(name) for name in reversed(names) if name_key(name)}
    return tuple(reversed(kept.values()))


def _parts(rows: list[dict[str, int]]) -> Iterator[list[dict[str, int]]]:
    for start in range(0, len(rows), 5000):
        yield rows[start : start + 5000]
