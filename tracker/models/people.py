"""Who uses the library, and the searches and rules they keep."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from tracker.models.columns import Instant, now


class Person(SQLModel, table=True):
    """Somebody who reads, writes and votes in this library."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_type=Instant)


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


class Rule(SQLModel, table=True):
    """A query, and what is to be done to its papers when somebody says so."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    query: str = ""
    deed: str = ""
    owner_id: int | None = Field(default=None, foreign_key="person.id")
    created_at: datetime = Field(default_factory=now, sa_type=Instant)
