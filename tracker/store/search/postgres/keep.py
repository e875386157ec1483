"""Keeps the index in step with the rows: a vector of folded words for each paper, inside the transaction of the write.

What somebody keeps to themselves is in a row of their own (`search_private`), since each person can read only their own
private texts: nobody makes the index of what another wrote.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple
from zlib import crc32

from tracker.store.postgres.connection import Connection
from tracker.store.postgres.tsquery import MARKS, WEIGHTS, lexeme
from tracker.store.search.sql.agreeing import Progress, disagreeing, unheard
from tracker.store.search.sql.behind import Known
from tracker.store.search.sql.texts import COLUMNS, LONGEST_WORD, PART, SIGN, STAMP, Texts, portions, sign, texts

LAST = 16_383  # a tsvector counts no further; what comes later is found, but in no phrase
MOST = 900_000  # bytes of a vector, which has to be smaller than a megabyte: rarer texts are indexed so far
PLACES = 255  # of one word
ORDER = ("heading", "authors", "notes", "annotations", "comments", "abstract")  # the longest last
APART = 2  # places between columns, so that no phrase goes on in the next

TABLES = ("search", "search_private", "search_word", "search_paper")
DDL = (
    "CREATE TABLE IF NOT EXISTS search (rowid integer PRIMARY KEY, vector tsvector NOT NULL)",
    "CREATE INDEX IF NOT EXISTS ix_search_vector ON search USING gin (vector)",
    "CREATE TABLE IF NOT EXISTS search_private (rowid integer NOT NULL, person_id integer NOT NULL,"
    " vector tsvector NOT NULL, PRIMARY KEY (rowid, person_id))",
    'CREATE TABLE IF NOT EXISTS search_word (word text COLLATE "C" PRIMARY KEY)',
    "CREATE TABLE IF NOT EXISTS search_paper"
    " (paper_id integer PRIMARY KEY, sum bigint NOT NULL, words integer NOT NULL)",
)
TRIGRAMS = "CREATE INDEX IF NOT EXISTS ix_search_word_parts ON search_word USING gin (word gin_trgm_ops)"

_GONE = " OR ".join(f"to_regclass('{table}') IS NULL" for table in TABLES)
_KEPT = f"SELECT value, {_GONE} FROM meta WHERE name = 'search'"
_STAMP = "INSERT INTO meta (name, value) VALUES ('search', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


class Entry(NamedTuple):
    """One paper as the index holds it."""

    paper: int
    vector: str
    private: dict[int, str]  # by reader
    words: set[str]
    sum: int
    length: int  # of the abstract, in words


def create(connection: Connection) -> None:
    """Make the tables of an empty index; with trigrams of words where the server has that extension."""
    for statement in DDL:
        connection.execute(statement)
    if has_trigrams(connection):
        connection.execute(TRIGRAMS)
    if connection.execute(_KEPT).fetchone() is None:
        connection.execute(_STAMP, (STAMP,))


def has_trigrams(connection: Connection) -> bool:
    return connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'").fetchone() is not None


def gone(connection: Connection) -> bool:
    """Whether another program took tables of the index away."""
    return bool(connection.execute(f"SELECT {_GONE}").fetchone()[0])


def stale(connection: Connection) -> bool:
    """Whether the index is not that of the papers: made by other rules, gone or empty. Only `rebuild` mends it."""
    kept = connection.execute(_KEPT).fetchone()
    if kept is None or kept[0] != STAMP or kept[1]:
        return True
    empty = "EXISTS (SELECT 1 FROM paper) AND NOT EXISTS (SELECT 1 FROM search_paper)"
    return bool(connection.execute(f"SELECT {empty}").fetchone()[0])


def forget(connection: Connection, papers: Iterable[int]) -> None:
    """Take papers out of the index, as far as it is the person's own to change."""
    listed = list(papers)
    for table, column in (("search", "rowid"), ("search_private", "rowid"), ("search_paper", "paper_id")):
        connection.execute(f"DELETE FROM {table} WHERE {column} = ANY (?)", (listed,))


