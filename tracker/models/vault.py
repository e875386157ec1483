"""Folders of Markdown files that notes are kept in step with, and what both sides had when they met last."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from tracker.models.columns import Instant


class Vault(SQLModel, table=True):
    """A folder that a person syncs notes with."""

    __table_args__ = (sa.UniqueConstraint("person_id", "folder"),)

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="person.id")
    folder: str  # absolute
    synced_at: datetime | None = Field(default=None, sa_type=Instant)


class VaultPage(SQLModel, table=True):
    """A paper's file in a vault: where it lay, and its text when both sides had the same. Kept by the program."""

    __tablename__ = "vault_page"

    vault_id: int = Field(foreign_key="vault.id", primary_key=True, ondelete="CASCADE")
    paper_id: int = Field(foreign_key="paper.id", primary_key=True, index=True, ondelete="CASCADE")
    path: str  # from the folder, with /
    base: str
    sha: str = ""  # of the file as it was then; empty where it was not written yet
    forgotten: bool = False  # the file was deleted, and is not to be written again
