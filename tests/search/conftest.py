"""A small library that searches are tried on, made as the program makes its own."""

import sqlite3
from collections.abc import Callable, Iterator

import pytest

from tests.benchmarks.corpus import Paper
from tests.benchmarks.library import WHEN, empty, fill
from tests.search.contract import PAPERS, TAGS
from tracker.query.parse import parse
from tracker.store.search import sqlite as engine
from tracker.store.search.hits import Hits


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """The library of the contract in a file: its papers numbered from 1, indexed."""
    library = empty(tmp_path_factory.mktemp("search") / "library.db")
    library.execute("BEGIN")
    fill(library, [Paper(p.title, p.authors, p.year, p.abstract, real=False) for p in PAPERS])
    for number, (name, papers) in enumerate(TAGS.items(), 1):
        tag = (number, name, name, WHEN)
        library.execute("INSERT INTO tag (id, name, name_key, created_at) VALUES (?, ?, ?, ?)", tag)
        rows = [(paper, number, WHEN) for paper in papers]
        library.executemany("INSERT INTO paper_tag (paper_id, tag_id, person_id, at) VALUES (?, ?, 1, ?)", rows)
    engine.index(library, range(1, len(PAPERS) + 1))
    library.execute("COMMIT")
    yield library
    library.close()


@pytest.fixture
def small(made: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A copy of that library that a test may change."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    made.backup(copy)
    yield copy
    copy.close()


@pytest.fixture
def found(small: sqlite3.Connection) -> Callable[..., list[int]]:
    """The papers that a query finds in the small library."""

    def find(query: str, **options: bool) -> list[int]:
        typing = options.pop("typing", False)
        return list(hits(small, query, typing=typing, **options).ids)

    return find


def hits(connection: sqlite3.Connection, query: str, *, typing: bool = False, exact: bool = False) -> Hits:
    return engine.find(connection, parse(query, typing=typing), me=1, exact=exact)
