"""The library's own words."""

import sqlite3

from tracker.store.search.sqlite.terms import phrase
from tracker.text.fold import spellings


def vocabulary(connection: sqlite3.Connection, start: str, limit: int) -> list[tuple[str, int]]:
    """Words that begin with `start` and how many papers hold them, the commonest first."""
    forms = spellings(start)
    if not forms:
        return []
    begin = forms[-1][-1]
    rows = connection.execute(
        "SELECT word FROM search_word WHERE word >= ? AND word < ? LIMIT 500", (begin, begin + "\uffff")
    )
    counted = [(word, papers(connection, word)) for (word,) in rows.fetchall()]
    return sorted((each for each in counted if each[1]), key=lambda each: (-each[1], each[0]))[:limit]


def papers(connection: sqlite3.Connection, word: str) -> int:
    """How many papers hold a word."""
    row = connection.execute("SELECT count(*) FROM search WHERE search MATCH ?", (phrase([word]),)).fetchone()
    return int(row[0])
