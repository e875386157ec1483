"""Finds papers: one statement for what matches, the best of them first where the query has words."""

import json
import sqlite3
from array import array
from collections.abc import Callable
from datetime import UTC, datetime

from tracker.query.tree import Query
from tracker.store.search.hits import Hits, Stopped
from tracker.store.search.sqlite.compile import Compiler, Saved
from tracker.store.search.sqlite.fields import Asker
from tracker.store.search.sqlite.plan import Plan


def find(
    connection: sqlite3.Connection,
    query: Query,
    *,
    me: int | None = None,
    now: datetime | None = None,
    limit: int | None = None,
    exact: bool = False,
    saved: Saved | None = None,
    stop: Callable[[], bool] | None = None,
) -> Hits:
    """The papers that a query finds."""
    compiler = Compiler(connection, query, Asker(me or 0, now or datetime.now(UTC)), saved)
    try:
        plan = compiler.plan(query.tree)
        ids = _ids(connection, plan)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            raise Stopped from error
        raise
    problems = tuple(sorted({*query.problems, *compiler.problems}))
    return Hits(ids if limit is None else ids[:limit], len(ids), (), problems)


def _ids(connection: sqlite3.Connection, plan: Plan) -> "array[int]":
    condition, values = plan.condition()
    sql = f"SELECT p.id FROM paper p WHERE {condition} ORDER BY p.id DESC"
    return array("q", json.loads(connection.execute(f"SELECT json_group_array(id) FROM ({sql})", values).fetchone()[0]))
