"""What was done, row by row, and facts about the library file itself."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from tracker.models.columns import Instant, Json, now


class Step(SQLModel, table=True):
    """One deed of one person: a transaction, a line of the history, a thing to undo."""

    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    at: datetime = Field(default_factory=now, sa_type=Instant)
    title: str
    undone_at: datetime | None = Field(default=None, sa_type=Instant)
    batch_id: int | None = Field(default=None)  # an import: its rows are found by their batch id
    round_id: int | None = Field(default=None)  # done in a screening round: hidden while the round is blind


class Change(SQLModel, table=True):
    """One row before and after a step: only the columns that changed; None where there was no row."""

    __table_args__ = (sa.Index("ix_change_paper_id_step_id", "paper_id", "step_id"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, primary_key=True)
    step_id: int = Field(foreign_key="step.id", index=True)
    table_name: str
    row_key: dict[str, Any] = Field(sa_type=Json())
    paper_id: int | None = None
    before: dict[str, Any] | None = Field(default=None, sa_type=Json())
    after: dict[str, Any] | None = Field(default=None, sa_type=Json())
    rows: bytes | None = None  # an undone import: its rows, packed, for redo (see tracker.store.batches)


class Meta(SQLModel, table=True):
    """Facts about the library file itself: its identity, whether it was seeded, the stamp of its index."""

    name: str = Field(primary_key=True)
    value: str
