"""Papers with their texts and names, and where they stand: imports, collections, tags."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from tracker.models.columns import Instant, Json, now


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

    # What lists are sorted by: their first lines are read off an index (see tracker.store.search.sql.sort).
    __table_args__ = (
        sa.Index("ix_paper_newest", sa.desc("added_at"), "id"),
        sa.Index("ix_paper_changed_at", "changed_at"),
        sa.Index("ix_paper_year", "year"),
        sa.Index("ix_paper_by_title", sa.text("coalesce(title_key, lower(headline))")).ddl_if(dialect="sqlite"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    title: str | None = None
    title_key: str | None = Field(default=None, index=True)
    headline: str = ""  # a guessed heading, from the abstract; shown with ≈ while there is no title
    system_name: str | None = None
    authors: str = ""  # one name a line
    author_key: str | None = Field(default=None, index=True)  # the first of them as it is sorted, family name first
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
    provenance: dict[str, str] | None = Field(default=None, sa_type=Json())  # field → source, where not the batch
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
    person_id: int | None = Field(default=None, foreign_key="person.id")  # who brought it; of a batch, the batch's


class TitleVariant(SQLModel, table=True):
    """Another name under which a paper is known: an earlier title, a system's name or alias."""

    __tablename__ = "title_variant"

    id: int | None = Field(default=None, primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", index=True)
    title: str
    title_key: str = Field(index=True)
    source: str
    batch_id: int | None = Field(default=None, foreign_key="import_batch.id", index=True)


class Collection(SQLModel, table=True):
    """A reading list or a conference's list of papers."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_type=Instant)


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


class MergedPaper(SQLModel, table=True):
    """A paper that became one with another: who asks for it by its id, its key or an identifier finds the other."""

    __tablename__ = "merged_paper"

    id: int = Field(primary_key=True)  # as the paper had it
    key: str = Field(unique=True)
    paper_id: int = Field(foreign_key="paper.id", index=True)  # what it is part of now
    doi: str | None = Field(default=None, index=True)
    arxiv_id: str | None = Field(default=None, index=True)
    openreview_id: str | None = Field(default=None, index=True)


class NotSame(SQLModel, table=True):
    """That somebody looked at two papers that are much alike and found them to be two. `paper_id` is the lower id."""

    __tablename__ = "not_same"

    paper_id: int = Field(foreign_key="paper.id", primary_key=True)
    other_id: int = Field(foreign_key="paper.id", primary_key=True, index=True)
    person_id: int = Field(foreign_key="person.id")
    at: datetime = Field(default_factory=now, sa_type=Instant)
