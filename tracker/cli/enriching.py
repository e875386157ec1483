"""The verb enrich: what papers lack, looked up on the network."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tracker.cli.call import Call
from tracker.cli.options import QUERY, Command, Option
from tracker.cli.out import line
from tracker.cli.papers import papers
from tracker.errors import Unreadable
from tracker.library.importing.reports import Enrichment, Filled, Unsure

SHORT = 60  # letters of a value in a line


def run_enrich(call: Call) -> None:
    """`tracker enrich`."""
    sure = _sure(call)
    ids = papers(call)
    found = call.library.look_up(
        ids,
        call.settings.network(),
        services=[name for value in call.values("--from") for name in value.split(",") if name],
        sure=sure,
        fresh=call.flag("--fresh"),
        said=lambda done, who: call.out.doing(f"{done} of {len(ids)} papers{f' · asking {who}' if who else ''}"),
    )
    dry = call.flag("--dry-run")
    accepted = _accepted(call, found)
    taken = [*found.filled, *(change for one in accepted for change in one.changes)]
    if not call.out.json:
        _tell(call, found, accepted)
        if not dry and taken and call.may_ask and not call.agreed("Fill in?"):
            call.out.say("nothing was filled in")
            return
    step = None if dry else call.library.enrich(found, accepted=accepted)
    if call.out.json:
        call.out.value(enrichment_json(call, found) | {"step": step, "dry_run": dry})
    elif step is not None:
        call.out.say(f"filled in {len(taken)} fields of {_papers(taken)} papers; `tracker undo` takes it back")


def enrichment_json(call: Call, found: Enrichment) -> dict[str, Any]:
    keys = {row.id: row.key for row in call.library.rows(_named(found))}
    changes = [one._asdict() | {"key": keys.get(one.paper), "value": _plain(one)} for one in found.filled]
    unsure = [one._asdict() | {"key": keys.get(one.paper), "changes": _changes(one)} for one in found.unsure]
    told = {"asked": found.asked, "complete": found.complete, "changes": changes, "unsure": unsure}
    return told | {"unknown": list(found.unknown), "problems": list(found.troubles)}


def _changes(one: Unsure) -> dict[str, object]:
    return {change.field: _plain(change) for change in one.changes}


def _plain(one: Filled) -> object:
    match one.field:
        case "authors":
            return one.value.split("\n")
        case "year":
            return int(one.value)
    return one.value


def _accepted(call: Call, found: Enrichment) -> list[Unsure]:
    """What is not certain and is taken all the same, since the person says of these papers that it is them."""
    named = [word for value in call.values("--accept") for word in value.split(",") if word]
    wanted = set() if "all" in named else {call.library.paper(word) for word in named}
    return [one for one in found.unsure if "all" in named or one.paper in wanted]


def _tell(call: Call, found: Enrichment, accepted: Sequence[Unsure]) -> None:
    headings = {row.id: row.heading for row in call.library.rows(_named(found))}
    for paper, some in groupby(found.filled, key=lambda one: one.paper):
        call.out.pieces([(f"{paper:>5}  ", "dim"), (headings[paper], "bold")])
        for one in some:
            source = (f"  {one.service} {one.certainty:.0%}", "dim")
            call.out.pieces([(f"       + {one.field:14}", "good"), (_short(one.value), ""), source])
    for maybe in found.unsure:
        call.out.pieces([(f"{maybe.paper:>5}  ", "dim"), (headings[maybe.paper], "bold")])
        taken = "accepted" if maybe in accepted else f"not taken; --accept {maybe.paper} takes it"
        source = (f"  {maybe.service} {maybe.certainty:.0%}, {taken}", "dim")
        call.out.pieces([(f"       ? perhaps “{_short(maybe.title)}”, {maybe.url}", "warn"), source])
    for trouble in found.troubles:
        call.out.warn(trouble, "service")
    counts = ((_papers(found.filled), "with something new"), (found.complete, "complete"))
    more = ((len(found.unsure), "not certain"), (len(found.unknown), "not found"))
    parts = [f"{count} {word}" for count, word in (*counts, *more) if count]
    call.out.say(f"looked up {found.asked}: {', '.join(parts) or 'nothing new'}")


def _named(found: Enrichment) -> list[int]:
    """The papers of which something is to be told."""
    return list(dict.fromkeys([*(one.paper for one in found.filled), *(one.paper for one in found.unsure)]))


def _papers(filled: Sequence[Filled]) -> int:
    return len({one.paper for one in filled})


def _short(value: str) -> str:
    value = line(value.replace("\n", ", "))
    return value if len(value) <= SHORT else f"{value[: SHORT - 1]}…"


def _sure(call: Call) -> float | None:
    text = call.value("--sure")
    if text is None:
        return None
    try:
        sure = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        sure = -1.0
    if not 0.5 <= sure <= 1:
        raise Unreadable(f"--sure takes a number from 0.5 to 1, or from 50% to 100%, not “{text}”")
    return sure


COMMANDS = {
    "enrich": Command(
        run_enrich,
        "PAPERS",
        """
Asks arXiv, OpenReview, Crossref, OpenAlex and Semantic Scholar for what papers lack: title, authors, abstract, year,
venue, ids and links. A paper is known by its ids, else by its title, else by the words of its abstract. What is not
certain (below --sure) is told and not taken, unless --accept names the paper. What you or a file said stays as it is;
each field remembers where it came from. All of it is one step: `tracker undo` takes it back.

What is sent: ids, titles, names of first authors, and some words of abstracts that have no title. Answers are kept for
a month; --fresh asks anew. The settings `[services]` name whom to ask and an address for their polite pools.

With --json: {asked, complete, changes: [{paper, key, field, value, service, certainty}], unsure: [{paper, key, service,
title, url, certainty, changes: {field: value}}], unknown, problems, step}.
""",
        (
            QUERY,
            Option("--from", "SERVICE", "ask only this one; several between commas, in this order", many=True),
            Option("--sure", "N", "the least certainty that it is the same paper, 0.5 to 1 (0.9)"),
            Option("--accept", "PAPER,…", "take what is not certain of these papers too, or of all", many=True),
            Option("--dry-run", "", "tell what would be filled in, and change nothing"),
            Option("--fresh", "", "do not use remembered answers"),
            Option("--yes", "", "do not ask", also="-y"),
        ),
        (
            ("tracker enrich --query 'is:untitled'", "titles for papers that have none"),
            ("tracker enrich 7 --dry-run", "what is known of one paper"),
            ("tracker enrich --query 'collection:\"ICML 2025\" -has:authors' --from openreview", "from one service"),
        ),
        ("paper",),
    )
}
