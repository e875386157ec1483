"""Search on SQLite: FTS5 for words, plain SQL for the rest."""

from tracker.store.search.sqlite.find import find
from tracker.store.search.sqlite.keep import DDL, check, create, forget, index, rebuild, stale
from tracker.store.search.sqlite.places import matches, needles
from tracker.store.search.sqlite.words import vocabulary

__all__ = ["DDL", "check", "create", "find", "forget", "index", "matches", "needles", "rebuild", "stale", "vocabulary"]
