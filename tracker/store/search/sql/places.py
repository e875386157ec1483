"""Where a query's words stand in papers."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from tracker.query.tree import Query
from tracker.store.reader import Reader
from tracker.store.search.forms import Needle
from tracker.store.search.spans import places
from tracker.store.search.sql.compile import Saved
from tracker.store.search.sql.fields import Asker
from tracker.store.search.sql.find import Search
from tracker.store.search.sql.texts import COLUMNS, texts
from tracker.store.search.sql.words import Words, words_of

Match = tuple[str, int, int]  # column, start, end
PART = 200  # papers whose texts are read at a time
KEPT = 300  # papers whose plain texts are kept


def needles(
    connection: Reader,
    query: Query,
    *,
    me: int | None = None,
    exact: bool = False,
    saved: Saved | None = None,
) -> tuple[Needle, ...]:
    """What a query looks for in texts, corrected words too; remembered from the search for it."""
    return _needles(words_of(connection, me or 0), query, me=me, exact=exact, saved=saved)


def _needles(lexicon: Words, query: Query, *, me: int | None, exact: bool, saved: Saved | None) -> tuple[Needle, ...]:
    asked = (query.tree, exact)
    if (known := lexicon.needles.get(asked)) is not None:
        return known
    search = Search(lexicon.connection, query, Asker(me or 0, datetime.now(UTC)), saved, rough=True)
    search.hits(1, exact=exact)  # bounded, for it is told while somebody types
    return lexicon.needles.get(asked) or ()


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
    lexicon = words_of(connection, me or 0)
    sought = _needles(lexicon, query, me=me, exact=exact, saved=saved)
    if not sought:
        return {}
    by_column = {column: tuple(n for n in sought if not n.columns or column in n.columns) for column in COLUMNS}
    return {
        paper: [(column, *place) for column, text in told.items() for place in places(text, by_column[column])]
        for paper, told in _plain(lexicon, list(papers), me)
    }


def _plain(lexicon: Words, papers: list[int], me: int | None) -> Iterator[tuple[int, dict[str, str]]]:
    """By paper, the plain texts that are not empty; from key to key much the same papers are shown."""
    kept = lexicon.plain
    for at in range(0, len(papers), PART):
        part = papers[at : at + PART]
        if len(kept) > KEPT:
            kept.clear()
        fresh = [paper for paper in part if paper not in kept]
        for told in texts(lexicon.connection, fresh) if fresh else ():
            kept[told.paper] = {column: text for column, text in told.plain(me).items() if text}
        yield from ((paper, kept[paper]) for paper in part if paper in kept)
