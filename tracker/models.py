"""The tables. Schema and writes are SQLModel's; lists and searches read columns (see tracker.store)."""

from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlmodel import Field, SQLModel

from tracker.terms import Depth, Status, Visibility
from tracker.text.anchor import How, State
from tracker.ulid import ulid

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Instant(sa.types.TypeDecorator[datetime]):
    """An aware UTC datetime, kept as ISO 8601 text with microseconds so that text order is time order."""

    impl = sa.String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


def _word(enum: type[StrEnum]) -> sa.Enum:
    name = enum.__name__.lower()
    values = [member.value for member in enum]
    return sa.Enum(enum, name=name, native_enum=False, create_constraint=True, values_callable=lambda _: values)


def now() -> datetime:
    return datetime.now(UTC)


class Person(SQLModel, table=True):
    """Somebody who reads, writes and votes in this library."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_type=Instant)


class Collection(SQLModel, table=True):
    """A reading list or a conference's list of papers."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_type=Instant)


class ImportBatch(SQLModel, table=True):
    """One import: where it came from and what became of its records. Rows that it made carry its id."""

    __tablename__ = "import_batch"

    id: int | None = Field(default=None, primary_key=True)
    source: str
    format: str
    person_id: int = Field(foreign_key="person.id")
    at: datetime = Field(default_factory=now, sa_type=Instant)
    records: int = 0


