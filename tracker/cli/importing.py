"""The verbs import and formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tracker.cli.call import Call, stdin
from tracker.cli.options import Command, Option, Usage
from tracker.errors import TrackerError, Unreadable
from tracker.formats import registry
from tracker.formats.encoding import codec
from tracker.library.importing.reports import ImportReport

RAW = 2000  # characters that are told of an entry which could not be read
LISTED = 10  # near-duplicates that are told one by one


class NothingRead(TrackerError):
    """A file that cannot be opened or understood."""

    kind = "file"


def run_import(call: Call) -> None:
    """`tracker import`."""
    if not call.words:
        raise Usage("FILE is missing: tracker import FILE…, or - for standard input")
    check_options(call)
    if call.flag("--columns"):
        _show_columns(call)
        return
    if call.flag("--watch"):
        _watch(call)
        return
    data = stdin().buffer.read() if "-" in call.words else None
    dry = call.flag("--dry-run")
    if not dry and data is None and call.may_ask:
        planned = take_in(call, data, dry_run=True)
        _tell(call, planned, "would be ")
        brings = (planned.new, planned.changed, planned.notes, planned.states, planned.collection)
        if not any(brings) or not call.agreed("Import?"):
            call.out.say("nothing was imported")
            return
    if not dry:
        call.library.tend(call.settings.kept)
    report = take_in(call, data, dry_run=dry)
    if call.out.json:
        call.out.value(report_json(report, dry=dry))
    else:
        _tell(call, report, "would be " if dry else "")
    if report.failed and not report.read:
        raise NothingRead("No paper could be read")
    call.follow_up()


def columns_of(call: Call) -> dict[str, str] | None:
    """What --map says that columns hold: header → field."""
    texts = call.values("--map")
    if not texts:
        return None
    from tracker.formats.mapping import parsed

    return parsed(texts)


def _show_columns(call: Call) -> None:
    """The columns of tables: header, field, and what stands in them."""
    for word in call.words:
        try:
            found = call.library.columns(Path(word), columns_of(call), encoding=call.value("--encoding"))
        except Unreadable as error:
            raise NothingRead(str(error)) from None
        if call.out.json:
            call.out.value(found)
        else:
            call.out.rows([(one.header, one.field or "-", " · ".join(one.cells)[:60]) for one in found])


def _watch(call: Call) -> None:
    """Take in files as they come; what is here already is not told."""
    from tracker.cli.watching import watch

    def take(path: Path) -> ImportReport:
        call.words = [str(path)]
        report = take_in(call, None, dry_run=False)
        call.follow_up()
        return report

    def tell(report: ImportReport) -> None:
        if call.out.json:
            call.out.value(report_json(report, dry=False) | {"file": call.words[0]})
        elif report.new or report.changed or report.failed:
            call.out.say(f"{call.words[0]}:")
            _tell(call, report, "")

    watch(call, take, tell)


def take_in(call: Call, data: bytes | None, *, dry_run: bool) -> ImportReport:
    """The import itself; a file that cannot be read is nothing that can be met."""
    how: dict[str, Any] = {
        "collection": call.value("--collection"),
        "tags": call.values("--tag"),
        "format": call.value("--format"),
        "encoding": call.value("--encoding"),
        "columns": columns_of(call),
        "dry_run": dry_run,
        "later": True,
    }
    try:
        if data is not None:
            return call.library.import_data(data, "standard input", **how)
        return call.library.import_files([Path(word) for word in call.words], progress=call.out.progress, **how)
    except Unreadable as error:
        raise NothingRead(str(error)) from None


def check_options(call: Call) -> None:
    if "-" in call.words and len(call.words) > 1:
        raise Usage("- reads standard input alone; import the files by themselves")
    format, encoding = call.value("--format"), call.value("--encoding")
    if format is not None:
        registry.named(format)
    if encoding is not None:
        try:
            codec(encoding)
        except (LookupError, ValueError):
            raise Unreadable(f"No encoding is named {encoding}; try utf-8, cp1252, utf-16 or gb18030") from None


def report_json(report: ImportReport, *, dry: bool) -> dict[str, Any]:
    return report._asdict() | {
        "near_duplicates": [one._asdict() for one in report.near_duplicates],
        "failed": [one._asdict() | {"raw": one.raw[:RAW]} for one in report.failed],
        "dry_run": dry,
    }


def _tell(call: Call, report: ImportReport, mood: str) -> None:
    into = f" into “{report.collection}”" if report.collection else ""
    done = ((report.new, f"{mood}new"), (report.changed, f"{mood}changed"))
    brought = ((report.notes, "with notes"), (report.states, "with a reading state"))
    counts = (*done, (report.same, "here already"), (len(report.failed), "not read"), *brought)
    parts = [f"{count} {word}" for count, word in counts if count]
    call.out.say(f"read {report.read}{into}: {', '.join(parts) or 'nothing'}")
    _tell_alike(call, report)
    for warning in report.warnings:
        call.out.warn(warning, "file")
    for failure in report.failed:
        call.out.warn(f"{failure.file}, line {failure.line}: {failure.message}", "file")


def _tell_alike(call: Call, report: ImportReport) -> None:
    """New papers that may be papers here: some at length, and where the others are."""
    near = report.near_duplicates
    headings = {row.id: row.heading for row in call.library.rows([one.other for one in near[:LISTED]])}
    for one in near[:LISTED]:
        other = headings.get(one.other, f"paper {one.other} of the same import")
        call.out.say(f"  {one.score:.0%} alike: “{one.heading}” and “{other}”")
    if near:
        rest = f"{len(near) - LISTED} more; " if len(near) > LISTED else ""
        call.out.say(f"  {rest}`tracker duplicates` lists what may be one paper, `tracker merge` joins two")


def run_formats(call: Call) -> None:
    """`tracker formats`."""
    call.end()
    found = registry.formats()
    rows = [(name, found.known[name].SUFFIXES, _does(name)) for name in sorted(found.known)]
    if call.out.json:
        call.out.value([{"name": name, "suffixes": some, "does": does} for name, some, does in rows])
    else:
        call.out.rows(rows)
    for broken in found.broken:
        call.out.warn(broken, "format")


def _does(name: str) -> Sequence[str]:
    return [deed for deed, able in (("read", registry.readable()), ("write", registry.writable())) if name in able]


FORM = (
    Option("--format", "F", "the format, where its content does not tell", fills="format"),
    Option("--encoding", "E", "the encoding of the text, where it is not UTF-8 and does not say"),
)

COMMANDS = {
    "import": Command(
        run_import,
        "FILE…|-",
        """
