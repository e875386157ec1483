"""What a format reads: a record of the file, or the reason why a part of it is none."""

import hashlib
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tracker.formats.annotations import Mark, Remark


class Wording(NamedTuple):
    """An abstract as it was worded before, where that came from, and when it came into the library."""

    text: str
    source: str
    at: datetime


class Ballot(NamedTuple):
    """What somebody said of a paper in a screening round."""

    round: str
    person: str
    decision: str
    at: datetime
    sure: bool = False
    reasons: tuple[str, ...] = ()
    note: str = ""


class Written(NamedTuple):
    """A note with who wrote it and when; without an author, it is who takes it in."""

    body: str
    author: str
    created: datetime
    updated: datetime
    title: str = ""
    private: bool = False


class Record(NamedTuple):
    """One paper as a file tells of it, nothing guessed. Text is verbatim: Markdown and TeX stay as they are."""

    title: str | None = None
    abstract: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    collection: str | None = None  # the list that the file says it belongs to
    heading: str | None = None  # the line that named the collection, as it stands
    doi: str | None = None
    arxiv_id: str | None = None
    openreview_id: str | None = None
    url: str | None = None  # the page of the proceedings or the journal
    pdf_url: str | None = None
    code_url: str | None = None
    project_url: str | None = None
    proceedings: str | None = None
    pages: str | None = None
    title_variants: tuple[str, ...] = ()
    system_name: str | None = None
    system_expansion: str | None = None
    aliases: tuple[str, ...] = ()  # other names of the system
    headline: str | None = None
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    status: str | None = None  # a reading state or label, in the file's own word
    collections: tuple[str, ...] = ()  # other lists that it is in
    priority: int = 0  # as the reader set it, 0 to 3
    starred: bool = False
    rating: int | None = None  # 1 to 5
    due: str | None = None  # the day by which to read it, ISO 8601
    depth: str | None = None  # how far it was read
    snoozed: str | None = None  # the moment until which it was put off, and when
    decided: str | None = None  # it left the inbox, and
    finished: str | None = None  # it was read; all ISO 8601
    wordings: tuple[Wording, ...] = ()  # older ones of the abstract, the first one first
    annotations: tuple["Mark", ...] = ()  # with their comments
    comments: tuple["Remark", ...] = ()  # on the paper as a whole
    votes: tuple[Ballot, ...] = ()
    written: tuple[Written, ...] = ()  # the notes with all that is known of them, which then count
    key: str | None = None  # the file's own name for the entry
    line: int = 0  # where it starts; the first line is 1
    raw: str = ""  # the entry as it stands in the file


def is_of_no_paper(record: Record) -> bool:
    """Whether a record holds notes on no paper and nothing else."""
    return bool(record.written) and record == Record(written=record.written, line=record.line, raw=record.raw)


class Failure(NamedTuple):
    """A part of a file that is no record: where, why, and its text so that nothing is lost."""

    file: str
    line: int
    message: str
    raw: str = ""


def fingerprint(abstract: str) -> str:
    """sha256 (hex) of the abstract in UTF-8, every run of white space made one space: its name in papers.toml."""
    return hashlib.sha256(" ".join(abstract.split()).encode("utf-8", "surrogatepass")).hexdigest()
