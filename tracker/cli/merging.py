"""The verbs duplicates, merge and against: the same paper twice, and one list beside another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tracker.cli.call import Call
from tracker.cli.deciding import told
from tracker.cli.importing import FORM, NothingRead, check_options
from tracker.cli.options import Command, Option
from tracker.errors import Unreadable
from tracker.library.importing.reports import Outcome, Pair


def run_duplicates(call: Call) -> None:
    """`tracker duplicates`."""
    call.library.catch_up(call.out.catching_up)
    pairs = call.library.duplicates(" ".join(call.words))
    call.words = []
    if call.out.json:
        call.out.value([_pair_json(pair) for pair in pairs])
    elif call.out.terminal:
        _show(call, pairs)
    else:
        call.out.rows((p.one.id, p.other.id, f"{p.score:.3f}", p.one.heading, p.other.heading) for p in pairs)


def _pair_json(pair: Pair) -> dict[str, Any]:
    one, other = ({"id": row.id, "key": row.key, "heading": row.heading} for row in (pair.one, pair.other))
    return {"paper": one, "other": other, "score": pair.score, "sure": pair.sure}


def _show(call: Call, pairs: Sequence[Pair]) -> None:
    from tracker.cli.lines import columns

    for pair in pairs:
        alike = f"{pair.score:.0%} alike" + (", surely one" if pair.sure else "")
        rows = [(str(row.id), row.heading, str(row.year or "")) for row in (pair.one, pair.other)]
        for line in columns(rows, ["dim", "bold", "dim"], call.out.width, wide=1):
            call.out.pieces(line)
        call.out.say(f"    {alike}: tracker merge {pair.one.id} {pair.other.id}")
    if pairs:
        call.out.say("tracker merge --not-same A B says that two are two")
    else:
        call.out.say("no paper is here twice, as far as can be seen")


def run_merge(call: Call) -> None:
    """`tracker merge`."""
    kept, gone = (call.library.paper(call.take(what)) for what in ("A", "B"))
    call.end()
    if call.flag("--not-same"):
        told(call, (kept, gone), call.library.not_same(kept, gone))
        return
    told(call, (kept,), call.library.merge(kept, gone, take=call.values("--take")))


def run_against(call: Call) -> None:
    """`tracker against`."""
    path = Path(call.take("FILE"))
    check_options(call)
    query = " ".join(call.words)
    call.words = []
    how = {"format": call.value("--format"), "encoding": call.value("--encoding")}
    try:
        found = call.library.against([path], query, progress=call.out.progress, **how)
    except Unreadable as error:
        raise NothingRead(str(error)) from None
    groups = {"missing": found.missing, "both": found.both, "likely": found.likely}
    if call.out.json:
        told_groups = {name: [_outcome_json(each) for each in some] for name, some in groups.items()}
        rest = [{"id": row.id, "key": row.key, "heading": row.heading} for row in found.rest]
        call.out.value(told_groups | {"rest": rest})
        return
    among = f"among the papers that match {query}" if query else "in the library"
    _group(call, f"only in {path.name}", [each.heading for each in found.missing])
    _group(call, f"perhaps {among}", [each.heading for each in found.likely])
    _group(call, f"only {among}", [row.heading for row in found.rest])
    call.out.say(f"{len(found.both)} are in both")


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    papers = [paper for paper, _ in outcome.likely] if outcome.new else [outcome.paper]
    return {"heading": outcome.heading, "line": outcome.line, "papers": papers}


def _group(call: Call, name: str, headings: Sequence[str]) -> None:
    call.out.say(f"{len(headings)} {name}" + (":" if headings else ""))
    call.out.say(*(f"  {heading}" for heading in headings))


COMMANDS = {
    "duplicates": Command(
        run_duplicates,
        "[QUERY]",
        """
Lists papers that may be one, the surest first: those that read alike, with how much. With a query, only pairs with a
paper that it finds. `tracker merge` makes one of two; `tracker merge --not-same` remembers that they are two.

Piped: both ids, how much alike from 0 to 1, both headings. With --json: [{paper, other, score, sure}].
""",
        (),
        (("tracker duplicates", "all"), ("tracker list is:duplicate", "the papers themselves")),
        ("query",),
        dashes=True,
    ),
    "merge": Command(
        run_merge,
        "A B",
        """
Makes paper B a part of paper A. Notes, annotations, comments, votes, tags, collections and reading states of both are
A's then, and what A lacks is filled from B; where both say something A's words stand, unless --take names the field.
B's id and key lead to A from then on. `tracker undo` parts them again.
""",
        (
            Option("--take", "FIELD", "let B's words stand: title, authors, abstract, year, venue, doi …", many=True),
            Option("--not-same", "", "remember instead that A and B are two papers"),
        ),
        (
            ("tracker merge 12 48", "48 becomes a part of 12"),
            ("tracker merge 12 48 --take title", "under the title of 48"),
            ("tracker merge --not-same 12 48", "they only look alike"),
        ),
        ("paper",),
    ),
    "against": Command(
        run_against,
        "FILE [QUERY]",
        """
Lays a list beside the library, or beside what a query finds: what only the file has, what may be here, what only
the library has. Nothing is written.

With --json: {missing: [{heading, line, papers}], both, likely, rest: [{id, key, heading}]}.
""",
        FORM,
        (
            ("tracker against icml.bib", "what of it is not here"),
            ("tracker against neurips.txt '#icml'", "what two conferences share"),
        ),
        ("file", "query"),
        dashes=True,
    ),
}
