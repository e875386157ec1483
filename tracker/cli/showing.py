"""The verb show: one paper in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.cli.call import Call
from tracker.cli.cells import wrapped
from tracker.cli.lines import hashed, heading, marks
from tracker.cli.listing import row_json
from tracker.cli.marks import annotation_json, annotation_lines, comment_json, comment_lines
from tracker.cli.options import Command, Option
from tracker.library.values import Detail, NoteView, Row, StepView
from tracker.text.render import render

WIDEST = 100  # cells of a line of running text
MARGIN = 13  # cells before what is known


def run_show(call: Call) -> None:
    """`tracker show`."""
    paper = call.library.paper(call.take("PAPER"))
    call.end()
    if call.flag("--diff") or call.flag("--wording"):
        from tracker.cli.differing import differences

        differences(call, paper, min(call.out.width, WIDEST) if call.out.terminal else 0)
        return
    detail = call.library.detail(paper)
    history = call.library.history(paper)
    if call.out.json:
        call.out.value(detail_json(call, detail, history))
        return
    width = min(call.out.width, WIDEST) if call.out.terminal else 0
    _head(call, detail, width)
    call.out.say("", *paragraphs(render(detail.abstract).text, width))
    for note in detail.notes:
        call.out.say("", *note_lines(note, width))
    _annotations(call, paper, width)
    call.out.say("", *(step_line(step) for step in history[: 5 if call.out.terminal else None]))


def _head(call: Call, detail: Detail, width: int) -> None:
    """The heading and what is known, in two columns where there is a width."""
    for part in paragraphs(heading(detail.row), width):
        call.out.pieces([(part, "bold")])
    for name, value in facts(detail):
        first, *more = wrapped(value, max(20, width - MARGIN)) if width else [value]
        call.out.pieces([(f"{name}: ".ljust(MARGIN if width else 0), "dim"), (first, "")])
        call.out.say(*(f"{'':{MARGIN}}{part}" for part in more))


def _annotations(call: Call, paper: int, width: int) -> None:
    """What is marked, with its threads, then those on the paper itself."""
    views, comments = call.library.annotations(paper), call.library.comments(paper)
    signs = {kind.name: kind.sign for kind in call.library.kinds()} if views else {}
    for view in views:
        below = [each for each in comments if each.annotation_id == view.id]
        call.out.say("", *annotation_lines(view, signs.get(view.kind, "·"), below, width))
    there = {view.id for view in views}
    on_paper = [each for each in comments if each.annotation_id not in there]
    if on_paper:
        call.out.say("", *comment_lines(on_paper, 0, width))


def detail_json(call: Call, detail: Detail, history: list[StepView]) -> dict[str, Any]:
    """`spans` and what else points into the abstract count the characters of `text`."""
    paper, rendered, values = detail.row.id, render(detail.abstract), detail._asdict()
    row = row_json(values.pop("row"), *call.library.titles([paper])[paper])
    return {
        **values,
        **row,
        "text": rendered.text,
        "spans": [span._asdict() for span in rendered.spans],
        "notes": [note_json(note) for note in detail.notes],
        "annotations": annotations_json(call, paper),
        "comments": [comment_json(each) for each in call.library.comments(paper)],
        "history": [step._asdict() for step in history],
    }


def annotations_json(call: Call, paper: int) -> list[dict[str, Any]]:
    """What is marked in the abstract, with its threads."""
    views = call.library.annotations(paper)
    return [annotation_json(view, call.library.comments(paper, view.id) if view.comments else ()) for view in views]


def note_json(note: NoteView) -> dict[str, Any]:
    values = note._asdict()
    return {"id": values.pop("id"), "paper": values.pop("paper_id"), "updated": values.pop("updated_at"), **values}


def facts(detail: Detail) -> Iterator[tuple[str, str]]:
    """What is known of a paper, as names and values; nothing is told of what is not known."""
    row = detail.row
    marked = " ".join(filter(None, (row.status.value, detail.depth or "", marks(row))))
    known = {
        "id": f"{row.id} {row.key}",
        "authors": ", ".join(row.authors),
        "venue": published(row),
        "pages": detail.pages,
        "name": detail.system_name,
        "also": "; ".join(detail.variants),
        "status": marked,
        "rating": f"{detail.rating} of 5" if detail.rating else None,
        "due": str(row.due_on) if row.due_on else None,
        "snoozed": f"until {detail.snoozed_until:%Y-%m-%d}" if row.snoozed and detail.snoozed_until else None,
        "tags": hashed(row.tags),
        "collections": ", ".join(row.collections),
    }
    yield from ((name, value) for name, value in known.items() if value)
    yield from ((link.kind, link.url) for link in detail.links)


def published(row: Row) -> str:
    """Venue and year, the year once."""
    venue, year = row.venue or "", str(row.year or "")
    return venue if year in venue else f"{venue} {year}".strip()


def paragraphs(text: str, width: int) -> list[str]:
    """The text, its paragraphs wrapped where there is a width."""
    return [wrap for part in text.split("\n") for wrap in (wrapped(part, width) or [""] if width else [part])]


def note_lines(note: NoteView, width: int) -> list[str]:
    head = f"note {note.id} by {note.author}, {note.updated_at.astimezone():%Y-%m-%d %H:%M}"
    return [f"{head}: {note.title}" if note.title else head, *paragraphs(note.body, width)]


def step_line(step: StepView) -> str:
    undone = " (undone)" if step.undone else ""
    return f"{step.at.astimezone():%Y-%m-%d %H:%M}  {step.person}  {step.title}{undone}"


COMMANDS = {
    "show": Command(
        run_show,
        "PAPER",
        """
Prints one paper: title, authors, links, reading state, abstract, notes, and what was done to it. PAPER is an id
or a key.

With --json: `abstract` as it is stored, `text` as it reads, `spans` as [{start, end, style, url}] in `text`,
where style is bold, italic, code, math or link; links, notes, annotations, history, and where each field came
from.

With --diff: the wordings that the abstract has had, what changed with the newest one as [-old-] {+new+}, and the
annotations that went along, are in doubt or have lost their place.
""",
        (
            Option("--diff", "", "what changed with the newest wording of the abstract"),
            Option("--wording", "N", "what changed with the Nth one instead"),
        ),
        (
            ("tracker show 7", "the paper with the id 7"),
            ("tracker show liu2025diving --json", "by its key, as JSON"),
            ("tracker show 7 --diff", "what the last import changed in its abstract"),
        ),
        ("paper",),
    )
}
