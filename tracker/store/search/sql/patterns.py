"""Patterns looked for in SQL: `search_pattern(pattern, bytes of a text)`, and `search_marked` with the same on what is
read of a text with marks."""

import re
import sqlite3
from collections.abc import Callable, Sequence

from tracker.store.reader import Reader
from tracker.store.rows import readable
from tracker.store.search.patterns import Patterns
from tracker.store.search.sql.clock import Clock, Late
from tracker.store.search.sql.plan import Plan, among
from tracker.store.search.sql.texts import BARE, SOURCES, plain
from tracker.text.fold import fold

SHORTEST = 3  # letters that are worth asking the index for
LOOKING = 0.04  # seconds from the beginning of a search in which its first rows are looked for here
FEW, PART = 50, 500  # papers whose texts are asked for at a time: in a hurry, and else
BEHIND_ALL = 2**31 - 1  # no paper has a higher number


def understand(connection: sqlite3.Connection, patterns: Patterns, stop: Callable[[], bool]) -> None:
    """Let the statements of a connection use patterns; `stop` is asked at each text, which may be a long one."""

    def holding(read: Callable[[str], str]) -> Callable[[str, bytes | None], bool]:
        def found(pattern: str, text: bytes | None) -> bool:
            if not text:
                return False
            if stop():
                connection.interrupt()
            return patterns.hold(pattern, read(readable(text)))

        return found

    connection.create_function("search_pattern", 2, holding(str))
    connection.create_function("search_marked", 2, holding(plain))


def asked(column: str, me: int) -> str:
    """SQL for whether a column of a paper matches the pattern that is its value."""
    return f"search_{'pattern' if column in BARE else 'marked'}(?, CAST({SOURCES[column].format(me=me)} AS BLOB))"


def prepare(patterns: Patterns, pattern: str) -> None:
    """Load what reads a pattern and the texts while that can still be told from the time there is."""
    patterns.prepare(pattern)
    plain("$x$")


def looked_through(
    connection: Reader, patterns: Patterns, pattern: str, columns: Sequence[str], me: int, likely: Plan, clock: Clock
) -> tuple[Plan, int]:
    """The papers that a pattern matches, looked through here, for an engine that cannot ask this program itself; and
    the first paper that was looked at: 0, or later ones only where there was no time for more."""
    condition, values = likely.condition()
    sources = ", ".join(SOURCES[column].format(me=me) for column in columns)
    sql = f"SELECT p.id, {sources} FROM paper p WHERE p.id < ? AND {condition} ORDER BY p.id DESC LIMIT ?"
    found: list[int] = []
    last, part = BEHIND_ALL, FEW if clock.hurry else PART
    try:
        while True:
            with clock.ending(LOOKING):
                rows = connection.execute(sql, (last, *values, part)).fetchall()
            for paper, *texts in rows:
                if clock.is_over(LOOKING):
                    raise Late
                read = (t if c in BARE else plain(t) for c, t in zip(columns, texts, strict=True) if t)
                if any(patterns.hold(pattern, text) for text in read):
                    found.append(paper)
                last = paper
            if len(rows) < part:
                return among(found), 0
    except Late:
        return among(found), last


def needed(pattern: str) -> str:
    """The longest run of letters that every match holds, folded; empty where none is sure."""
    bare = re.sub(r"\\.|\[[^\]]*\]", " ", pattern)
    if "|" in bare or "(" in bare:
        return ""
    runs = re.findall(r"[^\W_]+", re.sub(r"[^\W_](?=[?*{])", " ", re.sub(r"\{[^}]*\}", "{ ", bare)))
    longest = max(map(fold, runs), key=len, default="")
    return longest if len(longest) >= SHORTEST and longest.isascii() else ""
