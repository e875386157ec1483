"""The verbs of a screening round's people: vote, screen, decide and conflicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.cli.call import Call
from tracker.cli.deciding import told
from tracker.cli.options import Command, Option, Usage
from tracker.errors import NotFound, Unreadable
from tracker.library.rounds.values import Ballot, Case, Settled
from tracker.terms import DECISION_ALIASES, Decision

SIGNS = {Decision.INCLUDE: "y", Decision.MAYBE: "m", Decision.EXCLUDE: "n"}
GROUNDS = {
    "votes": "by the votes so far",
    "criteria": "by the criteria, until something is included",
    "chance": "by chance, until something is included",
}


def run_vote(call: Call) -> None:
    """`tracker vote`."""
    paper = call.library.paper(call.take("PAPER"))
    decision = decision_of(call.take("include, maybe or exclude"), (Decision.INCLUDE, Decision.MAYBE, Decision.EXCLUDE))
    call.end()
    name = the_round(call)
    also = call.library.alike(name, paper) if call.flag("--alike") else []
    title = call.library.vote(
        name,
        paper,
        decision,
        sure=call.flag("--sure"),
        reasons=call.values("--reason"),
        note=call.value("--note") or "",
        tags=call.values("--tag"),
        also=also,
    )
    told(call, [paper, *also], title)


def run_decide(call: Call) -> None:
    """`tracker decide`."""
    paper = call.library.paper(call.take("PAPER"))
    decision = decision_of(call.take("include or exclude"), (Decision.INCLUDE, Decision.EXCLUDE))
    call.end()
    told(call, [paper], call.library.decide(the_round(call), paper, decision, call.value("--note") or ""))


def run_screen(call: Call) -> None:
    """`tracker screen`."""
    call.end()
    count = call.number("--number", least=1) or 10
    lent = call.library.to_screen(the_round(call), count)
    rows = {row.id: row for row in call.library.rows([one.paper_id for one in lent])}
    if call.out.json:
        call.out.value(
            [{"id": one.paper_id, **_paper(rows[one.paper_id]), **one._asdict(), "why": why(one)} for one in lent]
        )
    elif call.out.terminal:
        for one in lent:
            call.out.pieces([(f"{one.paper_id:>6}  ", "dim"), (rows[one.paper_id].heading, "bold")])
            call.out.pieces([("        ", ""), (why(one), "dim")])
        call.out.aside("" if lent else "there is nothing left for you to vote on")
    else:
        call.out.rows((one.paper_id, rows[one.paper_id].key, rows[one.paper_id].heading, why(one)) for one in lent)


def run_conflicts(call: Call) -> None:
    """`tracker conflicts`."""
    call.end()
    round, settled = the_round(call), call.flag("--settled")
    cases = call.library.settled(round) if settled else call.library.conflicts(round, maybes=call.flag("--maybe"))
    rows = {row.id: row for row in call.library.rows([case.paper_id for case in cases])}
    if call.out.json:
        call.out.value([_case(case, rows[case.paper_id]) for case in cases])
    elif call.out.terminal:
        for case in cases:
            call.out.pieces([(f"{case.paper_id:>6}  ", "dim"), (rows[case.paper_id].heading, "bold")])
            for ballot in case.ballots:
                call.out.pieces([("        ", ""), (ballot_line(ballot), "")])
            if case.settled:
                call.out.pieces([("        ", ""), (_decided(case.settled), "bold")])
    else:
        call.out.rows((c.paper_id, rows[c.paper_id].key, rows[c.paper_id].heading, _said(c.ballots)) for c in cases)


def decision_of(word: str, allowed: Sequence[Decision]) -> Decision:
    """A decision by its name or another word for it."""
    found = DECISION_ALIASES.get(word.lower(), word.lower())
    if found not in allowed:
        from tracker.query.near import nearest

        near = nearest(word.lower(), allowed)
        raise Unreadable(f"“{word}” is no vote; {f'did you mean {near}?' if near else 'say ' + ' or '.join(allowed)}")
    return Decision(found)


def the_round(call: Call) -> str:
    """The round that is named, or the only one that is open."""
    if name := call.value("--round"):
        return name
    there = [view.name for view in call.library.rounds() if view.state == "open"]
    if len(there) == 1:
        return there[0]
    if not there:
        raise NotFound("There is no open round; `tracker round new` makes one")
    raise Usage(f"Say which round: --round NAME; open are {', '.join(there)}")


def why(one: Any) -> str:
    """Why a paper comes now."""
    ground = GROUNDS[one.ground]
    parts = ["unclear, so your vote tells most" if one.unclear else f"{ground} ({one.included} in, {one.excluded} out)"]
    if one.score is not None:
        parts.append(f"score {one.score:+.2f}")
    if one.words:
        parts.append(", ".join(one.words))
    return " · ".join(parts)


def ballot_line(ballot: Ballot) -> str:
    """`bob · exclude, sure · off topic · “seen before”`."""
    sure = ", sure" if ballot.sure else ""
    parts = [ballot.person, f"{ballot.decision}{sure}", *ballot.reasons]
    return " · ".join([*parts, *([f"“{ballot.note}”"] if ballot.note else [])])


def _decided(settled: Settled) -> str:
    return f"decided: {settled.decision} · {settled.person} · “{settled.note}”"


def _said(ballots: Sequence[Ballot]) -> list[str]:
    return [f"{ballot.person}={ballot.decision}" for ballot in ballots]


def _paper(row: Any) -> dict[str, Any]:
    return {"key": row.key, "heading": row.heading}


def _case(case: Case, row: Any) -> dict[str, Any]:
    votes = [ballot._asdict() for ballot in case.ballots]
    settled = case.settled._asdict() if case.settled else None
    return {"id": case.paper_id, **_paper(row), "outcome": case.outcome, "votes": votes, "settled": settled}


ROUND = Option("--round", "NAME", "the round (the only one that is open)", fills="round")

COMMANDS = {
    "vote": Command(
        run_vote,
        "PAPER include|maybe|exclude",
        """
