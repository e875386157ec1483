"""Regular expressions in SQL: `search_pattern(pattern, text)`, on the plain text."""

import re
import sqlite3
from collections.abc import Callable
from functools import lru_cache

from tracker.store.search.sqlite.texts import plain


def allow_patterns(connection: sqlite3.Connection, stop: Callable[[], bool]) -> None:
    """Let the statements of a connection use patterns; `stop` ends them with an interrupt."""

    def found(pattern: str, text: str | None) -> bool:
        if stop():
            connection.interrupt()
        return bool(text) and compiled(pattern).search(plain(text or "")) is not None

    connection.create_function("search_pattern", 2, found, deterministic=True)


@lru_cache(maxsize=32)
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
