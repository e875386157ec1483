"""Where a query's words stand in one paper."""

import sqlite3
from collections.abc import Iterator

from tracker.query.tree import And, How, Node, Or, Query, Text
from tracker.store.search.spans import Needle, places
from tracker.store.search.sqlite.terms import plurals
from tracker.store.search.sqlite.texts import FIELDS, texts
from tracker.text.fold import spellings

Match = tuple[str, int, int]  # column, start, end


def matches(connection: sqlite3.Connection, paper_id: int, query: Query, *, me: int | None = None) -> list[Match]:
    """The places of the query's words in the plain text of a paper's columns."""
    needles = list(_needles(query.tree))
    return [
        (column, start, end)
        for text in texts(connection, [paper_id])
        for column, plain in text.plain(me).items()
        for start, end in places(plain, [each for each in needles if not each.columns or column in each.columns])
    ]


def _needles(node: Node | None) -> Iterator[Needle]:
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _needles(part)
        case Text():
            yield from _of_text(node)


def _of_text(term: Text) -> Iterator[Needle]:
    columns = tuple(FIELDS[field] for field in term.fields if field in FIELDS)
    if term.how is How.REGEX:
        yield Needle(columns, pattern=term.value)
        return
    for form in spellings(term.value):
        for word in plurals(form[0]) if term.how is How.WORD and len(form) == 1 else [form[-1]]:
            yield Needle(columns, (*form[:-1], word), term.how is How.PREFIX)
