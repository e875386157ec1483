"""Full-text search of a library, behind one small interface that every engine keeps.

An engine is a module with these functions. The first argument is a connection of the engine's own kind:

- `find(connection, query, …) -> Hits` reads;
- `needles(connection, query, …) -> (Needle, …)` is what a query looks for in texts, corrected words too, and
  `matches(connection, papers, query, …) -> {paper: [(column, start, end)]}` where that stands (see spans.py);
- `forget(connection, papers)` before a write changes rows and `index(connection, papers)` after it, in the write's own
  transaction, keep the index; `stale`, `rebuild` and `check` are for the start of the program and its doctor;
- `vocabulary(connection, start, limit)` completes words.

`tests/search/contract.py` says what an engine has to find.
"""

from tracker.store.search.hits import Correction, Hits, Stopped
from tracker.store.search.sqlite import (
    check,
    create,
    find,
    forget,
    index,
    matches,
    needles,
    rebuild,
    stale,
    vocabulary,
)

__all__ = [
    "Correction",
    "Hits",
    "Stopped",
    "check",
    "create",
    "find",
    "forget",
    "index",
    "matches",
    "needles",
    "rebuild",
    "stale",
    "vocabulary",
]
