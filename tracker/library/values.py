"""What the library hands out: plain values, so that no session or row ever leaves it."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from tracker.library.lines import Match as Match
from tracker.library.lines import Row as Row
from tracker.query.tree import Problem as Problem
from tracker.queue.points import Reason as Reason
from tracker.store.search.hits import Correction as Correction
from tracker.store.search.hits import Hits
from tracker.store.search.hits import Stopped as Stopped
from tracker.store.stop import Stop as Stop
from tracker.terms import Depth, Visibility

if TYPE_CHECKING:
    from tracker.store.search.spans import Lit as Lit
    from tracker.text.anchor import How as How
    from tracker.text.anchor import State as State


def __getattr__(name: str) -> object:
    """Where an annotation stands is told by enumerations that a list never needs: imported when they are."""
    if name in ("How", "State"):
        from tracker.text import anchor

        return getattr(anchor, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


Found = Hits


class Link(NamedTuple):
    """Somewhere to go: `kind` is pdf, openreview, arxiv, proceedings, code, project, doi, url or text."""

    kind: str
    url: str


class NoteView(NamedTuple):
    """A note as it stands; `version` is what an editor hands back when it saves."""

    id: int
    paper_id: int | None
    title: str
    body: str
    author: str
    mine: bool
    version: int
    updated_at: datetime


class KindView(NamedTuple):
    """A kind of annotation: `key` is the digit that marks with it, `sign` one character, `colour` #rrggbb."""

    name: str
    key: str
    sign: str
    colour: str
    zotero: str
    archived: bool
    annotations: int  # that the person may see


class AnnotationView(NamedTuple):
    """An annotation as it stands. `start:end` is its place in the plain text; `0:0` where it has lost its place.

    `quote` with `prefix` and `suffix` is the plain text as it was made, however the abstract changed since.
    """

    id: str
    short: str  # ^m-7f3a2c
    paper_id: int
    kind: str
    start: int
    end: int
    text: str  # what stands there now; empty where the place is lost
    state: "State"
    how: "How"
    score: float
    quote: str
    prefix: str
    suffix: str
    body: str  # the author's remark, Markdown
    tags: tuple[str, ...]
    author: str
    mine: bool
    visibility: Visibility
    origin: str
    threads: int
    comments: int
    created_at: datetime
    updated_at: datetime
    rev: int


class WordingView(NamedTuple):
    """One wording of an abstract; `number` counts from 1."""

    number: int
    text: str  # as stored: Markdown and TeX
    source: str  # the file or the person it came from
    at: datetime
    person: str  # who brought it; empty where nobody knows


class CommentView(NamedTuple):
    """One comment. `depth` is 0 for the first of a thread; a deleted one that has replies has no body."""

    id: str
    paper_id: int
    annotation_id: str | None
    thread_id: str
    parent_id: str | None
    depth: int
    author: str
    mine: bool
    body: str
    deleted: bool
    created_at: datetime
    edited_at: datetime | None
    resolved_by: str | None
    resolved_at: datetime | None

    @property
    def shown(self) -> str:
        return "(deleted)" if self.deleted else self.body


class LinkView(NamedTuple):
    """A `[[link]]` in something that a person wrote. `paper_id` is the paper on which it is written, if any.

    `from_kind` is note, annotation or comment; `to_kind` is paper, note or annotation, empty for a dead link.
    """

    from_kind: str
    from_id: str
    paper_id: int | None
    author: str
    text: str  # between the brackets
    start: int  # of the brackets, in the body
    to_kind: str
    to_id: str | None


class Detail(NamedTuple):
    """A paper in full."""

    row: Row
    title: str | None
    headline: str
    system_name: str | None
    variants: tuple[str, ...]
    abstract: str  # as stored: Markdown and TeX
    proceedings: str | None
    pages: str | None
    doi: str | None
    arxiv_id: str | None
    openreview_id: str | None
    links: tuple[Link, ...]  # best first
    notes: tuple[NoteView, ...]
    rating: int | None
    depth: Depth | None
    snoozed_until: datetime | None
    provenance: Mapping[str, str]  # field → where it came from


class Waiting(NamedTuple):
    """A paper in the queue: its points and where they come from. `chance`: it stands there by chance."""

    row: Row
    points: float
    reasons: tuple[Reason, ...]
    chance: bool


class TagCount(NamedTuple):
    name: str
    papers: int


class CollectionCount(NamedTuple):
    name: str
    papers: int


class Saved(NamedTuple):
    name: str
    query: str
    digit: int | None


class StepView(NamedTuple):
    """One line of the history."""

    id: int
    at: datetime
    person: str
    title: str
    undone: bool
    papers: int


class Draft(NamedTuple):
    """Text that was being typed when the editor closed or died."""

    paper_id: int | None
    note_id: int | None
    base_version: int
    base: str
    text: str
    at: datetime


class NoteConflict(NamedTuple):
    """Both sides of a note that two people changed, and their merge (None where they overlap)."""

    base: str
    mine: str
    theirs: str
    their_name: str
    their_version: int
    merged: str | None


class Changed(NamedTuple):
    """Something was committed. `step` is None when another process did it; `papers` empty means: any.

    `deed`: it may be a step, of whomever; looking at a paper is none.
    """

    step: int | None
    papers: frozenset[int]
    deed: bool = True
