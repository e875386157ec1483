"""How likely a person keeps a paper, as it was learnt last (tracker/library/liking.py)."""

from collections.abc import Mapping
from functools import lru_cache

from tracker.store.reader import Reader
from tracker.stored import mapping

_LEARNT = "SELECT papers FROM liking WHERE person_id = :me"

Likes = Mapping[int, tuple[float, str]]  # by paper: from 0 to 1, and the words that say so


def likes(connection: Reader, me: int) -> Likes:
    """The papers that were judged for a person; empty while nothing was learnt."""
    row = connection.execute(_LEARNT, {"me": me}).fetchone()
    return _read(row[0]) if row else {}


@lru_cache(maxsize=4)
def _read(stored: str) -> Likes:
    """Only what is as it was learnt: whatever else is there is learnt again."""
    told = mapping(stored).items()
    return {int(paper): (float(of[0]), str(of[1])) for paper, of in told if paper.isdecimal() and _learnt(of)}


def _learnt(of: object) -> bool:
    return isinstance(of, list) and len(of) == 2 and isinstance(of[0], int | float)
