"""Search on PostgreSQL: tsvector for words, plain SQL for the rest."""

from tracker.store.search.postgres.keep import check, create, forget, has_trigrams, index, rebuild, stale
from tracker.store.search.sql.find import find
from tracker.store.search.sql.places import matches, needles
from tracker.store.search.sql.words import vocabulary

__all__ = [
    "check",
    "create",
    "find",
    "forget",
    "has_trigrams",
    "index",
    "matches",
    "needles",
    "rebuild",
    "stale",
    "vocabulary",
]
