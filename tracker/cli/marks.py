"""Annotations and comments as JSON and as lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.cli.cells import wrapped
from tracker.library.values import AnnotationView, CommentView, State


def annotation_json(view: AnnotationView, comments: Sequence[CommentView] = ()) -> dict[str, Any]:
    """`start` and `end` count the characters of the paper's `text`, null where the place is lost."""
    values = view._asdict()
    lost = view.state is State.ORPHAN
    values |= {
        "paper": values.pop("paper_id"),
        "created": values.pop("created_at"),
        "updated": values.pop("updated_at"),
    }
    values |= {"start": None, "end": None} if lost else {}
    return values | {"comment": view.body, "comments": [comment_json(each) for each in comments]}


def comment_json(view: CommentView) -> dict[str, Any]:
    values = view._asdict()
    names = {"paper_id": "paper", "annotation_id": "annotation", "thread_id": "thread", "parent_id": "parent"}
    names |= {"created_at": "created", "edited_at": "edited", "resolved_at": "resolved"}
    return {names.get(name, name): value for name, value in values.items()}


def annotation_lines(view: AnnotationView, sign: str, comments: Sequence[CommentView], width: int) -> list[str]:
    """The quotation, who marked it, the remark and the comments."""
    doubt = {State.CHECK: " ⚠ check its place", State.ORPHAN: " ⚠ lost its place"}.get(view.state, "")
    tags = "".join(f" #{tag}" for tag in view.tags)
    private = " (private)" if view.visibility.value == "private" else ""
    head = f"{sign} {view.kind} {view.short} by {view.author}{private}{tags}{doubt}"
    quote = f"“{' '.join((view.text or view.quote).split())}”"
    return [head, *_indented(quote, 2, width), *_indented(view.body, 2, width), *comment_lines(comments, 2, width)]


def comment_lines(comments: Sequence[CommentView], indent: int, width: int) -> list[str]:
    """Each comment below what it answers."""
    lines: list[str] = []
    for view in comments:
        edited = ", edited" if view.edited_at else ""
        resolved = f", resolved by {view.resolved_by}" if view.resolved_by and not view.depth else ""
        head = f"{view.author} {view.created_at.astimezone():%Y-%m-%d %H:%M}{edited}{resolved} ({view.id[-6:].lower()})"
        at = indent + 2 * min(view.depth, 4)
        lines += [" " * at + head, *_indented(view.shown, at + 2, width)]
    return lines


def _indented(text: str, by: int, width: int) -> list[str]:
    parts = [part for part in text.split("\n") if part.strip()]
    folded = [line for part in parts for line in (wrapped(part, max(20, width - by)) if width else [part])]
    return [" " * by + line for line in folded]
