"""Where a query's words stand in one paper."""

import sqlite3
from datetime import UTC, datetime

from tracker.query.tree import Query
from tracker.store.search.spans import places
from tracker.store.search.sqlite.compile import Saved
from tracker.store.search.sqlite.fields import Asker
from tracker.store.search.sqlite.find import Search
from tracker.store.search.sqlite.texts import texts
from tracker.store.search.sqlite.words import words_of

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
    needles = words_of(connection, me or 0).needles
    asked = (query.tree, exact)
    if asked not in needles:
        Search(connection, query, Asker(me or 0, datetime.now(UTC)), saved).hits(1, exact=exact)
    return [
        (column, start, end)
        for text in texts(connection, [paper_id])
        for column, plain in text.plain(me).items()
        for start, end in places(plain, tuple(n for n in needles[asked] if not n.columns or column in n.columns))
    ]
