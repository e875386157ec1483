"""A small library that searches are tried on, made as the program makes its own, on every engine."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import SQLModel

from tests.benchmarks.corpus import Paper
from tests.benchmarks.library import ANN, WHEN, empty, fill
from tests.postgresql.server import Server
from tests.search.contract import PAPERS, TAGS
from tracker.query.parse import parse
from tracker.store.postgres import migrate
from tracker.store.postgres.address import address
from tracker.store.postgres.connection import Connection, connect
from tracker.store.search import Engine, postgres, sqlite
from tracker.store.search.hits import Hits


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def made(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The library of the contract: its papers numbered from 1, indexed. No test changes it."""
    if request.param == "sqlite":
        file = request.getfixturevalue("tmp_path_factory").mktemp("search") / "library.db"
        library: Any = fill_all(empty(file))
    else:
        server: Server = request.getfixturevalue("postgres")
        server.make("contract")
        fill_all(empty_on(server)).close()
        server.make("contract_read", "contract")
        library = Connection(connect(address(server.url("ann", "contract_read"))))
    yield library
    library.close()


@pytest.fixture
def small(made: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A copy of that library that a test may change."""
    if isinstance(made, sqlite3.Connection):
        copy: Any = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        made.backup(copy)
        yield copy
        copy.close()
        return
    server: Server = request.getfixturevalue("postgres")
    with server.copied("contract") as name:
        yield Connection(connect(address(server.url("ann", name))))


@pytest.fixture
def found(made: Any) -> Callable[..., list[int]]:
    """The papers that a query finds in the small library."""

    def find(query: str, **options: bool) -> list[int]:
        typing = options.pop("typing", False)
        return list(hits(made, query, typing=typing, **options).ids)

    return find


def engine_of(connection: Any) -> Engine:
    return sqlite if isinstance(connection, sqlite3.Connection) else postgres


def hits(connection: Any, query: str, *, typing: bool = False, exact: bool = False) -> Hits:
    return engine_of(connection).find(connection, parse(query, typing=typing), me=1, exact=exact)


def empty_on(server: Server) -> Connection:
    """A library in the database `contract`, with its tables, an empty index and one person, number 1."""
    made = sa.create_engine("postgresql+psycopg://", creator=lambda: connect(address(server.url("ann", "contract"))))
    with made.begin() as connection:
        SQLModel.metadata.create_all(connection)
        migrate.finish(connection)
    made.dispose()
    library = Connection(connect(address(server.url("ann", "contract"))))
    library.execute(ANN, (WHEN,))
    return library


def fill_all(library: Any) -> Any:
    """Give an empty library the papers and tags of the contract."""
    library.execute("BEGIN")
    fill(library, [Paper(p.title, p.authors, p.year, p.abstract, real=False) for p in PAPERS])
    for number, (name, papers) in enumerate(TAGS.items(), 1):
        tag = (number, name, name, WHEN)
        library.execute("INSERT INTO tag (id, name, name_key, created_at) VALUES (?, ?, ?, ?)", tag)
        rows = [(paper, number, WHEN) for paper in papers]
        library.executemany("INSERT INTO paper_tag (paper_id, tag_id, person_id, at) VALUES (?, ?, 1, ?)", rows)
    engine_of(library).index(library, range(1, len(PAPERS) + 1))
    library.execute("COMMIT")
    return library
