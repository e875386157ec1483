"""A screening round as lines for people and as JSON for programs."""

from __future__ import annotations

import re
from typing import Any

from tracker.library.rounds.values import Agreement, Estimate, Figure, RoundView, Tally
from tracker.terms import Decision, Role
from tracker.text.count import counted

ANSWERS = (Decision.INCLUDE, Decision.MAYBE, Decision.EXCLUDE)


def progress(view: RoundView) -> str:
    """How far the people of a round are."""
    given, wanted = (sum(counts) for counts in zip(*((m.voted, m.assigned) for m in view.people), strict=True))
    papers = counted(view.papers, "paper")
    return f"{papers}, {given:,} of {wanted:,} votes" if wanted else papers


def view_json(view: RoundView) -> dict[str, Any]:
    """A round as JSON; `people` are the names of those who vote, `members` all about everybody in it."""
    values = view._asdict() | {"state": view.state, "members": [m._asdict() for m in view.people]}
    return values | {"people": [member.name for member in view.people if member.votes]}


def tally_json(tally: Tally) -> dict[str, Any]:
    """`tracker round show --json`."""
    values = view_json(tally.round)
    active = [member for member in tally.round.people if member.votes]
    done: dict[str, Any] = {"voted": sum(m.voted for m in tally.round.people)}
    done |= {"done": tally.done, "of": tally.round.papers}
    done["people"] = {
        m.name: {"voted": m.voted, "of": m.assigned, "left": m.assigned - m.voted, **tally.said.get(m.name, {})}
        for m in active
    }
    return values | {
        "votes": tally.votes,
        "progress": done,
        "conflicts": tally.conflicts,
        "agreement": agreement_json(tally.agreement),
        "included": tally.included,
        "excluded": tally.excluded,
        "maybe": tally.maybe,
        "undecided": tally.undecided,
        "estimate": tally.estimate._asdict(),
        "hidden": tally.hidden or None,
    }


def agreement_json(agreement: Agreement) -> dict[str, Any]:
    first = agreement.headline
    pairs = [
        {"people": [agreement.people[a], agreement.people[b]], "cohen_kappa": value}
        for (a, b), value in agreement.pairs.items()
    ]
    return {
        "statistic": first.name,
        "value": first.value,
        "low": first.low,
        "high": first.high,
        "raw": agreement.raw,
        "papers": agreement.papers,
        "why": first.why or None,
        "figures": [figure._asdict() for figure in agreement.figures],
        "pairs": pairs,
    }


def tally_lines(tally: Tally) -> list[str]:
    """A round in words."""
    view = tally.round
    lines = [f"{view.name} · {view.state} · {counted(view.papers, 'paper')} · {view.stage} · seed {view.seed}"]
    lines.append(f"votes   {tally.votes:,} stand; {tally.done:,} of {counted(view.papers, 'paper')} have theirs")
    width = max((len(member.name) for member in view.people), default=0)
    for m in view.people:
        left = f" · left {m.left_at:%-d %b %Y}" if m.left_at else ""
        far = "settles conflicts" if m.role is Role.DECIDER else f"{m.voted:,} of {m.assigned:,}"
        lines.append(f"  {m.name:<{width}}  {far}{_answers(tally, m.name)}{left}")
    if tally.hidden:
        lines.append(f"result  {tally.hidden}")
    else:
        lines.append(
            f"result  {tally.included:,} included · {tally.excluded:,} excluded · {tally.conflicts:,} in conflict"
            f" · {tally.maybe:,} maybe · {tally.undecided:,} undecided in all"
        )
        lines += agreement_lines(tally.agreement)
    return [*lines, *estimate_lines(tally.estimate)]


def _answers(tally: Tally, person: str) -> str:
    """How often a person gave each answer, where that may be seen."""
    said = tally.said.get(person)
    return "".join(f" · {said.get(decision, 0):,} {decision}" for decision in ANSWERS) if said else ""


NAMES = {
    "cohen-kappa": "Cohen’s κ",
    "krippendorff-alpha": "Krippendorff’s α (nominal)",
    "krippendorff-alpha-ordinal": "Krippendorff’s α (ordinal)",
    "fleiss-kappa": "Fleiss’ κ",
    "gwet-ac1": "Gwet’s AC1",
    "positive": "agreement on includes",
    "negative": "agreement on excludes",
    "raw-three": "raw agreement, three answers",
    "kappa": "κ",
}


def agreement_lines(agreement: Agreement) -> list[str]:
    """Every figure, or why there is none."""
    raw = f" · raw agreement {agreement.raw:.0%}" if agreement.raw is not None else ""
    lines = [f"agreed  {figure_line(agreement.headline)}{raw} · {counted(agreement.papers, 'paper')}"]
    return lines + [f"        {figure_line(figure)}" for figure in agreement.figures[1:]]


def figure_line(figure: Figure) -> str:
    name = NAMES.get(figure.name, figure.name)
    if figure.value is None:
        return f"{name} – {figure.why}"
    span = f" [{figure.low:.2f}, {figure.high:.2f}]" if figure.low is not None and figure.high is not None else ""
    return re.sub(r"-0\.00\b", "0.00", f"{name} {figure.value:.2f}{span}{f' ({figure.why})' if figure.why else ''}")


def estimate_lines(estimate: Estimate) -> list[str]:
    """How much is found at least; a fact, and no advice."""
    basis = f"by {estimate.basis}, {estimate.screened:,} screened, {estimate.left:,} left"
    if estimate.recall is None:
        return [f"recall  {estimate.why}; {basis}"]
    waits = f"; {counted(estimate.unfinished, 'paper')} with votes but no outcome yet" if estimate.unfinished else ""
    bound = f"at least {estimate.recall:.0%} with {estimate.confidence:.0%} confidence"
    run = f"{counted(estimate.misses, 'paper')} in a row without an include"
    return [f"recall  {bound}, {estimate.found:,} found; {run}; {basis}{waits}"]
