"""Papers are sorted by the family name of their first author, however the name is written."""

import sqlalchemy as sa
from alembic import op

from tracker.library.names import author_key

revision = "0017"
down_revision = "0016"

OLD = "ix_paper_by_author"
PART = 5000  # papers at a time


def upgrade() -> None:
    op.add_column("paper", sa.Column("author_key", sa.String(), nullable=True))
    _fill(op.get_bind())
    op.create_index(op.f("ix_paper_author_key"), "paper", ["author_key"])
    if op.get_bind().dialect.name == "sqlite":
        op.drop_index(OLD, "paper")


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.create_index(OLD, "paper", [sa.text("lower(substr(nullif(authors, ''), 1, 60))")])
    op.drop_index(op.f("ix_paper_author_key"), "paper")
    op.drop_column("paper", "author_key")


def _fill(connection: sa.Connection) -> None:
    named = sa.text("SELECT id, authors FROM paper WHERE id > :last AND authors <> '' ORDER BY id LIMIT :part")
    last = 0
    while rows := connection.execute(named, {"last": last, "part": PART}).fetchall():
        known = [{"id": paper, "key": author_key(authors)} for paper, authors in rows]
        connection.execute(sa.text("UPDATE paper SET author_key = :key WHERE id = :id"), known)
        last = rows[-1][0]
