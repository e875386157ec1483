"""Regular expressions in SQL: `search_pattern(pattern, text)`, on the plain text."""

import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache

from tracker.store.reader import Reader
from tracker.store.search.sql.plan import NOTHING, Plan, where
from tracker.store.search.sql.texts import plain
from tracker.text.fold import fold

SHORTEST = 3  # letters that are worth asking the index for
_REPEATED_REPEAT = re.compile(r"\([^()]*(?<!\\)[*+][^()]*\)(?:[*+]|\{\d*,\})")
_ANYTHING = re.compile(r"(?<!\\)\.[*+]")


def understand(connection: sqlite3.Connection, stop: Callable[[], bool]) -> None:
    """Let the statements of a connection use patterns; `stop` is asked at each text."""

    def found(pattern: str, text: str | None) -> bool:
        if stop():
            connection.interrupt()
        return text is not None and compiled(pattern).search(plain(text)) is not None

    connection.create_function("search_pattern", 2, found)


def looked_through(connection: Reader, pattern: str, sources: Sequence[str], likely: Plan) -> Plan:
    """The papers that a pattern matches, looked through here: for an engine that cannot ask this program itself."""
    condition, values = likely.condition()
    rows = connection.execute(f"SELECT p.id, {', '.join(sources)} FROM paper p WHERE {condition}", values)
    met = [row[0] for row in rows if any(text and compiled(pattern).search(plain(text)) for text in row[1:])]
    return where(f"p.id IN ({','.join(map(str, met))})") if met else NOTHING


@lru_cache(maxsize=32)
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def endless(pattern: str) -> bool:
    """Whether a pattern may look at one text for ever: repeats inside a repeat, or many of anything."""
    return bool(_REPEATED_REPEAT.search(pattern)) or len(_ANYTHING.findall(pattern)) > 2


def needed(pattern: str) -> str:
    """The longest run of letters that every match holds, folded; empty where none is sure."""
    bare = re.sub(r"\\.|\[[^\]]*\]", " ", pattern)
    if "|" in bare or "(" in bare:
        return ""
    runs = re.findall(r"[^\W_]+", re.sub(r"[^\W_](?=[?*{])", " ", re.sub(r"\{[^}]*\}", "{ ", bare)))
    longest = max(map(fold, runs), key=len, default="")
    return longest if len(longest) >= SHORTEST and longest.isascii() else ""
