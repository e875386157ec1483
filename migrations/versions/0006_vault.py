"""Folders of Markdown files that notes are kept in step with, and a name by which their pages know the library."""

from secrets import token_hex

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "vault",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("synced_at", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_vault_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vault")),
        sa.UniqueConstraint("person_id", "folder", name=op.f("uq_vault_person_id_folder")),
    )
    op.create_table(
        "vault_page",
        sa.Column("vault_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("base", sa.String(), nullable=False),
        sa.Column("sha", sa.String(), nullable=False),
        sa.Column("forgotten", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["vault_id"], ["vault.id"], name=op.f("fk_vault_page_vault_id_vault"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name=op.f("fk_vault_page_paper_id_paper"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("vault_id", "paper_id", name=op.f("pk_vault_page")),
    )
    op.create_index(op.f("ix_vault_page_paper_id"), "vault_page", ["paper_id"], unique=False)
    meta = sa.table("meta", sa.column("name", sa.String()), sa.column("value", sa.String()))
    op.bulk_insert(meta, [{"name": "identity", "value": token_hex(4)}])


def downgrade() -> None:
    op.execute("DELETE FROM meta WHERE name = 'identity'")
    op.drop_table("vault_page")
    op.drop_table("vault")
