"""Objects of JSON that only go with a paper: reviews and comments of OpenReview, notes and files of Zotero."""

from collections.abc import Iterable, Mapping
from typing import Any

from tracker.formats.fields import block
from tracker.formats.marked import unmarked
from tracker.formats.record import Failure, Record

Notes = Mapping[str, list[str]]  # by the key of their paper

NONE: Notes = {}
KINDS = {"note": "A note", "attachment": "An attached file", "annotation": "An annotation"}  # items of Zotero
ANSWERS = ("decision", "review", "rating", "recommendation", "comment", "rebuttal", "confidence", "metareview")


def notes_of(values: Iterable[object]) -> Notes:
    """Zotero's notes, which stand beside their papers, as plain text."""
    found: dict[str, list[str]] = {}
    for value in values:
        inner = _inner(value)
        parent, note = inner.get("parentItem"), inner.get("note")
        if inner.get("itemType") == "note" and isinstance(parent, str) and isinstance(note, str):
            found.setdefault(parent, []).append(unmarked(note))
    return found


def is_taken(value: object, notes: Notes) -> bool:
    """Whether an object is a note that its paper has taken in."""
    inner = _inner(value)
    return inner.get("itemType") == "note" and inner.get("parentItem") in notes


def problem(value: object) -> str:
    """Why an object is no paper although it looks like one; empty for a paper."""
    inner = _inner(value)
    if kind := KINDS.get(str(inner.get("itemType"))):
        parent = inner.get("parentItem")
        return f"{kind} of {parent}, no paper" if isinstance(parent, str) else f"{kind} that belongs to no paper"
    forum, content = inner.get("forum"), inner.get("content")
    if not isinstance(content, Mapping) or not isinstance(forum, str) or inner.get("id") in (None, forum):
        return ""
    answers = inner.get("replyto") or any(name in content for name in ANSWERS)
    return f"A review, a decision or a comment on {forum}, no paper" if answers else ""


def with_notes(found: Record | Failure, value: object, notes: Notes) -> Record | Failure:
    """A record with the notes that stand beside it."""
    told = notes.get(str(_inner(value).get("key")), ())
    if isinstance(found, Failure) or not told:
        return found
    return found._replace(notes=tuple(dict.fromkeys((*found.notes, *filter(None, map(block, told))))))


def _inner(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        return {}
    data = value.get("data")
    return data if isinstance(data, Mapping) and "itemType" in data else value
