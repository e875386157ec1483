"""Keeps the index in step with the rows: FTS5 over folded plain text, inside the transaction of the write.

The table holds no text of its own, so what is taken out must be told word for word as it was put in: `forget` comes
before the rows change, `index` after.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple
from zlib import crc32

from tracker.store.search.sql import behind
from tracker.store.search.sql.agreeing import Progress, disagreeing, unheard
from tracker.store.search.sql.texts import (
    ABOUT,
    LONGEST_WORD,
    MARKS,
    PART,
    SIGN,
    STAMP,
    STARTS,
    Texts,
    portions,
    texts,
)

KIND = f"{STAMP}.2"  # of what is indexed, and how: another number, and every library makes its index anew
MANY = 1000  # papers from which on it may be less work to begin anew than to take them out
APART = 10  # of so many pages of the index one may lie outside its largest piece: each piece is asked for each word
PAGES = 300  # that are put together in one go, in some 20 ms
SETTLED = "search_settled"  # in `meta`: how often that was done

_LISTED = " ".join(map(str, range(1, STARTS + 1)))
DDL = (
    f"CREATE VIRTUAL TABLE search USING fts5(words, content='', columnsize=0, detail='none', prefix='{_LISTED}',"
    f""" tokenize="ascii tokenchars '{"".join(MARKS.values())}{ABOUT}'")""",
    "CREATE TABLE search_word (word TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE search_paper (paper_id INTEGER NOT NULL PRIMARY KEY, sum INTEGER NOT NULL, words INTEGER NOT NULL)",
    f"INSERT OR REPLACE INTO meta (name, value) VALUES ('search', '{KIND}')",
)
TABLES = ("search", "search_word", "search_paper")
_THERE = f"SELECT count(*) FROM sqlite_master WHERE name IN {TABLES}"

USUALLY, SELDOM = 4, 8  # pieces of one size until they are put together: FTS5's own number, and that of a long walk

_ADD = "INSERT INTO search (rowid, words) VALUES (?, ?)"
_TAKE = "INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)"


class Entry(NamedTuple):
    """One paper as the index holds it."""

    paper: int
    words: str  # each once, and with the mark of its column
    public: Collection[str]  # those that everybody may find
    length: int  # of the abstract, in words

    @property
    def sum(self) -> int:
        return crc32(self.words.encode())


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty index."""
    for statement in DDL:
        connection.execute(statement)


def stale(connection: sqlite3.Connection) -> bool:
    """Whether the index is not that of the papers: made by other rules, outgrown or empty. Only `rebuild` mends it."""
    empty = "EXISTS (SELECT 1 FROM paper) AND NOT EXISTS (SELECT 1 FROM search_paper)"
    if not _kept(connection) or connection.execute(_THERE).fetchone()[0] < len(TABLES):
        return True
    return bool(connection.execute(f"SELECT {empty}").fetchone()[0]) and behind.mark(connection) is None


