"""What taking papers in, joining them and looking them up tells: plain values, like those of `values`."""

from collections.abc import Sequence
from typing import NamedTuple

from tracker.library.values import Row


class Unread(NamedTuple):
    """A part of a file that could not be read."""

    file: str
    line: int
    message: str
    raw: str


class Outcome(NamedTuple):
    """What an import makes of one record. `verdict` is new, same, changed or likely: new, and like papers here."""

    number: int  # of the record among all of the import, from 1
    verdict: str
    heading: str  # as the file has it: a title, else the beginning of a text
    file: str
    line: int
    paper: int
    new: bool  # the paper is not here yet; after a dry run, nor is its id
    fields: tuple[str, ...]  # of the paper here that change
    likely: tuple[tuple[int, float], ...]  # papers that it may be, with how much alike they are, from 0 to 1


class Decision(NamedTuple):
    """What a person says of a record that is like a paper here: that it is that paper, or is not."""

    paper: int
    same: bool


class Pair(NamedTuple):
    """Two papers that may be one."""

    one: Row  # the one with the lower id
    other: Row
    score: float  # how much alike they are, from 0 to 1
    sure: bool  # an import would take them for one


class Side(NamedTuple):
    """One field of two papers, as people read it; empty where a paper does not have it."""

    name: str
    one: str
    other: str


class NearDuplicate(NamedTuple):
    """A new paper that may be one that is here. `paper` is None after a dry run."""

    paper: int | None
    other: int
    score: float  # how much alike they are, from 0 to 1
    heading: str
    file: str
    line: int


class ImportReport(NamedTuple):
    """What an import did, or (dry run) would do."""

    read: int
    new: int
    same: int
    changed: int
    near_duplicates: Sequence[NearDuplicate]
    failed: Sequence[Unread]
    collection: str | None
    step: int | None
    warnings: Sequence[str] = ()
    notes: int = 0  # taken in
    states: int = 0


class MarkReport(NamedTuple):
    """What an import of annotations did; `left_out` says of each why, a line each."""

    read: int
    new: int
    same: int
    left_out: tuple[str, ...]


class ColumnView(NamedTuple):
    """A column of a table: its header, the field that it is taken for (empty: none), and some cells."""

    header: str
    field: str
    cells: tuple[str, ...]


class FeedReport(NamedTuple):
    """What came of fetching a feed: a report, or what is wrong with it."""

    feed: str
    url: str
    report: ImportReport | None
    problem: str


class Filled(NamedTuple):
    """Something that a paper lacked and a service knows. `value` as it is stored: authors are a name a line.

    `certainty`, 0 to 1: that the service speaks of the same paper.
    """

    paper: int
    field: str
    value: str
    service: str
    certainty: float


class Unsure(NamedTuple):
    """A paper of a service that may be this one and is not certain enough to be taken."""

    paper: int
    service: str
    title: str
    url: str
    certainty: float
    changes: tuple[Filled, ...] = ()  # what it would fill in, were it said to be this paper


class Enrichment(NamedTuple):
    """What services know that papers lack. `complete` papers lacked nothing; of `unknown` ones nobody knew."""

    asked: int
    complete: int
    filled: tuple[Filled, ...]
    unsure: tuple[Unsure, ...]
    unknown: tuple[int, ...]
    troubles: tuple[str, ...]
