"""The verb stats: figures at the terminal, as values, or as a picture in a file."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.cli.call import Call
from tracker.cli.files import FORCE, OUTPUT, target_of
from tracker.cli.options import Command, Option, Usage
from tracker.errors import TrackerError
from tracker.outfile import write

if TYPE_CHECKING:
    from tracker.library.stats.values import Stats

TONES = {"label": "dim", "number": "bold", "bar": "good", "quiet": "dim"}
SUFFIXES = (".svg", ".png", ".html")


class NotInstalled(TrackerError):
    """Something is needed that does not come with the program itself."""

    kind = "missing"


def run_stats(call: Call) -> None:
    """`tracker stats`."""
    target = target_of(call)
    if target and target.suffix.lower() not in SUFFIXES:
        raise Usage(f"--output takes a file that ends in {', '.join(SUFFIXES)}, not “{target.name}”")
    stats = call.library.stats(" ".join(call.words), days=call.number("--days", least=1) or DAYS)
    if target:
        write(target, [drawn(stats, target, date.today())])
        call.out.value({"file": str(target)}) if call.out.json else call.out.say(f"wrote {target}")
    elif call.out.json:
        call.out.value(stats)
    else:
        show(call, stats)


def show(call: Call, stats: Stats) -> None:
    from tracker.library.stats.lines import lines

    for line in lines(stats, call.out.width, date.today()):
        call.out.pieces([(piece.text, TONES.get(piece.tone, "")) for piece in line])


def drawn(stats: Stats, target: Path, today: date) -> bytes:
    """The picture that a file of this name is to hold."""
    from tracker.library.stats.drawing import page, svg

    match target.suffix.lower():
        case ".html":
            return page(stats, today).encode()
        case ".svg":
            return svg(stats, today).encode()
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise NotInstalled(
            "PNG pictures need one more package: pip install 'tracker[png]'; .svg and .html need nothing"
        ) from None
    return bytes(svg_to_bytes(svg_string=svg(stats, today), zoom=2))


DAYS = 14

COMMANDS = {
    "stats": Command(
        run_stats,
        "[QUERY]",
        """
Prints figures about your reading: how much is left in the inbox and until when at your pace (a range, not a promise),
decisions a day and the time each takes, what you keep by tag, marks and questions without an answer, and what lies
about for more than 60 days. With QUERY, only of the papers that match.

With -o, draws them into a file whose name ends in .svg, .png or .html. With --json, every number comes with the query
that finds its papers.
""",
        (OUTPUT, FORCE, Option("--days", "N", "look at the last N days (14)")),
        (
            ("tracker stats", "everything"),
            ("tracker stats 'collection:\"ICML 2025\"' -o icml.svg", "one collection, as a picture"),
        ),
        ("query",),
        dashes=True,
    ),
}
