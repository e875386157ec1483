"""The verbs annotate, annotations and comment: marks in abstracts, and talk about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.cli.call import Call, stdin
from tracker.cli.marks import annotation_json, annotation_lines
from tracker.cli.options import Command, Option, Usage
from tracker.cli.showing import WIDEST
from tracker.errors import NotFound
from tracker.library.values import AnnotationView, CommentView, Row
from tracker.terms import Visibility
from tracker.text.clean import harmless

WAYS = ("--quote", "--change", "--place", "--accept", "--remove", "--import")


def run_annotate(call: Call) -> None:
    """`tracker annotate`."""
    ways = [name for name in WAYS if call.value(name) is not None]
    if ways[:2] == ["--quote", "--place"]:
        ways = ways[1:]
    if len(ways) != 1:
        if not ways:
            raise Usage("--quote is missing: the words of the abstract to mark")
        raise Usage(f"Give one of {', '.join(WAYS)}; --place goes with --quote")
    if ways == ["--import"]:
        call.end()
        _import(call, call.value("--import") or "")
        return
    paper = call.library.paper(call.take("PAPER"))
    call.end()
    if ways == ["--quote"]:
        _mark(call, paper)
        return
    view = on_paper(call, paper, call.value(ways[0]) or "")
    changed, deed = CHANGES[ways[0]](call, view)
    _tell(call, changed, deed)


def _accept(call: Call, view: AnnotationView) -> tuple[AnnotationView, str]:
    return call.library.accept_place(view.id), "accepted the place of"


def _remove(call: Call, view: AnnotationView) -> tuple[AnnotationView, str]:
    call.library.remove_annotation(view.id)
    return view, "removed"


def _place(call: Call, view: AnnotationView) -> tuple[AnnotationView, str]:
    quote = call.value("--quote")
    if quote is None:
        raise Usage("--quote is missing: the words to put the annotation on")
    place = call.library.place_of(view.paper_id, quote)
    return call.library.place_annotation(view.id, *place), "placed"


def _change(call: Call, view: AnnotationView) -> tuple[AnnotationView, str]:
    if call.flag("--private") and call.flag("--team"):
        raise Usage("Give one of --private and --team")
    visibility = Visibility.PRIVATE if call.flag("--private") else Visibility.TEAM if call.flag("--team") else None
    changed = view
    if call.values("--tag") or call.values("--untag"):
        changed = call.library.tag_annotation(view.id, call.values("--tag"), call.values("--untag"))
    kind, body = call.value("--kind"), call.value("--comment")
    if (kind, body, visibility) != (None, None, None):
        changed = call.library.change_annotation(view.id, kind=kind, body=body, visibility=visibility)
    elif changed is view:
        raise Usage("Nothing to change: give --kind, --comment, --tag, --untag, --private or --team")
    return changed, "changed"


CHANGES = {"--accept": _accept, "--remove": _remove, "--place": _place, "--change": _change}


def run_annotations(call: Call) -> None:
    """`tracker annotations`."""
    query, format = " ".join(call.words), call.value("--format")
    found = call.library.find(query)
    if query:
        from tracker.cli.listing import restricts
        from tracker.cli.papers import warn

        warn(call, query, found, restricts=restricts(query))
    if format not in (None, "text", "json"):
        for piece in call.library.export_annotations(list(found.ids), format):
            call.out.text(harmless(piece))
        return
    views = call.library.annotated(found.ids)
    rows = {row.id: row for row in call.library.rows(list({view.paper_id for view in views}))}
    if call.out.json or format == "json":
        call.out.value(
            [
                {**annotation_json(view, _comments(call, view)), "key": row.key, "heading": row.heading}
                for view in views
                for row in [rows[view.paper_id]]
            ]
        )
    elif call.out.terminal or format == "text":
        _list(call, views, rows)
    else:
        call.out.rows(_fields(view, rows[view.paper_id]) for view in views)


def _mark(call: Call, paper: int) -> None:
    view = call.library.annotate_quote(
        paper,
        call.value("--quote") or "",
        call.value("--kind") or "note",
        call.value("--comment") or "",
        tags=call.values("--tag"),
        visibility=Visibility.PRIVATE if call.flag("--private") else Visibility.TEAM,
    )
    _tell(call, view, "marked")


def _tell(call: Call, view: AnnotationView, deed: str) -> None:
    if call.out.json:
        call.out.value(annotation_json(view, _comments(call, view)))
    else:
        call.out.say(f"{deed} {view.kind} {view.short} in {call.library.told([view.paper_id])}")


def _import(call: Call, name: str) -> None:
    from tracker.formats.encoding import decode

    text = stdin().read() if name == "-" else decode(_bytes(name))[0]
    report = call.library.import_annotations(text, call.value("--format") or "jsonld")
    if call.out.json:
        call.out.value(report)
        return
    call.out.say(f"{report.read} annotations read: {report.new} new, {report.same} here already")
    for line in report.left_out:
        call.out.warn(line, "annotation")


def _bytes(name: str) -> bytes:
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        raise NotFound(f"{name} cannot be read: {error.strerror}") from None


def on_paper(call: Call, paper: int, name: str) -> AnnotationView:
    view = call.library.annotation(name)
    if view.paper_id != paper:
        raise NotFound(f"{view.short} is no annotation on {call.library.told([paper])}")
    return view


def _comments(call: Call, view: AnnotationView) -> Sequence[CommentView]:
    return call.library.comments(view.paper_id, view.id) if view.comments else ()


def _list(call: Call, views: Sequence[AnnotationView], rows: Mapping[int, Row]) -> None:
    signs = {kind.name: kind.sign for kind in call.library.kinds()}
    last = None
    for view in (view for view in views if view.paper_id in rows):
        row = rows[view.paper_id]
        if row != last:
            call.out.say(*([""] if last else []), f"{row.id} {row.key}: {row.heading}")
        last = row
        call.out.say(*annotation_lines(view, signs.get(view.kind, "·"), _comments(call, view), lines_wide(call)))
    if not views:
        call.out.aside("No annotations; `tracker annotate PAPER --quote TEXT` makes one")


def _fields(view: AnnotationView, row: Row) -> Sequence[object]:
    """An annotation as the columns that the help names. New ones are only ever added at the end."""
    words = view.text or view.quote
    return view.short, row.id, row.key, view.kind, words, view.body, view.author, view.state.value


def lines_wide(call: Call) -> int:
    return min(call.out.width, WIDEST) if call.out.terminal else 0


COMMANDS = {
    "annotate": Command(
        run_annotate,
        "PAPER",
        """