class Paper(SQLModel, table=True):
    """One paper. Its abstract is the newest TextVersion; `title` is None until one is known."""

    __table_args__ = (sa.Index("ix_paper_newest", sa.desc("added_at"), "id"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    title: str | None = None
    title_key: str | None = Field(default=None, index=True)
    headline: str = ""  # a guessed heading, from the abstract; shown with ≈ while there is no title
    system_name: str | None = None
    authors: str = ""  # one name a line
    year: int | None = None
    venue: str | None = None
    proceedings: str | None = None
    pages: str | None = None
    doi: str | None = Field(default=None, index=True)
    arxiv_id: str | None = Field(default=None, index=True)
    openreview_id: str | None = Field(default=None, index=True)
    url: str | None = None
    pdf_url: str | None = None
    code_url: str | None = None
    project_url: str | None = None
    provenance: dict[str, str] | None = Field(
        default=None, sa_type=sa.JSON(none_as_null=True)
    )  # field → source, where not the batch
    batch_id: int | None = Field(default=None, foreign_key="import_batch.id", index=True)
    added_at: datetime = Field(default_factory=now, sa_type=Instant)
    changed_at: datetime = Field(default_factory=now, sa_type=Instant)


class TextVersion(SQLModel, table=True):
    """One wording of a paper's abstract; the highest `seq` is current. Never updated."""

    __tablename__ = "text_version"
    __table_args__ = (sa.UniqueConstraint("paper_id", "field", "seq"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, primary_key=True)
    paper_id: int = Field(foreign_key="paper.id")
    field: str = "abstract"
    seq: int = 1
    text: str
    canon_sha: str = Field(index=True)  # sha256 of tracker.text.canonical(text)
    source: str
    batch_id: int | None = Field(default=None, foreign_key="import_batch.id", index=True)
    created_at: datetime = Field(default_factory=now, sa_type=Instant)


class TitleVariant(SQLModel, table=True):
    """Another name under which a paper is known: an earlier title, a system's name or alias."""

    __tablename__ = "title_variant"

    id: int | None = Field(default=None, primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", index=True)
    title: str
    title_key: str = Field(index=True)
    source: str
    batch_id: int | None = Field(default=None, foreign_key="import_batch.id", index=True)


class CollectionPaper(SQLModel, table=True):
    """A paper's place in a collection."""

    __tablename__ = "collection_paper"

    collection_id: int = Field(foreign_key="collection.id", primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", primary_key=True, index=True)
    position: int = 0
    batch_id: int | None = Field(default=None, foreign_key="import_batch.id", index=True)


class Tag(SQLModel, table=True):
    """A tag, shared by everybody; `a/b` nests b below a."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_type=Instant)


class PaperTag(SQLModel, table=True):
    """Somebody put this tag on this paper."""

    __tablename__ = "paper_tag"

    paper_id: int = Field(foreign_key="paper.id", primary_key=True)
    tag_id: int = Field(foreign_key="tag.id", primary_key=True, index=True)
    person_id: int = Field(foreign_key="person.id")
    at: datetime = Field(default_factory=now, sa_type=Instant)
    batch_id: int | None = Field(default=None, foreign_key="import_batch.id", index=True)


class ReadingState(SQLModel, table=True):
    """What one person decided about one paper. No row: inbox, nothing decided."""

    __tablename__ = "reading_state"
    __table_args__ = (
        sa.CheckConstraint("priority BETWEEN 0 AND 3", name="priority"),
        sa.CheckConstraint("rating IS NULL OR rating BETWEEN 1 AND 5", name="rating"),
    )

    person_id: int = Field(foreign_key="person.id", primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", primary_key=True, index=True)
    status: Status = Field(default=Status.INBOX, sa_type=_word(Status))
    priority: int = 0
    starred: bool = False
    rating: int | None = None
    depth: Depth | None = Field(default=None, sa_type=_word(Depth))
    due_on: date | None = None
    snoozed_until: datetime | None = Field(default=None, sa_type=Instant)
    passed: int = 0  # how often "not now"
    finished_at: datetime | None = Field(default=None, sa_type=Instant)
    changed_at: datetime = Field(default_factory=now, sa_type=Instant)


class Seen(SQLModel, table=True):
    """That a person had a paper before their eyes. Kept by the program, so it is no step and is not undone."""

    person_id: int = Field(foreign_key="person.id", primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", primary_key=True, index=True, ondelete="CASCADE")
    seen_at: datetime = Field(default_factory=now, sa_type=Instant)
    opened_at: datetime | None = Field(default=None, sa_type=Instant)
    seconds: int = 0


class Note(SQLModel, table=True):
    """Somebody's Markdown, on a paper or (without one) on its own."""

    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True)
    paper_id: int | None = Field(default=None, foreign_key="paper.id", index=True)
    author_id: int = Field(foreign_key="person.id", index=True)
    title: str = ""
    body: str = ""
    visibility: Visibility = Field(default=Visibility.TEAM, sa_type=_word(Visibility))
    version: int = 1  # for compare-and-set: counts up with every change
    created_at: datetime = Field(default_factory=now, sa_type=Instant)
    updated_at: datetime = Field(default_factory=now, sa_type=Instant)


class Kind(SQLModel, table=True):
    """What an annotation says of its words. Six are shipped; people change them and add their own."""

    name: str = Field(primary_key=True)
    key: str = ""  # the digit that marks with it
    sign: str  # one character for where there is no colour
    colour: str  # #rrggbb
    zotero: str  # the colour nearest to it that Zotero has
    position: int = 0
    archived: bool = False


class Annotation(SQLModel, table=True):
    """A span of a text version with a kind. Offsets count code points of the version's text as it is stored."""

    __table_args__ = (
        sa.CheckConstraint('0 <= start AND start < "end"', name="place"),
        sa.Index("ix_annotation_paper_id_field_start", "paper_id", "field", "start"),
    )

    id: str = Field(default_factory=ulid, primary_key=True)  # shown as ^m- and its last six letters
    paper_id: int = Field(foreign_key="paper.id")
    field: str = "abstract"
    kind: str = Field(foreign_key="kind.name", index=True)
    version_id: int = Field(foreign_key="text_version.id", index=True)  # where it is now; an orphan, where it was last
    start: int
    end: int
    state: State = Field(default=State.OK, sa_type=_word(State))
    how: How = Field(default=How.MADE, sa_type=_word(How))
    score: float = 1.0
    made_version_id: int = Field(foreign_key="text_version.id", index=True)  # as it was made, and never changed
    made_start: int
    made_end: int
    exact: str  # plain text, as it was made
    prefix: str = ""
    suffix: str = ""
    exact_folded: str = ""
    body: str = ""  # the author's own remark, Markdown
    author_id: int = Field(foreign_key="person.id", index=True)
    visibility: Visibility = Field(default=Visibility.TEAM, sa_type=_word(Visibility))
    origin: str = "user"  # user | guess | import:<what>
    created_at: datetime = Field(default_factory=now, sa_type=Instant)
    updated_at: datetime = Field(default_factory=now, sa_type=Instant)
    deleted_at: datetime | None = Field(default=None, sa_type=Instant)
    rev: int = 1  # counts its author's changes


class AnnotationTag(SQLModel, table=True):
    """A tag on an annotation."""

    __tablename__ = "annotation_tag"

    annotation_id: str = Field(foreign_key="annotation.id", primary_key=True)
    tag_id: int = Field(foreign_key="tag.id", primary_key=True, index=True)


class Comment(SQLModel, table=True):
    """One contribution to a thread, on an annotation or (without one) on the paper."""

    id: str = Field(default_factory=ulid, primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", index=True)
    annotation_id: str | None = Field(default=None, foreign_key="annotation.id", index=True)
    thread_id: str = Field(index=True)  # the id of the thread's first comment
    parent_id: str | None = Field(default=None, foreign_key="comment.id", index=True)
    author_id: int = Field(foreign_key="person.id", index=True)
    body: str
    created_at: datetime = Field(default_factory=now, sa_type=Instant)
    edited_at: datetime | None = Field(default=None, sa_type=Instant)
    deleted_at: datetime | None = Field(default=None, sa_type=Instant)
    resolved_by: int | None = Field(default=None, foreign_key="person.id")  # of a thread's first comment only
    resolved_at: datetime | None = Field(default=None, sa_type=Instant)


class Ask(SQLModel, table=True):
    """That a comment names somebody with `@name`, who may not have been here yet."""

    comment_id: str = Field(foreign_key="comment.id", primary_key=True)
    name_key: str = Field(primary_key=True, index=True)


class Link(SQLModel, table=True):
    """A `[[link]]` in a note, a remark or a comment. `to_id` is None where nothing of that name is there."""

    __table_args__ = (
        sa.Index("ix_link_from_kind_from_id", "from_kind", "from_id"),
        sa.Index("ix_link_to_kind_to_id", "to_kind", "to_id"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    from_kind: str  # note | annotation | comment
    from_id: str
    paper_id: int | None = Field(default=None, foreign_key="paper.id", index=True)  # what it is written on
    to_kind: str = ""  # paper | note | annotation
    to_id: str | None = None
    text: str  # between the brackets
    start: int  # of the brackets, in the body


class Draft(SQLModel, table=True):
    """A note being typed, kept while typing so that no crash can take it. No step."""

    __table_args__ = (sa.UniqueConstraint("person_id", "paper_id", "note_id"),)

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="person.id")
    paper_id: int | None = Field(default=None, foreign_key="paper.id", index=True)
    note_id: int | None = None
    base_version: int = 0  # the note's version when the editor opened; 0: there was none
    base: str = ""
    text: str = ""
    at: datetime = Field(default_factory=now, sa_type=Instant)


class SavedSearch(SQLModel, table=True):
    """A query with a name, and perhaps a key 1–9."""

    __tablename__ = "saved_search"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    query: str
    digit: int | None = None
    owner_id: int | None = Field(default=None, foreign_key="person.id")
    shared: bool = True
    created_at: datetime = Field(default_factory=now, sa_type=Instant)


class Step(SQLModel, table=True):
    """One deed of one person: a transaction, a line of the history, a thing to undo."""

    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    at: datetime = Field(default_factory=now, sa_type=Instant)
    title: str
    undone_at: datetime | None = Field(default=None, sa_type=Instant)
    batch_id: int | None = Field(default=None)  # an import: its rows are found by their batch id


class Change(SQLModel, table=True):
    """One row before and after a step: only the columns that changed; None where there was no row."""

    __table_args__ = (sa.Index("ix_change_paper_id_step_id", "paper_id", "step_id"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, primary_key=True)
    step_id: int = Field(foreign_key="step.id", index=True)
    table_name: str
    row_key: dict[str, Any] = Field(sa_type=sa.JSON(none_as_null=True))
    paper_id: int | None = None
    before: dict[str, Any] | None = Field(default=None, sa_type=sa.JSON(none_as_null=True))
    after: dict[str, Any] | None = Field(default=None, sa_type=sa.JSON(none_as_null=True))
    rows: bytes | None = None  # an undone import: its rows, packed, for redo (see tracker.store.batches)


class Meta(SQLModel, table=True):
    """Facts about the library file itself: its identity, whether it was seeded, the stamp of its index."""

    name: str = Field(primary_key=True)
    value: str
