"""Annotations with their kinds and tags, comments, and the links between what people write."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# name, key, sign, colour (Zotero's own eight)
KINDS = (
    ("problem", "1", "!", "#ff6666"),
    ("method", "2", "M", "#2ea8e5"),
    ("result", "3", "=", "#5fb236"),
    ("claim", "4", "*", "#a28ae5"),
    ("question", "5", "?", "#f19837"),
    ("note", "6", "+", "#ffd400"),
)


def upgrade() -> None:
    kind = op.create_table(
        "kind",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("sign", sa.String(), nullable=False),
        sa.Column("colour", sa.String(), nullable=False),
        sa.Column("zotero", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_kind")),
    )
    op.create_table(
        "link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("from_kind", sa.String(), nullable=False),
        sa.Column("from_id", sa.String(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=True),
        sa.Column("to_kind", sa.String(), nullable=False),
        sa.Column("to_id", sa.String(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_link_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_link_from_kind_from_id", "link", ["from_kind", "from_id"], unique=False)
    op.create_index(op.f("ix_link_paper_id"), "link", ["paper_id"], unique=False)
    op.create_index("ix_link_to_kind_to_id", "link", ["to_kind", "to_id"], unique=False)
    op.create_table(
        "annotation",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column(
            "state",
            sa.Enum("ok", "moved", "check", "orphan", name="state", native_enum=False, create_constraint=True),
            nullable=False,
        ),
        sa.Column(
            "how",
            sa.Enum(
                "made",
                "position",
                "diff",
                "exact",
                "fuzzy",
                "manual",
                name="how",
                native_enum=False,
                create_constraint=True,
            ),
            nullable=False,
        ),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("made_version_id", sa.Integer(), nullable=False),
        sa.Column("made_start", sa.Integer(), nullable=False),
        sa.Column("made_end", sa.Integer(), nullable=False),
        sa.Column("exact", sa.String(), nullable=False),
        sa.Column("prefix", sa.String(), nullable=False),
        sa.Column("suffix", sa.String(), nullable=False),
        sa.Column("exact_folded", sa.String(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column(
            "visibility",
            sa.Enum("team", "private", name="visibility", native_enum=False, create_constraint=True),
            nullable=False,
        ),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("updated_at", sa.String(32), nullable=False),
        sa.Column("deleted_at", sa.String(32), nullable=True),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.CheckConstraint('0 <= start AND start < "end"', name=op.f("ck_annotation_place")),
        sa.ForeignKeyConstraint(["author_id"], ["person.id"], name=op.f("fk_annotation_author_id_person")),
        sa.ForeignKeyConstraint(["kind"], ["kind.name"], name=op.f("fk_annotation_kind_kind")),
        sa.ForeignKeyConstraint(
            ["made_version_id"], ["text_version.id"], name=op.f("fk_annotation_made_version_id_text_version")
        ),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_annotation_paper_id_paper")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["text_version.id"], name=op.f("fk_annotation_version_id_text_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation")),
    )
    op.create_index(op.f("ix_annotation_author_id"), "annotation", ["author_id"], unique=False)
    op.create_index(op.f("ix_annotation_kind"), "annotation", ["kind"], unique=False)
    op.create_index(op.f("ix_annotation_made_version_id"), "annotation", ["made_version_id"], unique=False)
    op.create_index("ix_annotation_paper_id_field_start", "annotation", ["paper_id", "field", "start"], unique=False)
    op.create_index(op.f("ix_annotation_version_id"), "annotation", ["version_id"], unique=False)
    op.create_table(
        "annotation_tag",
        sa.Column("annotation_id", sa.String(), nullable=False),
        sa.Column("tag_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotation_id"], ["annotation.id"], name=op.f("fk_annotation_tag_annotation_id_annotation")
        ),
        sa.ForeignKeyConstraint(["tag_id"], ["tag.id"], name=op.f("fk_annotation_tag_tag_id_tag")),
        sa.PrimaryKeyConstraint("annotation_id", "tag_id", name=op.f("pk_annotation_tag")),
    )
    op.create_index(op.f("ix_annotation_tag_tag_id"), "annotation_tag", ["tag_id"], unique=False)
    op.create_table(
        "comment",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("annotation_id", sa.String(), nullable=True),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("parent_id", sa.String(), nullable=True),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("edited_at", sa.String(32), nullable=True),
        sa.Column("deleted_at", sa.String(32), nullable=True),
        sa.Column("resolved_by", sa.Integer(), nullable=True),
        sa.Column("resolved_at", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["annotation_id"], ["annotation.id"], name=op.f("fk_comment_annotation_id_annotation")),
        sa.ForeignKeyConstraint(["author_id"], ["person.id"], name=op.f("fk_comment_author_id_person")),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_comment_paper_id_paper")),
        sa.ForeignKeyConstraint(["parent_id"], ["comment.id"], name=op.f("fk_comment_parent_id_comment")),
        sa.ForeignKeyConstraint(["resolved_by"], ["person.id"], name=op.f("fk_comment_resolved_by_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment")),
    )
    op.create_index(op.f("ix_comment_annotation_id"), "comment", ["annotation_id"], unique=False)
    op.create_index(op.f("ix_comment_author_id"), "comment", ["author_id"], unique=False)
    op.create_index(op.f("ix_comment_paper_id"), "comment", ["paper_id"], unique=False)
    op.create_index(op.f("ix_comment_parent_id"), "comment", ["parent_id"], unique=False)
    op.create_index(op.f("ix_comment_thread_id"), "comment", ["thread_id"], unique=False)
    op.create_table(
        "ask",
        sa.Column("comment_id", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["comment_id"], ["comment.id"], name=op.f("fk_ask_comment_id_comment")),
        sa.PrimaryKeyConstraint("comment_id", "name_key", name=op.f("pk_ask")),
    )
    op.create_index(op.f("ix_ask_name_key"), "ask", ["name_key"], unique=False)
    op.bulk_insert(
        kind,
        [
            {
                "name": name,
                "key": key,
                "sign": sign,
                "colour": colour,
                "zotero": colour,
                "position": place,
                "archived": False,
            }
            for place, (name, key, sign, colour) in enumerate(KINDS, 1)
        ],
    )


def downgrade() -> None:
    op.drop_table("ask")
    op.drop_table("comment")
    op.drop_table("annotation_tag")
    op.drop_table("annotation")
    op.drop_table("link")
    op.drop_table("kind")
