"""A library in a file for the benchmarks and the tests of search: the program's own tables, filled by plain inserts."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlmodel import SQLModel

import tracker.models  # noqa: F401  (fills the metadata)
from tests.benchmarks.corpus import Paper
from tracker.store.follows import author_key
from tracker.store.search import sqlite as engine

WHEN = "2026-01-01T00:00:00.000000+00:00"
ANN = "INSERT INTO person (id, name, name_key, created_at) VALUES (1, 'ann', 'ann', ?)"
PAPER = (
    "INSERT INTO paper (id, key, title, title_key, headline, authors, author_key, year, added_at, changed_at)"
    " VALUES (?, ?, ?, ?, '', ?, ?, ?, ?, ?)"
)
TEXT = (
    "INSERT INTO text_version (paper_id, field, seq, text, canon_sha, source, created_at)"
    " VALUES (?, 'abstract', 1, ?, ?, 'made', ?)"
)


def empty(path: Path) -> sqlite3.Connection:
    """A library with its tables, an empty index and one person, number 1."""
    made = sa.create_engine(sa.URL.create("sqlite", database=str(path)))
    SQLModel.metadata.create_all(made)
    made.dispose()
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
    engine.create(connection)
    connection.execute(ANN, (WHEN,))
    return connection


def fill(connection: Any, papers: Iterable[Paper]) -> None:
    """Insert papers, numbered on from the last one, without indexing them."""
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM paper").fetchone()
    numbered = list(enumerate(papers, last + 1))
    rows = [
        (i, f"k{i}", p.title, p.title.lower(), p.authors, author_key(p.authors), p.year, WHEN, WHEN)
        for i, p in numbered
    ]
    connection.executemany(PAPER, rows)
    connection.executemany(TEXT, [(i, p.abstract, f"{i:064x}", WHEN) for i, p in numbered])
