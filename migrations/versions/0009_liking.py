"""What people seem to like, as it was learnt from what they decided."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "liking",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("papers", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_liking_person_id_person")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_liking")),
    )


def downgrade() -> None:
    op.drop_table("liking")