Takes in papers from files, or from standard input. The format is known by the content: plain text has one
abstract in a paragraph, blank lines between, and perhaps a heading that names the collection. A paper that is
here already is not added again; what is new about it is kept, also where its title or abstract was edited since.
Notes, labels and reading states in a file are yours then, and never overwrite what you have. What only may be here
comes in and is named: `tracker duplicates` lists it. One import is one step: `tracker undo` takes all of it back.

Of a table (CSV and its kin, spreadsheets) the columns are known by their headers; --columns shows what each is taken
for, and --map says it: `--map title=Titel,abstract=Kurzfassung,-=Notiz` (- for a column to leave out). What you said of
a set of headers is remembered for the next file that has them.

With --watch it goes on: files of a folder (and of the folders in it) are taken in when they are new or changed and no
longer growing, until ctrl+c. A file that cannot be read is named once.

At a terminal it first tells what would be done and asks; --yes does not ask.

With --json: {read, new, same, changed, near_duplicates: [{paper, other, score, heading, file, line}],
failed: [{file, line, message, raw}], collection, step, notes, states}; raw is the entry as it stands in the file.
""",
        (
            Option("--collection", "C", "put all papers into this collection", fills="collection"),
            Option("--tag", "T", "tag all papers", fills="tag", many=True),
            *FORM,
            Option("--map", "FIELD=HEADER,…", "what the columns of a table hold", many=True),
            Option("--columns", "", "show what the columns of a table are taken for, and take nothing in"),
            Option("--dry-run", "", "tell what would be done, and do nothing"),
            Option("--yes", "", "do not ask", also="-y"),
            Option("--watch", "", "stay, and take in files of a folder as they come"),
            Option("--every", "SECONDS", "how often --watch looks (1)"),
        ),
        (
            ("tracker import --watch ~/Downloads/papers --collection Downloads", "whatever is saved there"),
            ("tracker import list.csv --map 'title=Titel,abstract=Kurzfassung'", "a table with headers of its own"),
            ("tracker import icml2025.txt --tag icml", "a list of abstracts"),
            ("pdftotext list.pdf - | tracker import - --collection 'Workshop'", "from another program"),
            ("tracker import *.txt --dry-run --json", "what would happen"),
        ),
        ("file",),
    ),
    "formats": Command(
        run_formats,
        "",
        "Lists the file formats: name, suffixes of files, and whether it can be read and written.",
        (),
        (("tracker formats --json", "as JSON"),),
    ),
}
