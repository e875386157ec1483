"""Papers that came in great numbers and are put into the search index afterwards, so that nobody waits for it.

A number is kept in `meta`: from that paper on, some may be missing. A program that is killed leaves it where it was,
and the next one goes on from there.
"""

from collections.abc import Iterable

from tracker.query.tree import Problem
from tracker.store.reader import Reader

MARK = "search_behind"
TOLD = Problem(0, 0, "the search index is still being made: not all papers are looked through", quiet=True)

REMEMBERED = 30_000  # words, in some 3 MB

_MARK = f"SELECT CAST(value AS INTEGER) FROM meta WHERE name = '{MARK}'"
_MISSING = "FROM paper p WHERE p.id >= ? AND NOT EXISTS (SELECT 1 FROM search_paper s WHERE s.paper_id = p.id)"


class Known:
    """Words that the list of all words is known to hold: a walk through many papers meets the same again and again.

    Where the mark is not as the walk left it, somebody may have begun the list anew.
    """

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.mark: int | None = None

    def begin(self, mark: int | None) -> None:
        if mark != self.mark:
            self.words.clear()

    def fresh(self, words: set[str]) -> set[str]:
        """Those of the words that may be new, which are known from now on."""
        found = words - self.words
        self.words = words if len(self.words) + len(found) > REMEMBERED else self.words | found
        return found


def mark(connection: Reader) -> int | None:
    """The first paper that may be missing in the index; None where all are in it."""
    row = connection.execute(_MARK).fetchone()
    return None if row is None else int(row[0])


def postpone(connection: Reader, papers: Iterable[int]) -> None:
    """Have papers put into the index later."""
    known, first = mark(connection), min(papers)
    _put(connection, first if known is None else min(known, first))


def waiting(connection: Reader) -> int | None:
    """How many papers are to be put in; None where nothing says that any are."""
    first = mark(connection)
    return None if first is None else int(connection.execute(f"SELECT count(*) {_MISSING}", (first,)).fetchone()[0])


def following(connection: Reader, most: int) -> list[int]:
    """The next papers to put in; with the last of them, the mark goes."""
    first = mark(connection)
    if first is None:
        return []
    rows = connection.execute(f"SELECT p.id {_MISSING} ORDER BY p.id LIMIT {most}", (first,)).fetchall()
    papers = [row[0] for row in rows]
    _put(connection, papers[-1] + 1 if len(papers) == most else None)
    return papers


def _put(connection: Reader, first: int | None) -> None:
    connection.execute(f"DELETE FROM meta WHERE name = '{MARK}'")
    if first is not None:
        connection.execute(f"INSERT INTO meta (name, value) VALUES ('{MARK}', ?)", (str(first),))
