"""Remarks and comments that are being typed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "unsent",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_unsent_person_id_person")),
        sa.PrimaryKeyConstraint("person_id", "about", name=op.f("pk_unsent")),
    )


def downgrade() -> None:
    op.drop_table("unsent")
