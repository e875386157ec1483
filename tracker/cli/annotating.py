"""The verbs annotate, annotations and comment: what people say about spans of an abstract, and to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.cli.call import Call, stdin
from tracker.cli.options import Command, Option, Usage
from tracker.cli.showing import WIDEST, paragraphs
from tracker.errors import Unreadable
from tracker.library.values import AnnotationView, CommentView, Row
from tracker.terms import Visibility

FORMATS = ("text", "json")


def run_annotate(call: Call) -> None:
    """`tracker annotate`."""
    paper = call.library.paper(call.take("PAPER"))
    call.end()
    quote = call.value("--quote")
    if quote is None:
        raise Usage("--quote is missing: the words of the abstract to mark")
    made = call.library.annotate_quote(
        paper,
        quote,
        call.value("--kind") or "note",
        call.value("--comment") or "",
        tags=call.values("--tag"),
        visibility=Visibility.PRIVATE if call.flag("--private") else Visibility.TEAM,
    )
    if call.out.json:
        call.out.value(annotation_json(made))
    else:
        call.out.say(f"{made.short}: marked “{made.text}” as a {made.kind} in {call.library.told([paper])}")


def run_annotations(call: Call) -> None:
    """`tracker annotations`."""
    format = "json" if call.out.json else call.value("--format") or "text"
    if format not in FORMATS:
        raise Unreadable(f"--format takes {', '.join(FORMATS)}, not “{format}”")
    ids = _papers(call)
    rows = {row.id: row for row in call.library.rows(ids)}
    views = call.library.annotated(ids)
    if format == "json":
        call.out.value([annotation_json(view) | _named(rows[view.paper_id]) for view in views])
    elif call.out.terminal:
        _show(call, views, rows)
    else:
        call.out.rows(
            (v.short, v.paper_id, rows[v.paper_id].key, v.kind, v.text or v.quote, v.body, v.author) for v in views
        )


def _papers(call: Call) -> Sequence[int]:
    from tracker.cli.listing import restricts
    from tracker.cli.papers import warn

    query = " ".join(call.words)
    found = call.library.find(query)
    if query:
        warn(call, query, found, restricts=restricts(query))
    return found.ids


def _named(row: Row) -> dict[str, Any]:
    return {"key": row.key, "heading": row.heading}


def annotation_json(view: AnnotationView) -> dict[str, Any]:
    """An annotation; `start` and `end` count the characters of the paper's `text`."""
    values = view._asdict()
    return {
        "id": values.pop("id"),
        "paper": values.pop("paper_id"),
        "comment": view.body,
        "created": values.pop("created_at"),
        "updated": values.pop("updated_at"),
        **values,
    }


def _show(call: Call, views: Sequence[AnnotationView], rows: dict[int, Row]) -> None:
    width, paper = min(call.out.width, WIDEST), 0
    for view in views:
        if view.paper_id != paper:
            call.out.pieces([("", "")] if paper else [])
            paper = view.paper_id
            call.out.pieces([(f"{paper} {rows[paper].heading}", "bold")])
        lost = "" if view.text else " (not in the abstract any more)"
        call.out.pieces([(f"{view.short} {view.kind} by {view.author}{lost}", "dim")])
        said = [f"“{view.text or view.quote}”", view.body] if view.body else [f"“{view.text or view.quote}”"]
        call.out.say(*(f"  {line}" for part in said for line in paragraphs(part, width - 2)))
    if not views:
        call.out.aside("No annotations; `tracker annotate PAPER --quote WORDS` makes one")


def run_comment(call: Call) -> None:
    """`tracker comment`."""
    paper, on = call.library.paper(call.take("PAPER")), call.value("--on")
    text = " ".join(call.words)
    if not text:
        annotation = call.library.annotation(on).id if on else None
        _thread(call, call.library.comments(paper, annotation))
        return
    made = call.library.comment(paper, stdin().read() if text == "-" else text, on=on)
    if call.out.json:
        call.out.value(comment_json(made))
    else:
        call.out.say(f"commented on {call.library.told([paper])}")


def comment_json(view: CommentView) -> dict[str, Any]:
    values = view._asdict()
    return {"id": values.pop("id"), "paper": values.pop("paper_id"), "created": values.pop("created_at"), **values}


def _thread(call: Call, views: Sequence[CommentView]) -> None:
    if call.out.json:
        call.out.value([comment_json(view) for view in views])
        return
    width = min(call.out.width, WIDEST) if call.out.terminal else 0
    for view in views:
        margin = "  " * view.depth
        solved = f", resolved by {view.resolved_by}" if view.resolved_by and not view.depth else ""
        call.out.say(f"{margin}{view.author}, {view.created_at.astimezone():%Y-%m-%d %H:%M}{solved}")
        call.out.say(*(f"{margin}  {line}" for line in paragraphs(view.shown, max(0, width - 2 - 2 * view.depth))))


COMMANDS = {
    "annotate": Command(
        run_annotate,
        "PAPER",
        """
Marks the first place in the abstract that holds the words of --quote, as they read on the screen; case, dashes and
quotes need not be the same. The annotation outlives every change of the text.
""",
        (
            Option("--quote", "TEXT", "the words to mark"),
            Option(
                "--kind", "K", "problem, method, result, claim, question or note, or a kind of your own", fills="kind"
            ),
            Option("--comment", "C", "your remark, in Markdown"),
            Option("--tag", "T", "tag the annotation", fills="tag", many=True),
            Option("--private", "", "for your eyes only"),
        ),
        (("tracker annotate 7 --quote 'reduces the error by half' --kind result", "mark a result"),),
        ("paper",),
    ),
    "annotations": Command(
        run_annotations,
        "[QUERY]",
        """
Prints the annotations that you may see, of all papers or of those that match QUERY. Piped, a line holds, between tabs:
annotation, id and key of the paper, kind, words, remark, author.
""",
        (Option("--format", "F", "text or json", fills="annotations-format"),),
        (("tracker annotations kind:result", "on papers with a result marked"),),
        ("query",),
        dashes=True,
    ),
    "comment": Command(
        run_comment,
        "PAPER [TEXT|-]",
        """
Begins a thread on a paper, or on one of its annotations; @name asks somebody. Without TEXT, prints the threads.
""",
        (Option("--on", "ANNOTATION", "the annotation, as `tracker annotations` prints it"),),
        (
            ("tracker comment 7 '@bob is this the same bound as in ours?'", "ask somebody"),
            ("tracker comment 7", "what was said"),
        ),
        ("paper",),
    ),
}
