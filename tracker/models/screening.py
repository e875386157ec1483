"""Screening rounds: their papers and people, votes that are never changed, and what was decided."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from tracker.models.columns import Instant, now, word
from tracker.terms import Assignment, Blind, Decision, Role, Stage


class Round(SQLModel, table=True):
    """A screening round: people vote on papers, by criteria, one stage at a time."""

    __tablename__ = "screening_round"
    __table_args__ = (
        sa.CheckConstraint("votes_needed >= 0", name="votes_needed"),
        sa.CheckConstraint("overlap BETWEEN 0 AND 100", name="overlap"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    query: str = ""  # what found its papers
    parent_id: int | None = Field(default=None, foreign_key="screening_round.id", index=True)  # whose included it has
    stage: Stage = Field(default=Stage.ABSTRACT, sa_type=word(Stage))
    pilot: bool = False  # a random sample to talk about before the real round
    votes_needed: int = 2  # 0: of everybody
    blind: Blind = Field(default=Blind.CLOSED, sa_type=word(Blind))
    assignment: Assignment = Field(default=Assignment.EVERYONE, sa_type=word(Assignment))
    overlap: int = 0  # per cent of the papers that everybody gets
    criteria: str = ""  # Markdown
    include_words: str = ""  # lit while screening, one a line
    exclude_words: str = ""
    seed: int = 0  # of everything that is left to chance
    created_by: int = Field(foreign_key="person.id")
    created_at: datetime = Field(default_factory=now, sa_type=Instant)
    unblinded_by: int | None = Field(default=None, foreign_key="person.id")
    unblinded_at: datetime | None = Field(default=None, sa_type=Instant)
    closed_at: datetime | None = Field(default=None, sa_type=Instant)
    archived_at: datetime | None = Field(default=None, sa_type=Instant)


class RoundPaper(SQLModel, table=True):
    """A paper of a round, at a place that chance gave it."""

    __tablename__ = "round_paper"

    round_id: int = Field(foreign_key="screening_round.id", primary_key=True)
    paper_id: int = Field(foreign_key="paper.id", primary_key=True, index=True)
    position: int = 0
    needed: int = 0  # votes; 0: of everybody
    batch_id: int | None = Field(default=None, index=True)  # minus the round's id, for papers it was made with


class RoundPerson(SQLModel, table=True):
    """Somebody in a round. Who left keeps the votes they gave."""

    __tablename__ = "round_person"

    round_id: int = Field(foreign_key="screening_round.id", primary_key=True)
    person_id: int = Field(foreign_key="person.id", primary_key=True, index=True)
    role: Role = Field(default=Role.REVIEWER, sa_type=word(Role))
    joined_at: datetime = Field(default_factory=now, sa_type=Instant)
    left_at: datetime | None = Field(default=None, sa_type=Instant)


class RoundReason(SQLModel, table=True):
    """A reason to exclude, on a digit."""

    __tablename__ = "round_reason"

    round_id: int = Field(foreign_key="screening_round.id", primary_key=True)
    position: int = Field(primary_key=True)
    text: str


class RoundClaim(SQLModel, table=True):
    """Whose turn a paper is: lent until a time, or for good where `until` is None. No verdict, no step."""

    __tablename__ = "round_claim"
    __table_args__ = (
        sa.ForeignKeyConstraint(
            ["round_id", "paper_id"], ["round_paper.round_id", "round_paper.paper_id"], ondelete="CASCADE"
        ),
        sa.Index("ix_round_claim_person", "round_id", "person_id", "voted_at", "batch_id"),
        sa.Index("ix_round_claim_voted", "round_id", "paper_id", "voted_at"),
        sa.Index(
            "ix_round_claim_lent",
            *("round_id", "until"),
            sqlite_where=sa.text("voted_at IS NULL"),
            postgresql_where=sa.text("voted_at IS NULL"),
        ),
    )

    round_id: int = Field(primary_key=True)
    paper_id: int = Field(primary_key=True)
    person_id: int = Field(foreign_key="person.id", primary_key=True, index=True)
    until: datetime | None = Field(default=None, sa_type=Instant)
    voted_at: datetime | None = Field(default=None, sa_type=Instant)
    batch_id: int | None = Field(default=None, index=True)  # minus the round's id, where it was assigned at the start


class Vote(SQLModel, table=True):
    """What one person said of one paper at one time: never changed and never deleted, the highest `seq` stands."""

    __table_args__ = (
        sa.ForeignKeyConstraint(["round_id", "paper_id"], ["round_paper.round_id", "round_paper.paper_id"]),
        sa.UniqueConstraint("round_id", "paper_id", "person_id", "seq"),
        sa.Index("ix_vote_round_id_person_id", "round_id", "person_id"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    round_id: int
    paper_id: int = Field(index=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    seq: int = 1
    decision: Decision = Field(sa_type=word(Decision))
    sure: bool = False
    reasons: str = ""  # one a line
    note: str = ""
    tags: str = ""  # one a line; put on the paper when the votes are there for all to see
    seconds: int | None = None  # how long the paper was looked at
    at: datetime = Field(default_factory=now, sa_type=Instant)
    undid: int | None = Field(default=None, foreign_key="vote.id")  # the vote that this row takes back


class Resolution(SQLModel, table=True):
    """What was decided about a paper on which votes differ; votes stay as they are. The highest `seq` stands."""

    __table_args__ = (
        sa.ForeignKeyConstraint(["round_id", "paper_id"], ["round_paper.round_id", "round_paper.paper_id"]),
        sa.UniqueConstraint("round_id", "paper_id", "seq"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    round_id: int
    paper_id: int = Field(index=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    seq: int = 1
    decision: Decision = Field(sa_type=word(Decision))
    note: str = ""
    at: datetime = Field(default_factory=now, sa_type=Instant)
    undid: int | None = Field(default=None, foreign_key="resolution.id")
