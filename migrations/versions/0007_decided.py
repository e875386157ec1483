"""An index by when papers were decided, for the figures of the last days."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_index("ix_reading_state_person_id_decided_at", "reading_state", ["person_id", "decided_at"])


def downgrade() -> None:
    op.drop_index("ix_reading_state_person_id_decided_at", "reading_state")