def forget(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Take papers out of the index, while their rows are still what it was made from."""
    papers = list(papers)
    if not _kept(connection):
        return
    if len(papers) > MANY and _are_most(connection, papers):
        _empty(connection)
        return
    for part in portions(papers):
        sums = _sums(connection, part)
        entries = [entry(each) for each in texts(connection, sums)]
        if any(sums[each.paper] != each.sum for each in entries) or len(entries) < len(sums):
            connection.execute("UPDATE meta SET value = 'outdated' WHERE name = 'search'")
            return
        connection.executemany(_TAKE, [(each.paper, each.words) for each in entries])
        connection.executemany("DELETE FROM search_paper WHERE paper_id = ?", [(each.paper,) for each in entries])


def _are_most(connection: sqlite3.Connection, papers: list[int]) -> bool:
    (every,) = connection.execute("SELECT count(*) FROM search_paper").fetchone()
    return 2 * len(papers) > int(every)


def _empty(connection: sqlite3.Connection) -> None:
    """Begin the index anew with what stays, behind the write: that is less to put in than there is to take out."""
    connection.execute("INSERT INTO search (search) VALUES ('delete-all')")
    for table in ("search_word", "search_paper"):
        connection.execute(f"DELETE FROM {table}")
    behind.postpone(connection, [0])


def index(connection: sqlite3.Connection, papers: Iterable[int], known: behind.Known | None = None) -> None:
    """Put papers into the index as their rows are now; those that are gone or in it already are passed over."""
    if not _kept(connection):
        return
    for part in portions(papers):
        there = _sums(connection, part)
        add(connection, map(entry, texts(connection, [i for i in part if i not in there])), known)


def catch_up(connection: sqlite3.Connection, most: int, known: behind.Known) -> int:
    """Put the next of the papers that wait into the index; how many there were."""
    known.begin(behind.mark(connection))
    if known.mark is None and _kept(connection):
        _put_together(connection, SELDOM)
    papers = behind.following(connection, most)
    index(connection, papers, known)
    known.mark = behind.mark(connection)
    if known.mark is None and _kept(connection):  # a walk that is killed leaves a mark, and who goes on comes here
        _put_together(connection, USUALLY)
    return len(papers)


def _put_together(connection: sqlite3.Connection, pieces: int) -> None:
    connection.execute("INSERT INTO search (search, rank) VALUES ('automerge', ?)", (pieces,))


def is_apart(connection: sqlite3.Connection) -> bool:
    """Whether much of the index is in pieces, as many writes leave it: a search takes up to twice as long then."""
    sizes = [row[0] for row in connection.execute("SELECT count(*) FROM search_idx GROUP BY segid")] or [0]
    return bool(APART * (sum(sizes) - max(sizes)) > sum(sizes))  # in pages; pieces of a page are passed over


def settle(connection: sqlite3.Connection) -> bool:
    """Put some of the pieces of the index together; whether there is more."""
    before = connection.total_changes
    connection.execute(f"INSERT INTO search (search, rank) VALUES ('merge', -{PAGES})")
    if connection.total_changes <= before + 1:  # nothing but the asking itself
        return False
    connection.execute(
        "INSERT INTO meta (name, value) VALUES (?, '1') ON CONFLICT (name) DO UPDATE SET value = value + 1", (SETTLED,)
    )
    return True


def renew(connection: sqlite3.Connection) -> None:
    """Begin the whole index anew; its papers wait for `catch_up`."""
    for table in (*TABLES, "search_start"):  # the last of an older program
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    create(connection)
    if connection.execute("SELECT EXISTS (SELECT 1 FROM paper)").fetchone()[0]:
        behind.postpone(connection, [0])


def rebuild(connection: sqlite3.Connection, progress: Callable[[int, int], None] | None = None) -> None:
    """Make the whole index anew from the rows, within the caller's transaction. `progress(done, all)`, in papers."""
    renew(connection)
    connection.execute("DELETE FROM meta WHERE name = ?", (behind.MARK,))
    papers = [row[0] for row in connection.execute("SELECT id FROM paper ORDER BY id")]
    for done, part in enumerate(portions(papers)):
        index(connection, part)
        if progress:
            progress(min(len(papers), (done + 1) * PART), len(papers))
    while settle(connection):
        pass


def check(connection: sqlite3.Connection, progress: Progress = unheard) -> list[str]:
    """What is wrong with the index, in sentences; empty when it agrees with the rows."""
    if not _kept(connection):
        return ["the search index is not that of the papers as they are"]
    wrong = disagreeing(connection, lambda of: entry(of).sum, progress, waiting=behind.mark(connection))
    return wrong + _damage(connection)


def entry(of: Texts) -> Entry:
    abstract, *others = of.distinct()
    distinct = dict(abstract)
    for words in others:
        distinct |= words
    public = [word for word in distinct if word[0] != SIGN] if of.has_private() else distinct
    about = [word for word in others[0] if word in abstract]
    columns = (*zip(MARKS.values(), others, strict=False), (ABOUT, about))
    marked = [f" {mark}".join(("", *words)) for mark, words in columns]
    return Entry(of.paper, " ".join(distinct) + "".join(marked), public, of.abstract.count(" ") + 1)


def _kept(connection: sqlite3.Connection) -> bool:
    row = connection.execute("SELECT value FROM meta WHERE name = 'search'").fetchone()
    return row is not None and row[0] == KIND


def add(connection: sqlite3.Connection, entries: Iterable[Entry], known: behind.Known | None = None) -> None:
    """Put entries in, as they come: of each no more is kept than is written."""
    rows, kept, public = [], [], set[str]()
    for each in entries:
        rows.append((each.paper, each.words))
        kept.append((each.paper, each.sum, each.length))
        public.update(each.public)
    connection.executemany(_ADD, rows)
    connection.executemany("INSERT INTO search_paper VALUES (?, ?, ?)", kept)
    _list(connection, known.fresh(public) if known else public)


def _list(connection: sqlite3.Connection, words: set[str]) -> None:
    asked = '","'.join(sorted(word for word in words if len(word) <= LONGEST_WORD))  # of letters and digits alone
    if asked:
        connection.execute("INSERT OR IGNORE INTO search_word SELECT value FROM json_each(?)", (f'["{asked}"]',))


def _sums(connection: sqlite3.Connection, papers: list[int]) -> dict[int, int]:
    """What the index holds of these papers, as a checksum each."""
    numbers = ",".join(map(str, papers))
    return dict(connection.execute(f"SELECT paper_id, sum FROM search_paper WHERE paper_id IN ({numbers})"))


def _damage(connection: sqlite3.Connection) -> list[str]:
    """What the engine itself finds. Its check is worded as a write, so a connection for reading is opened for it."""
    guarded = connection.execute("PRAGMA query_only").fetchone()[0]
    connection.execute("PRAGMA query_only = OFF")
    try:
        connection.execute("INSERT INTO search (search) VALUES ('integrity-check')")
    except sqlite3.DatabaseError as error:
        unasked = error.sqlite_errorname.startswith("SQLITE_READONLY")  # of a file that nobody here may write to
        return [] if unasked else [f"the search index is damaged ({error})"]
    finally:
        connection.execute(f"PRAGMA query_only = {guarded}")
    return []
