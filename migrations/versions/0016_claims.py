"""Indexes by which papers are handed out, and what people did in a round counted, without reading its claims."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.drop_index("ix_round_claim_round_id_person_id", "round_claim")
    op.create_index("ix_round_claim_person", "round_claim", ["round_id", "person_id", "voted_at", "batch_id"])
    op.create_index("ix_round_claim_voted", "round_claim", ["round_id", "paper_id", "voted_at"])
    waits = sa.text("voted_at IS NULL")
    op.create_index(
        "ix_round_claim_lent", "round_claim", ["round_id", "until"], sqlite_where=waits, postgresql_where=waits
    )


def downgrade() -> None:
    op.drop_index("ix_round_claim_lent", "round_claim")
    op.drop_index("ix_round_claim_voted", "round_claim")
    op.drop_index("ix_round_claim_person", "round_claim")
    op.create_index("ix_round_claim_round_id_person_id", "round_claim", ["round_id", "person_id"])
