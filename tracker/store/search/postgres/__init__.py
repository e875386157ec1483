"""Search on PostgreSQL: tsvector for words, plain SQL for the rest."""

from tracker.store.search.postgres.keep import (
    catch_up,
    check,
    create,
    forget,
    gone,
    has_trigrams,
    index,
    is_apart,
    rebuild,
    settle,
    stale,
)
from tracker.store.search.sql.behind import waiting
from tracker.store.search.sql.find import find
from tracker.store.search.sql.places import matches, needles
from tracker.store.search.sql.words import vocabulary

postpone = index  # a member may not write into `meta`, and the server's index has a waiting list of its own

__all__ = [
    "catch_up",
    "check",
    "create",
    "find",
    "forget",
    "gone",
    "has_trigrams",
    "index",
    "is_apart",
    "matches",
    "needles",
    "postpone",
    "rebuild",
    "settle",
    "stale",
    "vocabulary",
    "waiting",
]
