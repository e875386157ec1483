"""Which papers are worded alike. Made of the rows of papers, like the search index, and never a step of anybody."""

import sqlalchemy as sa
from sqlmodel import Field, SQLModel


class Sketch(SQLModel, table=True):
    """One number of a paper's sketch (see tracker.text.sketch)."""

    __table_args__ = {"sqlite_with_rowid": False}

    number: int = Field(primary_key=True, sa_type=sa.BigInteger)
    paper_id: int = Field(primary_key=True)


class Sketched(SQLModel, table=True):
    """That a paper is sketched, and of what: `sum` is a checksum, `numbers` are those of its sketch."""

    paper_id: int = Field(primary_key=True)
    sum: int = Field(sa_type=sa.BigInteger)
    numbers: str = ""


class Likeness(SQLModel, table=True):
    """Two papers that may be one; `paper_id` is the lower id. `sure` is what an import would take for one paper."""

    __table_args__ = {"sqlite_with_rowid": False}

    paper_id: int = Field(primary_key=True)
    other_id: int = Field(primary_key=True, index=True)
    score: float
    sure: bool = False
