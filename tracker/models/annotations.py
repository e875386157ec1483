"""Marks on words of an abstract, and the talk about them."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from tracker.models.columns import Instant, now, word
from tracker.terms import Visibility
from tracker.text.anchor import How, State
from tracker.ulid import ulid


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
    state: State = Field(default=State.OK, sa_type=word(State))
    how: How = Field(default=How.MADE, sa_type=word(How))
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
    visibility: Visibility = Field(default=Visibility.TEAM, sa_type=word(Visibility))
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


class Unsent(SQLModel, table=True):
    """A remark or a comment being typed, kept while typing so that no crash can take it. No step."""

    person_id: int = Field(foreign_key="person.id", primary_key=True)
    about: str = Field(primary_key=True)  # what it is to become: `comment 11`, `reply` and the comment's id, …
    text: str
    at: datetime = Field(default_factory=now, sa_type=Instant)


class Ask(SQLModel, table=True):
    """That a comment names somebody with `@name`, who may not have been here yet."""

    comment_id: str = Field(foreign_key="comment.id", primary_key=True)
    name_key: str = Field(primary_key=True, index=True)
