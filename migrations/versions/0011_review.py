"""How well people know what they marked and asked, for spaced review."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "review_card",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("stability", sa.Float(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.Column("state", sa.Integer(), nullable=False),
        sa.Column("last_review", sa.String(32), nullable=False),
        sa.Column("reviews", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_review_card_person_id_person")),
        sa.PrimaryKeyConstraint("person_id", "source", name=op.f("pk_review_card")),
    )


def downgrade() -> None:
    op.drop_table("review_card")
