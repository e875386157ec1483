"""Where a query's words stand in one paper."""

import sqlite3
from datetime import UTC, datetime
from functools import lru_cache

from tracker.query.tree import Node, Query
from tracker.store.search.forms import Needle
from tracker.store.search.spans import places
from tracker.store.search.sqlite.compile import Saved
from tracker.store.search.sqlite.fields import Asker
from tracker.store.search.sqlite.find import Search
from tracker.store.search.sqlite.texts import texts
from tracker.store.search.sqlite.words import version

Match = tuple[str, int, int]  # column, start, end


def matches(
    connection: sqlite3.Connection,
    paper_id: int,
    query: Query,
    *,
    me: int | None = None,
    exact: bool = False,
    saved: Saved | None = None,
) -> list[Match]:
    """The places of the query's words, corrected ones too, in the plain text of a paper's columns."""
    needles = _needles(connection, version(connection), query.tree, me or 0, exact, saved)
    return [
        (column, start, end)
        for text in texts(connection, [paper_id])
        for column, plain in text.plain(me).items()
        for start, end in places(plain, tuple(each for each in needles if not each.columns or column in each.columns))
    ]


@lru_cache(maxsize=4)  # a list asks for one paper after another
def _needles(
    connection: sqlite3.Connection,
    at: tuple[int, int],
    tree: Node | None,
    me: int,
    exact: bool,
    saved: Saved | None,
) -> tuple[Needle, ...]:
    """What a query looks for in the library as it is at a version."""
    return Search(connection, Query("", tree), Asker(me, datetime.now(UTC)), saved).needles(exact=exact)
