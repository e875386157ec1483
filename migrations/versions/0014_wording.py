"""Who brought a wording, with the wording itself: the journal that told it so far is let go of in time."""

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    # Said as both engines say it: alembic would remake the table, which holds every abstract, to add a foreign key.
    op.execute(
        "ALTER TABLE text_version ADD COLUMN person_id INTEGER"
        f" CONSTRAINT {op.f('fk_text_version_person_id_person')} REFERENCES person (id)"
    )
    sqlite = op.get_bind().dialect.name == "sqlite"
    key = "json_extract(c.row_key, '$.id')" if sqlite else "CAST(c.row_key ->> 'id' AS INTEGER)"
    op.execute(
        "UPDATE text_version SET person_id = told.person_id FROM ("
        f"SELECT {key} AS id, max(s.person_id) AS person_id FROM change c JOIN step s ON s.id = c.step_id"
        " WHERE c.table_name = 'text_version' AND c.before IS NULL AND c.rows IS NULL GROUP BY 1"
        ") AS told WHERE told.id = text_version.id"
    )


def downgrade() -> None:
    op.execute("ALTER TABLE text_version DROP COLUMN person_id")
