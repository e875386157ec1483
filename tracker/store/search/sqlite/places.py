"""Where a query's words stand in papers."""

from collections.abc import Iterable
from datetime import UTC, datetime

from tracker.query.tree import Query
from tracker.store.reader import Reader
from tracker.store.search.forms import Needle
from tracker.store.search.spans import places
from tracker.store.search.sqlite.compile import Saved
from tracker.store.search.sqlite.fields import Asker
from tracker.store.search.sqlite.find import Search
from tracker.store.search.sqlite.texts import texts
from tracker.store.search.sqlite.words import words_of

Match = tuple[str, int, int]  # column, start, end
PART = 200  # papers whose texts are read at a time


def needles(
    connection: Reader,
    query: Query,
    *,
    me: int | None = None,
    exact: bool = False,
    saved: Saved | None = None,
) -> tuple[Needle, ...]:
    """What a query looks for in texts, corrected words too; remembered from the search for it."""
    known = words_of(connection, me or 0).needles
    asked = (query.tree, exact)
    if asked not in known:
        Search(connection, query, Asker(me or 0, datetime.now(UTC)), saved).hits(1, exact=exact)
    return known[asked]


def matches(
    connection: Reader,
    papers: Iterable[int],
    query: Query,
    *,
    me: int | None = None,
    exact: bool = False,
    saved: Saved | None = None,
) -> dict[int, list[Match]]:
    """By paper, the places of the query's words in the plain text of its columns; papers that are gone are left out."""
    sought = needles(connection, query, me=me, exact=exact, saved=saved)
    listed = list(papers)
    parts = (listed[at : at + PART] for at in range(0, len(listed), PART)) if sought else ()
    return {
        text.paper: [
            (column, start, end)
            for column, plain in text.plain(me).items()
            for start, end in places(plain, tuple(n for n in sought if not n.columns or column in n.columns))
        ]
        for part in parts
        for text in texts(connection, part)
    }
