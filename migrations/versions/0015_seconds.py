"""How long a paper was looked at until it was decided, with the decision."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("reading_state", sa.Column("seconds", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("reading_state", "seconds")
