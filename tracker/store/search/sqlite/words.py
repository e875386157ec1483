"""The library's own words: which there are, and how many papers hold them."""

import json
import sqlite3
from collections.abc import Collection, Iterable

from tracker.store.search.forms import Form
from tracker.store.search.sqlite.terms import expression
from tracker.text.fold import spellings

LAST = "\U0010ffff"  # behind every letter: a word and all that begin with it lie between it and itself with this
COMPLETED = 500  # words that are counted to find the commonest

_KNOWN = "SELECT value FROM json_each(?) WHERE value IN (SELECT word FROM search_word)"
_BEGUN = f"""
SELECT value, (SELECT count(*) FROM (
  SELECT 1 FROM search_word WHERE word >= value AND word < value || '{LAST}' LIMIT 50)) AS words
FROM json_each(?) WHERE words ORDER BY words DESC, value
"""
_ALIKE = f"""
SELECT word FROM search_word
WHERE word >= ? AND word < ? || '{LAST}' AND length(word) BETWEEN ? AND ?
"""


class Words:
    """The lexicon of a library (see tracker.store.search.forms)."""

    def __init__(self, connection: sqlite3.Connection, signs: tuple[str, ...] = ("",)) -> None:
        self.connection = connection
        self.signs = signs

    def papers(self, form: Form, most: int) -> int:
        counted = "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)"
        row = self.connection.execute(counted, (expression([form], signs=self.signs), most)).fetchone()
        return int(row[0])

    def any(self, asked: str) -> bool:
        """Whether any paper matches an expression."""
        sql = "SELECT EXISTS (SELECT 1 FROM search WHERE search MATCH ?)"
        return bool(self.connection.execute(sql, (asked,)).fetchone()[0])

    def known(self, words: Collection[str]) -> list[str]:
        return [row[0] for row in self.connection.execute(_KNOWN, (json.dumps(sorted(words)),))]

    def begun(self, starts: Collection[str]) -> list[str]:
        return [row[0] for row in self.connection.execute(_BEGUN, (json.dumps(sorted(set(starts))),))]

    def alike(self, word: str, begin: str) -> Iterable[str]:
        bounds = (begin, begin, len(word) - 2, len(word) + 2)
        return [row[0] for row in self.connection.execute(_ALIKE, bounds)]

    def holding(self, part: str, most: int) -> list[str]:
        sql = "SELECT word FROM search_word WHERE instr(word, ?) LIMIT ?"
        return [row[0] for row in self.connection.execute(sql, (part, most))]


def vocabulary(connection: sqlite3.Connection, start: str, limit: int) -> list[tuple[str, int]]:
    """Words that begin with `start` and how many papers hold them, the commonest first."""
    forms = spellings(start)
    if not forms:
        return []
    begin = forms[-1][-1]
    sql = f"SELECT word FROM search_word WHERE word >= ? AND word < ? || '{LAST}' LIMIT ?"
    words = [row[0] for row in connection.execute(sql, (begin, begin, COMPLETED))]
    lexicon = Words(connection)
    counted = [(word, lexicon.papers(Form((word,)), 1_000_000)) for word in words]
    return sorted((each for each in counted if each[1]), key=lambda each: (-each[1], each[0]))[:limit]
