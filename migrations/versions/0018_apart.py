"""Rows of several people on one paper are found by paper and person, so that a server meets no others on the way.

With this schema members of a team read by views (see tracker/store/postgres/fence.py), which older programs do not.
"""

from alembic import op

revision = "0018"
down_revision = "0017"

COLUMNS = {"reading_state": ["paper_id", "person_id", "changed_at"], "seen": ["paper_id", "person_id"]}


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        op.drop_index(f"ix_{table}_paper_id", table)
        op.create_index(f"ix_{table}_paper_id", table, columns)


def downgrade() -> None:
    for table in COLUMNS:
        op.drop_index(f"ix_{table}_paper_id", table)
        op.create_index(f"ix_{table}_paper_id", table, ["paper_id"])
