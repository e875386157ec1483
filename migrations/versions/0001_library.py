"""The first schema: papers and their texts, people and what they decided, the journal."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "collection",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collection")),
        sa.UniqueConstraint("name_key", name=op.f("uq_collection_name_key")),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meta")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("name_key", name=op.f("uq_person_name_key")),
    )
    op.create_table(
        "tag",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tag")),
        sa.UniqueConstraint("name_key", name=op.f("uq_tag_name_key")),
    )
    op.create_table(
        "import_batch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("records", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_import_batch_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_batch")),
    )
    op.create_table(
        "saved_search",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("query", sa.String(), nullable=False),
        sa.Column("digit", sa.Integer(), nullable=True),
        sa.Column("owner_id", sa.Integer(), nullable=True),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["person.id"], name=op.f("fk_saved_search_owner_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_search")),
        sa.UniqueConstraint("name_key", name=op.f("uq_saved_search_name_key")),
    )
    op.create_table(
        "step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("undone_at", sa.String(32), nullable=True),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_step_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_step")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_step_person_id"), "step", ["person_id"], unique=False)
    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("step_id", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("row_key", sa.JSON(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("rows", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["step_id"], ["step.id"], name=op.f("fk_change_step_id_step")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_change_paper_id_step_id", "change", ["paper_id", "step_id"], unique=False)
    op.create_index(op.f("ix_change_step_id"), "change", ["step_id"], unique=False)
    op.create_table(
        "paper",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=True),
        sa.Column("title_key", sa.String(), nullable=True),
        sa.Column("headline", sa.String(), nullable=False),
        sa.Column("system_name", sa.String(), nullable=True),
        sa.Column("authors", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=True),
        sa.Column("venue", sa.String(), nullable=True),
        sa.Column("proceedings", sa.String(), nullable=True),
        sa.Column("pages", sa.String(), nullable=True),
        sa.Column("doi", sa.String(), nullable=True),
        sa.Column("arxiv_id", sa.String(), nullable=True),
        sa.Column("openreview_id", sa.String(), nullable=True),
        sa.Column("url", sa.String(), nullable=True),
        sa.Column("pdf_url", sa.String(), nullable=True),
        sa.Column("code_url", sa.String(), nullable=True),
        sa.Column("project_url", sa.String(), nullable=True),
        sa.Column("provenance", sa.JSON(), nullable=True),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("added_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["import_batch.id"], name=op.f("fk_paper_batch_id_import_batch")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paper")),
        sa.UniqueConstraint("key", name=op.f("uq_paper_key")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_paper_newest", "paper", [sa.text("added_at DESC"), "id"], unique=False)
    op.create_index(op.f("ix_paper_arxiv_id"), "paper", ["arxiv_id"], unique=False)
    op.create_index(op.f("ix_paper_batch_id"), "paper", ["batch_id"], unique=False)
    op.create_index(op.f("ix_paper_doi"), "paper", ["doi"], unique=False)
    op.create_index(op.f("ix_paper_openreview_id"), "paper", ["openreview_id"], unique=False)
    op.create_index(op.f("ix_paper_title_key"), "paper", ["title_key"], unique=False)
    op.create_table(
        "collection_paper",
        sa.Column("collection_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["import_batch.id"], name=op.f("fk_collection_paper_batch_id_import_batch")
        ),
        sa.ForeignKeyConstraint(
            ["collection_id"], ["collection.id"], name=op.f("fk_collection_paper_collection_id_collection")
        ),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_collection_paper_paper_id_paper")),
        sa.PrimaryKeyConstraint("collection_id", "paper_id", name=op.f("pk_collection_paper")),
    )
    op.create_index(op.f("ix_collection_paper_batch_id"), "collection_paper", ["batch_id"], unique=False)
    op.create_index(op.f("ix_collection_paper_paper_id"), "collection_paper", ["paper_id"], unique=False)
    op.create_table(
        "draft",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=True),
        sa.Column("note_id", sa.Integer(), nullable=True),
        sa.Column("base_version", sa.Integer(), nullable=False),
        sa.Column("base", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_draft_paper_id_paper")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_draft_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draft")),
        sa.UniqueConstraint("person_id", "paper_id", "note_id", name=op.f("uq_draft_person_id_paper_id_note_id")),
    )
    op.create_index(op.f("ix_draft_paper_id"), "draft", ["paper_id"], unique=False)
    op.create_table(
        "note",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=True),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column(
            "visibility",
            sa.Enum("team", "private", name="visibility", native_enum=False, create_constraint=True),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("updated_at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["person.id"], name=op.f("fk_note_author_id_person")),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_note_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_note")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_note_author_id"), "note", ["author_id"], unique=False)
    op.create_index(op.f("ix_note_paper_id"), "note", ["paper_id"], unique=False)
    op.create_table(
        "paper_tag",
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("tag_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["batch_id"], ["import_batch.id"], name=op.f("fk_paper_tag_batch_id_import_batch")),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_paper_tag_paper_id_paper")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_paper_tag_person_id_person")),
        sa.ForeignKeyConstraint(["tag_id"], ["tag.id"], name=op.f("fk_paper_tag_tag_id_tag")),
        sa.PrimaryKeyConstraint("paper_id", "tag_id", name=op.f("pk_paper_tag")),
    )
    op.create_index(op.f("ix_paper_tag_batch_id"), "paper_tag", ["batch_id"], unique=False)
    op.create_index(op.f("ix_paper_tag_tag_id"), "paper_tag", ["tag_id"], unique=False)
    op.create_table(
        "reading_state",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "inbox", "later", "reading", "done", "skipped", name="status", native_enum=False, create_constraint=True
            ),
            nullable=False,
        ),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("starred", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column(
            "depth",
            sa.Enum("abstract", "skim", "full", name="depth", native_enum=False, create_constraint=True),
            nullable=True,
        ),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("snoozed_until", sa.String(32), nullable=True),
        sa.Column("passed", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.String(32), nullable=True),
        sa.Column("changed_at", sa.String(32), nullable=False),
        sa.CheckConstraint("priority BETWEEN 0 AND 3", name=op.f("ck_reading_state_priority")),
        sa.CheckConstraint("rating IS NULL OR rating BETWEEN 1 AND 5", name=op.f("ck_reading_state_rating")),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_reading_state_paper_id_paper")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_reading_state_person_id_person")),
        sa.PrimaryKeyConstraint("person_id", "paper_id", name=op.f("pk_reading_state")),
    )
    op.create_index(op.f("ix_reading_state_paper_id"), "reading_state", ["paper_id"], unique=False)
    op.create_table(
        "seen",
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("seen_at", sa.String(32), nullable=False),
        sa.Column("opened_at", sa.String(32), nullable=True),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_seen_paper_id_paper"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_seen_person_id_person")),
        sa.PrimaryKeyConstraint("person_id", "paper_id", name=op.f("pk_seen")),
    )
    op.create_index(op.f("ix_seen_paper_id"), "seen", ["paper_id"], unique=False)
    op.create_table(
        "text_version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("canon_sha", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["import_batch.id"], name=op.f("fk_text_version_batch_id_import_batch")),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_text_version_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_text_version")),
        sa.UniqueConstraint("paper_id", "field", "seq", name=op.f("uq_text_version_paper_id_field_seq")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_text_version_batch_id"), "text_version", ["batch_id"], unique=False)
    op.create_index(op.f("ix_text_version_canon_sha"), "text_version", ["canon_sha"], unique=False)
    op.create_table(
        "title_variant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("title_key", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["batch_id"], ["import_batch.id"], name=op.f("fk_title_variant_batch_id_import_batch")),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_title_variant_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_title_variant")),
    )
    op.create_index(op.f("ix_title_variant_batch_id"), "title_variant", ["batch_id"], unique=False)
    op.create_index(op.f("ix_title_variant_paper_id"), "title_variant", ["paper_id"], unique=False)
    op.create_index(op.f("ix_title_variant_title_key"), "title_variant", ["title_key"], unique=False)


def downgrade() -> None:
    op.drop_table("title_variant")
    op.drop_table("text_version")
    op.drop_table("seen")
    op.drop_table("reading_state")
    op.drop_table("paper_tag")
    op.drop_table("note")
    op.drop_table("draft")
    op.drop_table("collection_paper")
    op.drop_table("paper")
    op.drop_table("change")
    op.drop_table("step")
    op.drop_table("saved_search")
    op.drop_table("import_batch")
    op.drop_table("tag")
    op.drop_table("person")
    op.drop_table("meta")
    op.drop_table("collection")
