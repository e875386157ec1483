"""Since when a paper has its status, and when it left the inbox."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("reading_state", sa.Column("status_at", sa.String(32), nullable=True))
    op.add_column("reading_state", sa.Column("decided_at", sa.String(32), nullable=True))
    op.execute(
        "UPDATE reading_state SET status_at = coalesce(finished_at, changed_at),"
        " decided_at = coalesce(finished_at, changed_at) WHERE status <> 'inbox'"
    )
    op.create_index("ix_reading_state_person_id_status", "reading_state", ["person_id", "status", "paper_id"])
    op.create_index(
        "ix_reading_state_snoozed",
        "reading_state",
        ["person_id", "snoozed_until"],
        sqlite_where=sa.text("snoozed_until IS NOT NULL"),
        postgresql_where=sa.text("snoozed_until IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_reading_state_snoozed", "reading_state")
    op.drop_index("ix_reading_state_person_id_status", "reading_state")
    op.drop_column("reading_state", "decided_at")
    op.drop_column("reading_state", "status_at")
