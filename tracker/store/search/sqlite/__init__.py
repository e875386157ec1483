"""Search on SQLite: FTS5 for words, plain SQL for the rest."""

from tracker.store.search.sql.behind import postpone, waiting
from tracker.store.search.sql.find import find
from tracker.store.search.sql.places import matches, needles
from tracker.store.search.sql.words import vocabulary
from tracker.store.search.sqlite.keep import (
    DDL,
    catch_up,
    check,
    create,
    forget,
    index,
    is_apart,
    rebuild,
    renew,
    settle,
    stale,
)

__all__ = [
    "DDL",
    "catch_up",
    "check",
    "create",
    "find",
    "forget",
    "index",
    "is_apart",
    "matches",
    "needles",
    "postpone",
    "rebuild",
    "renew",
    "settle",
    "stale",
    "vocabulary",
    "waiting",
]
