"""Regular expressions in SQL: `search_pattern(pattern, bytes of a text)`, on the plain text."""

import re
import sqlite3
from collections.abc import Callable, Sequence

from tracker.store.reader import Reader
from tracker.store.rows import readable
from tracker.store.search.patterns import Patterns
from tracker.store.search.sql.clock import Clock, Late
from tracker.store.search.sql.plan import Plan, among
from tracker.store.search.sql.texts import plain
from tracker.text.fold import fold

SHORTEST = 3  # letters that are worth asking the index for
LOOKING = 0.04  # seconds from the beginning of a search in which its first rows are looked for here
FEW, PART = 50, 500  # papers whose texts are asked for at a time: in a hurry, and else
BEHIND_ALL = 2**31 - 1  # no paper has a higher number


def understand(connection: sqlite3.Connection, patterns: Patterns, stop: Callable[[], bool]) -> None:
    """Let the statements of a connection use patterns; `stop` is asked at each text, which may be a long one."""

    def found(pattern: str, text: bytes | None) -> bool:
        if stop():
            connection.interrupt()
        return text is not None and patterns.hold(pattern, plain(readable(text)))

    connection.create_function("search_pattern", 2, found)


def prepare(patterns: Patterns, pattern: str) -> None:
    """Load what reads a pattern and the texts while that can still be told from the time there is."""
    patterns.prepare(pattern)
    plain("$x$")


def looked_through(
    connection: Reader, patterns: Patterns, pattern: str, sources: Sequence[str], likely: Plan, clock: Clock
) -> tuple[Plan, int]:
    """The papers that a pattern matches, looked through here, for an engine that cannot ask this program itself; and
    the first paper that was looked at: 0, or later ones only where there was no time for more."""
    condition, values = likely.condition()
    sql = f"SELECT p.id, {', '.join(sources)} FROM paper p WHERE p.id < ? AND {condition} ORDER BY p.id DESC LIMIT ?"
    found: list[int] = []
    last, part = BEHIND_ALL, FEW if clock.hurry else PART
    try:
        while True:
            with clock.ending(LOOKING):
                rows = connection.execute(sql, (last, *values, part)).fetchall()
            for paper, *texts in rows:
                if clock.is_over(LOOKING):
                    raise Late
                if any(text and patterns.hold(pattern, plain(text)) for text in texts):
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