Votes on a paper in a screening round; yes, no, y, m and n will do. A later vote takes the place of an earlier one,
which stays on record. --reason is a digit of the round's reasons, or words. --alike votes on the papers nearest to it,
nine at most, too.
""",
        (
            ROUND,
            Option("--reason", "R", "why: a digit of the round's reasons, or words", many=True),
            Option("--sure", "", "say that you are sure"),
            Option("--note", "T", "a line for those who read the votes"),
            Option("--tag", "T", "a tag for the paper; it waits until all may see the votes", many=True),
            Option("--alike", "", "the same vote on papers of the round that speak of the same and wait for yours"),
        ),
        (
            ("tracker vote 7 include --round first", "keep a paper"),
            ("tracker vote 8 exclude --round first --reason 1 --sure", "leave one out, for the first reason"),
            ("tracker vote 9 exclude --round first --alike", "and those like it, as one step"),
        ),
        ("paper", "decision"),
    ),
    "screen": Command(
        run_screen,
        "",
        """
Prints the papers of a round that you should vote on next, with why. They are lent to you for half an hour: where one
vote is enough, nobody else gets them meanwhile. Piped, a line holds id, key, heading and why between tabs.
""",
        (ROUND, Option("--number", "N", "how many (10)", also="-n")),
        (("tracker screen --round first -n 3", "the next three"),),
    ),
    "decide": Command(
        run_decide,
        "PAPER include|exclude",
        "Settles what becomes of a paper, whatever the votes say; they stay. For those who lead the round.",
        (ROUND, Option("--note", "T", "why; a decision needs it")),
        (("tracker decide 7 include --round first --note 'bob agrees by now'", "settle a conflict"),),
        ("paper", "decision"),
    ),
    "conflicts": Command(
        run_conflicts,
        "",
        """
Prints the papers of a round that somebody includes and somebody excludes, with both sides' reasons, those that are
most evenly split first. Piped, a line holds id, key, heading and votes between tabs.
""",
        (
            ROUND,
            Option("--maybe", "", "instead, those whose votes neither include nor exclude"),
            Option("--settled", "", "instead, those that were decided, the last one first"),
        ),
        (("tracker conflicts --round first", "what to talk about"),),
    ),
}
