"""What one person decided about a paper, that they saw it, and what they seem to like."""

from datetime import date, datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from tracker.models.columns import Day, Instant, now, word
from tracker.terms import Depth, Status


class ReadingState(SQLModel, table=True):
    """What one person decided about one paper. No row: inbox, nothing decided."""

    __tablename__ = "reading_state"
    __table_args__ = (
        sa.CheckConstraint("priority BETWEEN 0 AND 3", name="priority"),
        sa.CheckConstraint("rating IS NULL OR rating BETWEEN 1 AND 5", name="rating"),
        sa.Index("ix_reading_state_person_id_status", "person_id", "status", "paper_id"),
        # With the time of every change: a server counts apart the changes that no index hears of, for all to see.
        sa.Index("ix_reading_state_paper_id", "paper_id", "person_id", "changed_at"),
        sa.Index("ix_reading_state_person_id_decided_at", "person_id", "decided_at"),
        sa.Index(
            "ix_reading_state_snoozed",
            *("person_id", "snoozed_until"),
            sqlite_where=sa.text("snoozed_until IS NOT NULL"),
            postgresql_where=sa.text("snoozed_until IS NOT NULL"),
        ),
        # What was read last, and the time spent: few of many rows, so that nobody waits for those that were skipped.
        sa.Index(
            "ix_reading_state_read",
            *("person_id", "finished_at"),
            sqlite_where=sa.text("status = 'done'"),
            postgresql_where=sa.text("status = 'done'"),
        ),
        sa.Index(
            "ix_reading_state_seconds",
            *("person_id", "decided_at", "seconds"),
            sqlite_where=sa.text("seconds IS NOT NULL"),
            postgresql_where=sa.text("seconds IS NOT NULL"),
        ),
    )

    person_id: int = Field(foreign_key="person.id", primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", primary_key=True)
    status: Status = Field(default=Status.INBOX, sa_type=word(Status))
    priority: int = 0
    starred: bool = False
    rating: int | None = None
    depth: Depth | None = Field(default=None, sa_type=word(Depth))
    due_on: date | None = Field(default=None, sa_type=Day)
    snoozed_until: datetime | None = Field(default=None, sa_type=Instant)
    passed: int = 0  # how often "not now"
    status_at: datetime | None = Field(default=None, sa_type=Instant)  # when it came to this status
    decided_at: datetime | None = Field(default=None, sa_type=Instant)  # when it left the inbox
    finished_at: datetime | None = Field(default=None, sa_type=Instant)
    seconds: int | None = None  # it was looked at until it was decided; None: not known
    changed_at: datetime = Field(default_factory=now, sa_type=Instant)
    batch_id: int | None = Field(default=None, foreign_key="import_batch.id", index=True)


class Seen(SQLModel, table=True):
    """That a person had a paper before their eyes. Kept by the program, so it is no step and is not undone."""

    __table_args__ = (sa.Index("ix_seen_paper_id", "paper_id", "person_id"),)

    person_id: int = Field(foreign_key="person.id", primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", primary_key=True, ondelete="CASCADE")
    seen_at: datetime = Field(default_factory=now, sa_type=Instant)
    opened_at: datetime | None = Field(default=None, sa_type=Instant)
    seconds: int = 0


class Liking(SQLModel, table=True):
    """What a person seems to like. Kept by the program: it can be learnt again from what they decided."""

    person_id: int = Field(foreign_key="person.id", primary_key=True)
    decisions: int = 0  # that it was learnt from
    at: datetime = Field(default_factory=now, sa_type=Instant)
    papers: str = "{}"  # JSON: paper → how likely it is kept, and the words that say so


class ReviewCard(SQLModel, table=True):
    """How well a person knows a card: a mark of theirs, or a question in a note."""

    __tablename__ = "review_card"

    person_id: int = Field(foreign_key="person.id", primary_key=True)
    source: str = Field(primary_key=True)  # mark-ID, or note-ID-HASH of the question
    due: datetime = Field(default_factory=now, sa_type=Instant)
    stability: float = 0.0  # days in which recall falls to 90 %
    difficulty: float = 0.0  # 1 to 10
    state: int = 1
    last_review: datetime = Field(default_factory=now, sa_type=Instant)
    reviews: int = 0
