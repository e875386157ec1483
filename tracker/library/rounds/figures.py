"""Agreement and recall of a round, from its votes as they were given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from tracker.library.rounds.values import Agreement, Ballot, Case, Estimate, Figure, RoundView
from tracker.screening import agreement as between
from tracker.screening import stopping
from tracker.screening.agreement import Patterns, Statistic
from tracker.screening.outcomes import Outcome
from tracker.terms import Blind, Decision

EXCLUDED, MAYBE, INCLUDED = 0, 1, 2
SCALE = {Decision.EXCLUDE: EXCLUDED, Decision.MAYBE: MAYBE, Decision.INCLUDE: INCLUDED}
LABELS = (Outcome.INCLUDED, Outcome.EXCLUDED)


class Cast(NamedTuple):
    """A row of the ballot box."""

    id: int
    paper_id: int
    person: str
    decision: Decision
    at: datetime
    undid: int | None


def independent(rows: Iterable[Cast], view: RoundView) -> dict[int, dict[str, int]]:
    """Per paper, what each person said first before they could see what others said; a slip taken back is not it."""
    rows = list(rows)
    undone = {row.undid for row in rows if row.undid is not None}
    found: dict[int, dict[str, int]] = {}
    for row in rows:
        given = row.undid is None and row.id not in undone and row.decision in SCALE
        if given and not (view.unblinded_at and row.at >= view.unblinded_at):
            found.setdefault(row.paper_id, {}).setdefault(row.person, SCALE[row.decision])
    return found


def agreement(rows: Iterable[Cast], view: RoundView) -> Agreement:
    """Every statistic that makes sense for the round, each with what to know about it."""
    votes = independent(rows, view)
    people = tuple(m.name for m in view.people if any(m.name in said for said in votes.values()))
    ratings = [[said.get(name) for name in people] for _, said in sorted(votes.items())]
    three = between.patterns(ratings)
    two = between.patterns([[_binary(vote) for vote in row] for row in ratings])
    count = between.papers(two)
    if count < between.FEWEST:
        why = f"too few: {count} papers with two independent votes, and ten are needed"
        return Agreement(Figure("kappa", None, why=why), between.raw(two), count, (), people)
    figures = tuple(_figures(two, three, len(people), view))
    pairs = between.pairwise([[_binary(vote) for vote in row] for row in ratings])
    return Agreement(figures[0], between.raw(two), count, figures, people, pairs)


def _figures(two: Patterns, three: Patterns, people: int, view: RoundView) -> Iterable[Figure]:
    """The one to report first, then the others."""
    maybes = MAYBE in between.categories(three)
    kappa = _figure("cohen-kappa", between.cohen, two, view)
    nominal = _figure("krippendorff-alpha", between.alpha, two, view)
    ordinal = _figure("krippendorff-alpha-ordinal", lambda data: between.alpha(data, ordinal=True), three, view)
    first = kappa if people == 2 and not maybes else ordinal if maybes else nominal
    several = len({len(between.said(pattern)) for pattern, _ in between.paired(two)}) > 1
    others = [kappa if people == 2 else Figure("cohen-kappa", None, why="more than two people voted"), nominal, ordinal]
    others.append(
        Figure("fleiss-kappa", None, why="papers have different numbers of votes")
        if several
        else _figure("fleiss-kappa", between.fleiss, between.paired(two), view)
    )
    others.append(_figure("gwet-ac1", lambda data: between.gwet(data, 2), two, view))
    yield first
    yield from (figure for figure in others if figure.name != first.name)
    yield _part("positive", two, INCLUDED, "nobody included anything")
    yield _part("negative", two, EXCLUDED, "nobody excluded anything")
    yield Figure("raw-three", between.raw(three), why="include, maybe and exclude apart")


def _figure(name: str, statistic: Statistic, data: Patterns, view: RoundView) -> Figure:
    value = statistic(data)
    if value is None:
        return Figure(name, None, why="everybody always said the same, so chance explains it all")
    low, high = between.interval(data, statistic, seed=view.seed) or (None, None)
    remark = "votes were open to all, so they are not independent" if view.blind is Blind.OPEN else ""
    return Figure(name, value, low, high, remark)


def _part(name: str, data: Patterns, category: int, missing: str) -> Figure:
    value = between.specific(data, category)
    return Figure(name, value, why=missing if value is None else "")


def _binary(vote: int | None) -> int | None:
    return INCLUDED if vote == MAYBE else vote


def estimate(cases: Sequence[Case], view: RoundView) -> Estimate:
    """The recall of a round whose votes the person sees, from what is decided, in the order in which it was."""
    unfinished = sum(bool(case.ballots) and case.outcome not in LABELS for case in cases)
    return _estimate(labels(cases), view.papers, "decisions", unfinished)


def labels(cases: Sequence[Case]) -> list[bool]:
    """What was decided, in the order in which it was: whether each paper is included."""
    return [case.outcome is Outcome.INCLUDED for case in sorted((c for c in cases if c.outcome in LABELS), key=_when)]


def my_labels(ballots: Iterable[Ballot]) -> list[bool]:
    """One person's own votes in order; maybe counts as include."""
    return [ballot.decision is not Decision.EXCLUDE for ballot in ballots if ballot.mine]


def my_estimate(ballots: Iterable[Ballot], papers: int) -> Estimate:
    """The recall of what one person screened, by their own votes."""
    return _estimate(my_labels(ballots), papers, "your votes", 0)


def _estimate(labels: Sequence[bool], papers: int, basis: str, unfinished: int) -> Estimate:
    bound = stopping.recall_bound(labels, papers)
    left = max(0, papers - len(labels))
    why = "" if bound is not None else "nothing is included yet, so nothing can be said"
    run = stopping.misses(labels)
    return Estimate(bound, stopping.CONFIDENCE, sum(labels), len(labels), left, run, basis, unfinished, why)


def _when(case: Case) -> tuple[datetime, int]:
    """When a paper had the vote or the decision that settled it."""
    times = [ballot.at for ballot in case.ballots] + ([case.settled.at] if case.settled else [])
    return max(times), case.position
