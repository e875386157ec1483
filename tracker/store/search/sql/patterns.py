"""Regular expressions in SQL: `search_pattern(pattern, text)`, on the plain text."""

import re
import sqlite3
from collections.abc import Callable, Sequence

from tracker.store.reader import Reader
from tracker.store.search.patterns import Patterns
from tracker.store.search.sql.plan import Plan, among
from tracker.store.search.sql.texts import plain
from tracker.text.fold import fold

SHORTEST = 3  # letters that are worth asking the index for


def understand(connection: sqlite3.Connection, patterns: Patterns, stop: Callable[[], bool]) -> None:
    """Let the statements of a connection use patterns; `stop` is asked at each text."""

    def found(pattern: str, text: str | None) -> bool:
        if stop():
            connection.interrupt()
        return text is not None and patterns.hold(pattern, plain(text))

    connection.create_function("search_pattern", 2, found)


def looked_through(connection: Reader, patterns: Patterns, pattern: str, sources: Sequence[str], likely: Plan) -> Plan:
    """The papers that a pattern matches, looked through here: for an engine that cannot ask this program itself."""
    condition, values = likely.condition()
    rows = connection.execute(f"SELECT p.id, {', '.join(sources)} FROM paper p WHERE {condition}", values)
    return among(row[0] for row in rows if any(text and patterns.hold(pattern, plain(text)) for text in row[1:]))


def needed(pattern: str) -> str:
    """The longest run of letters that every match holds, folded; empty where none is sure."""
    bare = re.sub(r"\\.|\[[^\]]*\]", " ", pattern)
    if "|" in bare or "(" in bare:
        return ""
    runs = re.findall(r"[^\W_]+", re.sub(r"[^\W_](?=[?*{])", " ", re.sub(r"\{[^}]*\}", "{ ", bare)))
    longest = max(map(fold, runs), key=len, default="")
    return longest if len(longest) >= SHORTEST and longest.isascii() else ""