def index(connection: Connection, papers: Iterable[int]) -> None:
    """Put papers into the index as their rows are now; those that are gone or in it already are passed over."""
    for part in portions(papers):
        rows = connection.execute("SELECT rowid FROM search WHERE rowid = ANY (?)", (part,))
        there = {row[0] for row in rows}
        add(connection, [entry(each) for each in texts(connection, [i for i in part if i not in there])])


def catch_up(_connection: Connection, _most: int, _known: Known) -> int:
    """No papers wait."""
    return 0


def is_apart(_connection: Connection) -> bool:
    """The server puts its index together by itself."""
    return False


def settle(_connection: Connection) -> bool:
    return False


def rebuild(connection: Connection, progress: Callable[[int, int], None] | None = None) -> None:
    """Make the whole index anew from the rows, within the caller's transaction. `progress(done, all)`, in papers."""
    for table in TABLES:
        connection.execute(f"DELETE FROM {table}")
    connection.execute(_STAMP, (STAMP,))
    papers = [row[0] for row in connection.execute("SELECT id FROM paper ORDER BY id")]
    for done, part in enumerate(portions(papers)):
        index(connection, part)
        if progress:
            progress(min(len(papers), (done + 1) * PART), len(papers))


def check(connection: Connection, progress: Progress = unheard) -> list[str]:
    """What is wrong with the index, in sentences; empty when it agrees with the rows."""
    if stale(connection):
        return ["the search index is not that of the papers as they are"]
    return disagreeing(connection, lambda of: entry(of).sum, progress)


def add(connection: Connection, entries: list[Entry]) -> None:
    connection.executemany("INSERT INTO search VALUES (?, ?)", [(each.paper, each.vector) for each in entries])
    kept = [(each.paper, each.sum, each.length) for each in entries]
    connection.executemany("INSERT INTO search_paper VALUES (?, ?, ?)", kept)
    private = [(each.paper, reader, vector) for each in entries for reader, vector in each.private.items()]
    connection.executemany("INSERT INTO search_private VALUES (?, ?, ?)", private)
    fresh = sorted(word for word in set[str]().union(*(e.words for e in entries)) if len(word) <= LONGEST_WORD)
    connection.execute(
        "INSERT INTO search_word SELECT word FROM unnest(CAST(? AS text[])) AS word ON CONFLICT DO NOTHING", (fresh,)
    )


def entry(of: Texts) -> Entry:
    columns = dict(zip(COLUMNS, of.words(), strict=True))
    public = {name: [word for word in words if word[0] != SIGN] for name, words in columns.items()}
    readers = {int(word.split(SIGN)[1]) for words in columns.values() for word in words if word[0] == SIGN}
    private = {reader: vector(_kept_by(reader, columns)) for reader in readers}
    told = "\n".join(" ".join(public[name]) for name in COLUMNS)
    length = len(of.abstract.split())
    return Entry(of.paper, vector(public), private, set().union(*public.values()), crc32(told.encode()), length)


def _kept_by(reader: int, columns: dict[str, list[str]]) -> dict[str, list[str]]:
    own = sign(reader)
    return {name: [word for word in words if word.startswith(own)] for name, words in columns.items()}


def vector(columns: dict[str, list[str]]) -> str:
    """The words of the columns with their places and weights, as tsvector reads them."""
    places: dict[str, list[str]] = {}
    room, place = MOST, 0
    for column in ORDER:
        weight, mark = WEIGHTS.get(column, "D"), MARKS.get(column)
        for word in columns[column]:
            place += 1
            for each in (word, mark + word) if mark else (word,):
                room -= 0 if each in places else len(each.encode()) + 4
                known = places.setdefault(each, []) if room > 0 or each in places else []
                if len(known) < PLACES:
                    known.append(f"{min(place, LAST)}{weight}")
                    room -= 2
        place += APART
    return " ".join(f"{lexeme(word)}:{','.join(known)}" for word, known in places.items())
