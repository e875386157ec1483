"""What a person read last and how long they looked at papers are found without the rows of all that they decided."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

INDEXES = {
    "ix_reading_state_read": (["person_id", "finished_at"], "status = 'done'"),
    "ix_reading_state_seconds": (["person_id", "decided_at", "seconds"], "seconds IS NOT NULL"),
}


def upgrade() -> None:
    for name, (columns, told) in INDEXES.items():
        op.create_index(name, "reading_state", columns, sqlite_where=sa.text(told), postgresql_where=sa.text(told))


def downgrade() -> None:
    for name in INDEXES:
        op.drop_index(name, "reading_state")
