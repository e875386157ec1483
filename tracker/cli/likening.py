"""The verbs similar, compare and map: papers that are like one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tracker.cli.call import Call
from tracker.cli.options import Command, Option

if TYPE_CHECKING:
    from tracker.cli.out import Piece
    from tracker.library.likeness import Comparison, Map
    from tracker.library.values import Row
    from tracker.text.compare import Side

PARTS = ("background", "problem", "method", "result", "claim", "the rest")
GAP = 3  # cells between two columns


def run_similar(call: Call) -> None:
    """`tracker similar`."""
    paper = call.library.paper(call.take("PAPER"))
    call.end()
    limit = call.number("--number")
    found = call.library.similar(paper, 10 if limit is None else limit)
    if call.out.json:
        call.out.value([{**_row(each.row), "score": each.score, "words": each.words} for each in found])
    elif call.out.terminal:
        from tracker.cli.lines import paper_lines

        lines = paper_lines([each.row for each in found], call.out.width - 6)
        for each, pieces in zip(found, lines, strict=True):
            call.out.pieces([(f"{each.score:4.2f}  ", "bold"), *pieces])
            call.out.pieces([(f"      {', '.join(each.words)}", "dim")])
        if not found:
            call.out.aside("Nothing is like it")
    else:
        call.out.rows((each.row.id, each.row.key, each.score, each.row.heading, each.words) for each in found)


def run_compare(call: Call) -> None:
    """`tracker compare`."""
    one, other = (call.library.paper(call.take(what)) for what in ("A", "B"))
    call.end()
    compared = call.library.compare(one, other)
    texts = compared.texts
    if call.out.json:
        told = {"both": texts.both, "only_a": texts.only_one, "only_b": texts.only_other}
        call.out.value({"a": _row(compared.one), "b": _row(compared.other), **told})
        return
    for line in _columns(compared, call.out.width if call.out.terminal else 160):
        call.out.pieces(line)


def run_map(call: Call) -> None:
    """`tracker map`."""
    mapped = call.library.map(" ".join(call.words))
    if call.out.json:
        clusters = [{**each._asdict(), "rows": [_row(row) for row in each.rows]} for each in mapped.clusters]
        call.out.value({**mapped._asdict(), "clusters": clusters})
    elif call.out.terminal:
        for line in _clusters(mapped, call.out.width):
            call.out.pieces(line)
        if mapped.left_out:
            call.out.aside(f"The first {mapped.papers} papers; {mapped.left_out} more are left out")
    else:
        call.out.rows((each.papers, each.label, each.query) for each in mapped.clusters)


def _row(row: Row) -> dict[str, Any]:
    return {"id": row.id, "key": row.key, "heading": row.heading}


def _clusters(mapped: Map, width: int) -> Iterator[list[Piece]]:
    from tracker.cli.cells import cropped

    for each in mapped.clusters:
        yield [(f"{each.papers:>5}  ", "bold"), (cropped(each.label, width - 7), "")]
        for row in each.rows:
            yield [(" " * 7 + cropped(f"{row.id} {row.heading}", width - 7), "dim")]


def _columns(compared: Comparison, width: int) -> Iterator[list[Piece]]:
    """Two columns, sentences of the same kind side by side, then the words of both and of each."""
    each = (width - GAP) // 2
    yield from _beside([(compared.one.heading, "bold")], [(compared.other.heading, "bold")], each)
    texts = compared.texts
    for name, left, right in zip(PARTS, texts.one.parts, texts.other.parts, strict=True):
        if left or right:
            yield [(f"─ {name} ".ljust(width, "─"), "dim")]
            yield from _beside([(_said(texts.one, left), "")], [(_said(texts.other, right), "")], each)
    yield []
    for name, words in (("both", texts.both), ("only here", texts.only_one), ("only there", texts.only_other)):
        yield [(f"{name:<11}", "dim"), (", ".join(words), "")]


def _said(side: Side, places: Sequence[tuple[int, int]]) -> str:
    return " ".join(side.text[start:end] for start, end in places)


def _beside(left: Sequence[Piece], right: Sequence[Piece], width: int) -> Iterator[list[Piece]]:
    from itertools import zip_longest

    from tracker.cli.cells import padded, wrapped

    (text, style), (other, _) = left[0], right[0]
    for one, two in zip_longest(wrapped(text, width), wrapped(other, width), fillvalue=""):
        yield [(padded(one, width), style), (" " * GAP, ""), (two, style)]


COMMANDS = {
    "similar": Command(
        run_similar,
        "PAPER",
        """
Prints the papers most like one, by the words that both use and few others do, with how like they are from 0 to 1.
In a query, like:PAPER finds the same.
""",
        (Option("--number", "N", "print the first N (10)", also="-n"),),
        (("tracker similar 7 -n 5", "the five nearest"), ("tracker list 'like:7 status:later'", "those set aside")),
        ("paper",),
    ),
    "compare": Command(
        run_compare,
        "A B",
        """
Prints two abstracts side by side, sentences of the same kind beside each other, then the words that both use and those
that only one does.
""",
        (),
        (("tracker compare 7 12", "two papers"),),
        ("paper",),
    ),
    "map": Command(
        run_map,
        "[QUERY]",
        """
Prints the papers that match in groups that speak of the same, the largest first, each with its most telling words, its
most typical papers, and (with --json or piped) the query that finds all of it. At most 5000 papers are mapped at once.
""",
        (),
        (("tracker map 'collection:\"ICML 2025\"'", "what a conference speaks of"),),
        ("query",),
        dashes=True,
    ),
}
