"""Notes, drafts of them, and the links in what people write."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from tracker.models.columns import Instant, now, word
from tracker.terms import Visibility


class Note(SQLModel, table=True):
    """Somebody's Markdown, on a paper or (without one) on its own."""

    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True)
    paper_id: int | None = Field(default=None, foreign_key="paper.id", index=True)
    author_id: int = Field(foreign_key="person.id", index=True)
    title: str = ""
    body: str = ""
    visibility: Visibility = Field(default=Visibility.TEAM, sa_type=word(Visibility))
    version: int = 1  # for compare-and-set: counts up with every change
    batch_id: int | None = Field(default=None, foreign_key="import_batch.id", index=True)
    created_at: datetime = Field(default_factory=now, sa_type=Instant)
    updated_at: datetime = Field(default_factory=now, sa_type=Instant)


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
