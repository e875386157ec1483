"""Indexes by which lists are sorted, so that the first lines of a large library are there at once."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

COLUMNS = ("changed_at", "year")
ORDERS = {
    "ix_paper_by_title": "coalesce(title_key, lower(headline))",
    "ix_paper_by_author": "lower(substr(nullif(authors, ''), 1, 60))",
}


def upgrade() -> None:
    for column in COLUMNS:
        op.create_index(f"ix_paper_{column}", "paper", [column])
    if op.get_bind().dialect.name == "sqlite":
        for name, order in ORDERS.items():
            op.create_index(name, "paper", [sa.text(order)])


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for name in ORDERS:
            op.drop_index(name, "paper")
    for column in COLUMNS:
        op.drop_index(f"ix_paper_{column}", "paper")
