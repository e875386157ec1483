"""Papers are sorted by the family name of their first author, however the name is written."""

import re
from unicodedata import combining, normalize

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

OLD = "ix_paper_by_author"
PART = 5000  # papers at a time

# The rule as it was at this revision: another one has to fill the column anew in a revision of its own.
LONGEST = 60
SUFFIX = re.compile(r"(?:Jr|Sr|I{2,3}|IV|VI{0,3}|[2-4](?:nd|rd|th)|M\.?D|Ph\.?D)\.?", re.I)
ORGANISATION = re.compile(
    r"\b(?:team|group|consortium|collaboration|committee|council|association|society|university|institute|agency|"
    r"organi[sz]ation|department|ministry|cent(?:er|re)|foundation|network|project|inc|ltd|llc|corp|gmbh|academy|"
    r"commission|initiative|laborator(?:y|ies)|labs?|study|investigators|trialists)\b",
    re.I,
)
DASHES, QUOTES = re.compile("[‐‑‒–−﹣－]"), re.compile("[‘’‚‛′´`]")
LETTERS = str.maketrans(
    {"∆": "δ", "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
)


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


def key(authors: str) -> str | None:
    """The first author, family name first, in lower case and without accents."""
    name = authors.partition("\n")[0]
    parts = name.split()
    if len(parts) > 1 and "," not in name and not ORGANISATION.search(name):
        if len(parts) > 2 and SUFFIX.fullmatch(parts[-1]):
            parts.pop()
        at = len(parts) - 1
        while at > 1 and parts[at - 1].islower():
            at -= 1
        name = " ".join(parts[at:] + parts[:at])
    return _folded(name).replace(",", "").strip()[:LONGEST] or None


def _folded(name: str) -> str:
    plain = QUOTES.sub("'", DASHES.sub("-", name))
    bare = normalize("NFD", normalize("NFKC", plain).casefold().translate(LETTERS))
    return normalize("NFC", "".join(letter for letter in bare if not combining(letter)))


def _fill(connection: sa.Connection) -> None:
    named = sa.text("SELECT id, authors FROM paper WHERE id > :last AND authors <> '' ORDER BY id LIMIT :part")
    last = 0
    while rows := connection.execute(named, {"last": last, "part": PART}).fetchall():
        known = [{"id": paper, "key": key(authors)} for paper, authors in rows]
        connection.execute(sa.text("UPDATE paper SET author_key = :key WHERE id = :id"), known)
        last = rows[-1][0]
