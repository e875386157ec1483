"""How likely a person keeps a paper, as it was learnt last (tracker/library/liking.py)."""

import json
from collections.abc import Mapping
from functools import lru_cache

from tracker.store.reader import Reader

_LEARNT = "SELECT papers FROM liking WHERE person_id = :me"

Likes = Mapping[int, tuple[float, str]]  # by paper: from 0 to 1, and the words that say so


def likes(connection: Reader, me: int) -> Likes:
    """The papers that were judged for a person; empty while nothing was learnt."""
    row = connection.execute(_LEARNT, {"me": me}).fetchone()
    return _read(row[0]) if row else {}


@lru_cache(maxsize=4)
def _read(stored: str) -> Likes:
    return {int(paper): (likely, words) for paper, (likely, words) in json.loads(stored).items()}
