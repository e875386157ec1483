"""The verb export: papers into a file or to standard output, for the next tool."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tracker.cli.call import Call
from tracker.cli.files import FORCE, OUTPUT, target_of
from tracker.cli.options import Command, Option, Usage
from tracker.formats import registry
from tracker.formats.endings import ANNOTATIONS, PAPERS
from tracker.outfile import write
from tracker.text.clean import harmless
from tracker.text.count import counted


def run_export(call: Call) -> None:
    """`tracker export`."""
    from tracker.cli.listing import checked_sort, restricts
    from tracker.cli.papers import warn

    query, sort, target = " ".join(call.words), checked_sort(call.value("--sort")), target_of(call)
    listing = call.out.json and target is None and call.value("--format") is None
    format = "jsonl" if listing else _format(call, target)
    found = call.library.find(query, sort=sort)
    warn(call, query, found, restricts=restricts(query))
    records = call.library.export_records(query, sort=sort, whole=format == "jsonl")
    if listing:
        from tracker.formats.own import own

        call.out.value([own(record) for record in records])
        return
    if format == ANNOTATIONS:
        pieces = call.library.export_annotations(list(found.ids), "jsonld")
    else:
        pieces = registry.writing(format).write(records)
    deliver(call, target, pieces, format, found.total)


def _format(call: Call, target: Path | None) -> str:
    """The format as given, else the one of the file's suffix."""
    given = call.value("--format")
    known = [*registry.writable(), ANNOTATIONS]
    if given is not None:
        if given != ANNOTATIONS:
            registry.writing(given)
        return given
    fitting = PAPERS.get(target.suffix.lower()) if target else None
    if fitting is None:
        raise Usage(f"--format F is missing; there are {', '.join(known)}")
    return fitting


def deliver(call: Call, target: Path | None, pieces: Iterable[str], format: str, papers: int) -> None:
    """Write what is exported where it is wanted, and tell so."""
    pieces = map(harmless, pieces)
    if target is None:
        for piece in pieces:
            call.out.text(piece)
        return
    write(target, (piece.encode("utf-8", "replace") for piece in pieces))
    if call.out.json:
        call.out.value({"file": str(target), "format": format, "papers": papers})
    else:
        call.out.say(f"wrote {counted(papers, 'paper')} to {target}")


COMMANDS = {
    "export": Command(
        run_export,
        "[QUERY]",
        """
Writes papers in a format that the next tool reads: bibtex, ris, csl-json, csv, markdown, html, jsonl (which loses
nothing and reads back: also older wordings, annotations, comments, and the votes that you may see), rayyan and asreview
(with labels), and others that `tracker formats` lists. Without QUERY, all papers; with -o, into a file, whose suffix
tells the format where --format does not. A file that is there already is left alone unless --force is given, and is
never left half written.

In files for screening programs a paper is relevant when it is later, reading or done, and irrelevant when skipped.

With --json and -o: {file, format, papers}. With --json alone: a list of the papers as jsonl has them.
""",
        (
            Option("--format", "F", "the format to write", fills="format"),
            OUTPUT,
            FORCE,
            Option("--sort", "S", "the order of the papers, as in list", fills="sort"),
        ),
        (
            ("tracker export -o papers.bib", "everything, for LaTeX"),
            ("tracker export '#nlp' status:done --format markdown", "what you have read about NLP"),
            ("tracker export --format jsonl | gzip > papers.jsonl.gz", "all of it, to be imported elsewhere"),
        ),
        ("query",),
        dashes=True,
    ),
}
