"""The verbs of the queue: what to read next and why, and "not now"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tracker.cli.call import Call
from tracker.cli.deciding import told
from tracker.cli.listing import fields, row_json
from tracker.cli.options import QUERY, Command, Option
from tracker.cli.papers import papers

if TYPE_CHECKING:
    from tracker.cli.out import Piece
    from tracker.library.values import Reason, Waiting


def run_next(call: Call) -> None:
    """`tracker next`."""
    call.end()
    limit = call.number("--number")
    waiting = call.catalogue.next_up() if limit is None else call.catalogue.next_up(limit)
    if call.out.json:
        titles = call.catalogue.titles([each.row.id for each in waiting])
        call.out.value([_json(each, *titles[each.row.id]) for each in waiting])
    elif call.out.terminal:
        for line in _lines(waiting, call.out.width):
            call.out.pieces(line)
        if not waiting:
            call.out.aside("Nothing waits to be read")
    else:
        call.out.rows((*fields(each.row), each.points, because(each.reasons)) for each in waiting)


def because(reasons: Sequence[Reason]) -> str:
    """Reasons in a line: `due today +8.8 · priority 2 +3.5`."""
    return " · ".join(f"{each.said} {each.points:+.1f}" if each.points else each.said for each in reasons)


def _json(each: Waiting, title: str | None, headline: str) -> dict[str, Any]:
    told = {"points": each.points, "chance": each.chance, "reasons": each.reasons}
    return row_json(each.row, title, headline) | {"score": each.points, "matches": []} | told


def _lines(waiting: Sequence[Waiting], width: int) -> Iterator[list[Piece]]:
    """Each paper as in a list, its points in front and its reasons below."""
    from tracker.cli.cells import cropped
    from tracker.cli.lines import paper_lines

    lines = paper_lines([each.row for each in waiting], width - 7)
    for each, pieces in zip(waiting, lines, strict=True):
        yield [(f"{each.points:5.1f}  ", "bold"), *pieces]
        if each.reasons:
            yield [(" " * 7 + cropped(because(each.reasons), width - 7), "dim")]


def run_pass(call: Call) -> None:
    """`tracker pass`."""
    ids = papers(call)
    told(call, ids, call.library.not_now(ids))


COMMANDS = {
    "next": Command(
        run_next,
        "",
        """
Prints the open papers that come next, each with the reasons for its place: a due day, what is being read, your
priorities and stars, who asks you, how long it waits, and how like it is to what you keep. Every seventh is drawn by
chance from what you never saw.

Piped, a line holds the columns of `tracker list`, then the points and the reasons.
""",
        (Option("--number", "N", "print the first N (12)", also="-n"),),
        (("tracker next -n 3", "the next three"), ("tracker next --json", "with reasons as values")),
    ),
    "pass": Command(
        run_pass,
        "PAPERS",
        """
Says "not now": the papers stay open, and come later in the queue each time. A paper with a due day keeps its place.
""",
        (QUERY,),
        (("tracker pass 7", "not this one now"),),
        ("paper",),
    ),
}
