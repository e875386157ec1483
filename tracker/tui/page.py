"""Everything that the Reader shows of a paper, read at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from tracker.tui.passage import Passage, passage

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.library.marks.guesses import Guess
    from tracker.library.values import AnnotationView, CommentView, Detail, KindView, LinkView, Match, Reason


Linked = tuple["LinkView", str, str]  # a link, what it stands in, and the line that it stands in


class Page(NamedTuple):
    """A paper, where the query stands in it, its text, and what people and guesses say about its sentences."""

    detail: Detail
    matches: tuple[Match, ...]
    passage: Passage
    kinds: tuple[KindView, ...]
    marks: tuple[AnnotationView, ...]
    guesses: tuple[Guess, ...]
    comments: Mapping[str, tuple[CommentView, ...]]  # by the annotation's id
    why: tuple[Reason, ...] | None  # it stands in the queue where it does; None: no queue is read
    linked: tuple[Linked, ...] = ()  # what points here from elsewhere
    before: str | None = None  # the wording before this one; None: there was none
    changed_on: date | None = None  # when this one came


def read_page(library: Library, paper_id: int, query: str) -> Page:
    detail = library.detail(paper_id)
    marks = library.annotations(paper_id)
    comments: dict[str, list[CommentView]] = {}
    for comment in library.comments(paper_id) if any(mark.comments for mark in marks) else ():
        comments.setdefault(comment.annotation_id or "", []).append(comment)
    wordings = library.wordings(paper_id)
    changed = len(wordings) > 1
    return Page(
        detail,
        library.matches(paper_id, query) if query.strip() else (),
        passage(detail.abstract),
        library.kinds(),
        marks,
        library.guesses(paper_id, marks) if detail.abstract else (),
        {key: tuple(some) for key, some in comments.items() if key},
        library.why(paper_id) if "sort:next" in query else None,
        tuple(library.linked_here(paper_id)),
        wordings[-2].text if changed else None,
        wordings[-1].at.astimezone().date() if changed else None,
    )
