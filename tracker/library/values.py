"""What the library hands out: plain values, so that no session or row ever leaves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from tracker.query.tree import Problem as Problem
from tracker.store.search.hits import Correction as Correction
from tracker.store.search.hits import Hits
from tracker.terms import Depth, Status

Found = Hits


class Row(NamedTuple):
    """A paper as a line of a list."""

    id: int
    key: str
    heading: str  # plain text: the title, else the guessed headline
    guessed: bool  # the heading is a guess, shown with ≈
    status: Status
    seen: bool
    starred: bool
    priority: int
    snoozed: bool
    due_on: date | None
    tags: tuple[str, ...]
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    added_at: datetime
    notes: int
    collections: tuple[str, ...]


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


class Match(NamedTuple):
    """Where a query's words stand in the plain text of a field."""

    field: str  # heading, abstract, note, authors
    start: int
    end: int


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


class Unread(NamedTuple):
    """A part of a file that could not be read."""

    file: str
    line: int
    message: str
    raw: str


class ImportReport(NamedTuple):
    """What an import did, or (dry run) would do."""

    read: int
    new: int
    same: int
    changed: int
    near_duplicates: Sequence[tuple[int, int, float]]
    failed: Sequence[Unread]
    collection: str | None
    step: int | None
    warnings: Sequence[str] = ()


class Changed(NamedTuple):
    """A step was committed. `step` is None when another process did it; `papers` empty means: any."""

    step: int | None
    papers: frozenset[int]