Marks some words of an abstract, quoted as they read (case, accents and white space do not matter); where the
abstract holds them several times, the first ones. An annotation keeps its place when the abstract changes.

Kinds are problem, method, result, claim, question, note, and your own (`tracker kinds`). What --change, --place,
--accept and --remove take is the short id that `tracker annotations` shows, as in ^m-7f3a2c. --import takes Web
Annotation JSON-LD or the JSON of Hypothesis, or with --format jsonl or csv, spans.
""",
        (
            Option("--quote", "TEXT", "the words to mark"),
            Option("--kind", "K", "what they are (note)", fills="kind"),
            Option("--comment", "C", "a remark of yours, in Markdown"),
            Option("--tag", "T", "a tag for the annotation; may be given several times", fills="tag", many=True),
            Option("--private", "", "only you see it"),
            Option("--change", "ANNOTATION", "give it another --kind, --comment (empty: none), --tag, --untag …"),
            Option("--untag", "T", "a tag to take off it", fills="tag", many=True),
            Option("--team", "", "everybody sees it again"),
            Option("--place", "ANNOTATION", "put it on the words of --quote, such as one that lost its place"),
            Option("--accept", "ANNOTATION", "say that it stands where it belongs"),
            Option("--remove", "ANNOTATION", "take it away"),
            Option("--import", "FILE", "take annotations in; - reads standard input", fills="file"),
            Option("--format", "F", "what --import reads: jsonld, jsonl or csv (jsonld)"),
        ),
        (
            ("tracker annotate 11 --quote 'operates purely on token level' --kind method", "mark some words"),
            ("tracker annotate 11 --quote 'up to 3B' --kind question --comment 'And above?'", "with a remark"),
            ("tracker annotate 11 --change ^m-7f3a2c --kind claim", "it says something else"),
            ("tracker annotate --import annotations.jsonld", "take annotations in"),
        ),
        ("paper",),
    ),
    "annotations": Command(
        run_annotations,
        "[QUERY]",
        """
Prints the annotations that you may see, with their remarks and comments, of all papers or of those that match
QUERY. Piped, a line holds, between tabs: annotation, id and key of the paper, kind, words, remark, author, state.
The state is ok, moved (the abstract changed, and it went along), check (look whether its place is right) or orphan
(its words are gone).

Formats are text, json, jsonld (W3C Web Annotation, nothing is lost), markdown, html (a page of the abstracts with
their marks, to read and print), jsonl and csv (spans).
""",
        (Option("--format", "F", "text, json, jsonld, markdown, html, jsonl or csv", fills="annotations-format"),),
        (
            ("tracker annotations kind:result", "on the papers with a result marked"),
            ("tracker annotations is:check,orphaned", "where an annotation is in doubt, or lost its place"),
            ("tracker annotations '#safety' --format html > marks.html", "a page to print"),
            ("tracker annotations --format jsonld > annotations.jsonld", "all, for other programs"),
        ),
        ("query",),
        dashes=True,
    ),
}
