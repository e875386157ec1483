"""Notes and reading states that an import brought; which papers are alike, became one, or are two."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

BROUGHT = ("note", "reading_state")
IDS = ("doi", "arxiv_id", "openreview_id")


def upgrade() -> None:
    for table in BROUGHT:  # the table is not remade: adding a column that may be empty leaves its rows alone
        name = f"fk_{table}_batch_id_import_batch"
        op.execute(f"ALTER TABLE {table} ADD COLUMN batch_id INTEGER CONSTRAINT {name} REFERENCES import_batch (id)")
        op.create_index(op.f(f"ix_{table}_batch_id"), table, ["batch_id"], unique=False)
    op.create_table(
        "merged_paper",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.String(), nullable=True) for name in IDS),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_merged_paper_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_merged_paper")),
        sa.UniqueConstraint("key", name=op.f("uq_merged_paper_key")),
    )
    for name in ("paper_id", *IDS):
        op.create_index(op.f(f"ix_merged_paper_{name}"), "merged_paper", [name], unique=False)
    op.create_table(
        "not_same",
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_not_same_paper_id_paper")),
        sa.ForeignKeyConstraint(["other_id"], ["paper.id"], name=op.f("fk_not_same_other_id_paper")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_not_same_person_id_person")),
        sa.PrimaryKeyConstraint("paper_id", "other_id", name=op.f("pk_not_same")),
    )
    op.create_index(op.f("ix_not_same_other_id"), "not_same", ["other_id"], unique=False)
    op.create_table(
        "sketch",
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("number", "paper_id", name=op.f("pk_sketch")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sketched",
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("sum", sa.BigInteger(), nullable=False),
        sa.Column("numbers", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("paper_id", name=op.f("pk_sketched")),
    )
    op.create_table(
        "likeness",
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("sure", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("paper_id", "other_id", name=op.f("pk_likeness")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_likeness_other_id"), "likeness", ["other_id"], unique=False)
    # A library without papers has all of them compared; one with papers compares them at its next import.
    op.execute("INSERT INTO meta (name, value) SELECT 'alike', '1' WHERE NOT EXISTS (SELECT 1 FROM paper)")


def downgrade() -> None:
    op.drop_table("likeness")
    op.drop_table("sketched")
    op.drop_table("sketch")
    op.execute("DELETE FROM meta WHERE name = 'alike'")
    op.drop_table("not_same")
    op.drop_table("merged_paper")
    for table in BROUGHT:
        op.drop_index(op.f(f"ix_{table}_batch_id"), table_name=table)
        op.drop_column(table, "batch_id")
