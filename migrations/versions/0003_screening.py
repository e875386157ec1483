"""Screening rounds with their papers, people, reasons and claims; votes and what was decided."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "screening_round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("query", sa.String(), nullable=False),
        sa.Column("parent_id", sa.Integer(), nullable=True),
        sa.Column(
            "stage",
            sa.Enum("abstract", "full-text", name="stage", native_enum=False, create_constraint=True),
            nullable=False,
        ),
        sa.Column("pilot", sa.Boolean(), nullable=False),
        sa.Column("votes_needed", sa.Integer(), nullable=False),
        sa.Column(
            "blind",
            sa.Enum("closed", "own", "open", name="blind", native_enum=False, create_constraint=True),
            nullable=False,
        ),
        sa.Column(
            "assignment",
            sa.Enum("everyone", "split", "overlap", name="assignment", native_enum=False, create_constraint=True),
            nullable=False,
        ),
        sa.Column("overlap", sa.Integer(), nullable=False),
        sa.Column("criteria", sa.String(), nullable=False),
        sa.Column("include_words", sa.String(), nullable=False),
        sa.Column("exclude_words", sa.String(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("unblinded_by", sa.Integer(), nullable=True),
        sa.Column("unblinded_at", sa.String(32), nullable=True),
        sa.Column("closed_at", sa.String(32), nullable=True),
        sa.Column("archived_at", sa.String(32), nullable=True),
        sa.CheckConstraint("overlap BETWEEN 0 AND 100", name=op.f("ck_screening_round_overlap")),
        sa.CheckConstraint("votes_needed >= 0", name=op.f("ck_screening_round_votes_needed")),
        sa.ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_screening_round_created_by_person")),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["screening_round.id"], name=op.f("fk_screening_round_parent_id_screening_round")
        ),
        sa.ForeignKeyConstraint(["unblinded_by"], ["person.id"], name=op.f("fk_screening_round_unblinded_by_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_screening_round")),
        sa.UniqueConstraint("name_key", name=op.f("uq_screening_round_name_key")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_screening_round_parent_id"), "screening_round", ["parent_id"], unique=False)
    op.create_table(
        "round_person",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column(
            "role",
            sa.Enum("reviewer", "lead", "decider", name="role", native_enum=False, create_constraint=True),
            nullable=False,
        ),
        sa.Column("joined_at", sa.String(32), nullable=False),
        sa.Column("left_at", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_round_person_person_id_person")),
        sa.ForeignKeyConstraint(
            ["round_id"], ["screening_round.id"], name=op.f("fk_round_person_round_id_screening_round")
        ),
        sa.PrimaryKeyConstraint("round_id", "person_id", name=op.f("pk_round_person")),
    )
    op.create_index(op.f("ix_round_person_person_id"), "round_person", ["person_id"], unique=False)
    op.create_table(
        "round_reason",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"], ["screening_round.id"], name=op.f("fk_round_reason_round_id_screening_round")
        ),
        sa.PrimaryKeyConstraint("round_id", "position", name=op.f("pk_round_reason")),
    )
    op.create_table(
        "round_paper",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("needed", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_round_paper_paper_id_paper")),
        sa.ForeignKeyConstraint(
            ["round_id"], ["screening_round.id"], name=op.f("fk_round_paper_round_id_screening_round")
        ),
        sa.PrimaryKeyConstraint("round_id", "paper_id", name=op.f("pk_round_paper")),
    )
    op.create_index(op.f("ix_round_paper_batch_id"), "round_paper", ["batch_id"], unique=False)
    op.create_index(op.f("ix_round_paper_paper_id"), "round_paper", ["paper_id"], unique=False)
    op.create_table(
        "resolution",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column(
            "decision",
            sa.Enum(
                "include", "maybe", "exclude", "withdrawn", name="decision", native_enum=False, create_constraint=True
            ),
            nullable=False,
        ),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("undid", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_resolution_person_id_person")),
        sa.ForeignKeyConstraint(
            ["round_id", "paper_id"],
            ["round_paper.round_id", "round_paper.paper_id"],
            name=op.f("fk_resolution_round_id_paper_id_round_paper"),
        ),
        sa.ForeignKeyConstraint(["undid"], ["resolution.id"], name=op.f("fk_resolution_undid_resolution")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_resolution")),
        sa.UniqueConstraint("round_id", "paper_id", "seq", name=op.f("uq_resolution_round_id_paper_id_seq")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_resolution_paper_id"), "resolution", ["paper_id"], unique=False)
    op.create_index(op.f("ix_resolution_person_id"), "resolution", ["person_id"], unique=False)
    op.create_table(
        "round_claim",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("until", sa.String(32), nullable=True),
        sa.Column("voted_at", sa.String(32), nullable=True),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_round_claim_person_id_person")),
        sa.ForeignKeyConstraint(
            ["round_id", "paper_id"],
            ["round_paper.round_id", "round_paper.paper_id"],
            name=op.f("fk_round_claim_round_id_paper_id_round_paper"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("round_id", "paper_id", "person_id", name=op.f("pk_round_claim")),
    )
    op.create_index(op.f("ix_round_claim_batch_id"), "round_claim", ["batch_id"], unique=False)
    op.create_index(op.f("ix_round_claim_person_id"), "round_claim", ["person_id"], unique=False)
    op.create_index("ix_round_claim_round_id_person_id", "round_claim", ["round_id", "person_id"], unique=False)
    op.create_table(
        "vote",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column(
            "decision",
            sa.Enum(
                "include", "maybe", "exclude", "withdrawn", name="decision", native_enum=False, create_constraint=True
            ),
            nullable=False,
        ),
        sa.Column("sure", sa.Boolean(), nullable=False),
        sa.Column("reasons", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("tags", sa.String(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("undid", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_vote_person_id_person")),
        sa.ForeignKeyConstraint(
            ["round_id", "paper_id"],
            ["round_paper.round_id", "round_paper.paper_id"],
            name=op.f("fk_vote_round_id_paper_id_round_paper"),
        ),
        sa.ForeignKeyConstraint(["undid"], ["vote.id"], name=op.f("fk_vote_undid_vote")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vote")),
        sa.UniqueConstraint(
            "round_id", "paper_id", "person_id", "seq", name=op.f("uq_vote_round_id_paper_id_person_id_seq")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_vote_paper_id"), "vote", ["paper_id"], unique=False)
    op.create_index(op.f("ix_vote_person_id"), "vote", ["person_id"], unique=False)
    op.create_index("ix_vote_round_id_person_id", "vote", ["round_id", "person_id"], unique=False)
    op.add_column("step", sa.Column("round_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("step", "round_id")
    for table in ("vote", "round_claim", "resolution", "round_paper", "round_reason", "round_person"):
        op.drop_table(table)
    op.drop_table("screening_round")
