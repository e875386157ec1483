"""Whether an index holds the papers as their rows are; looked at some papers at a time, however many there are."""

from collections.abc import Callable

from tracker.store.reader import Reader
from tracker.store.search.sql.texts import PART, Texts, texts
from tracker.text.count import counted

LEAST = -(2**63)  # no paper has a lower number
_MISSING = """SELECT count(*), min(p.id) FROM paper p
WHERE p.id < ? AND NOT EXISTS (SELECT 1 FROM search_paper s WHERE s.paper_id = p.id)"""
_GONE = """SELECT count(*), min(s.paper_id) FROM search_paper s
WHERE NOT EXISTS (SELECT 1 FROM paper p WHERE p.id = s.paper_id)"""
_NEXT = f"SELECT paper_id, sum FROM search_paper WHERE paper_id > ? ORDER BY paper_id LIMIT {PART}"


Progress = Callable[[int, int], None]  # hears how many papers are done, and of how many


def unheard(_done: int, _all: int) -> None:
    """Progress that nobody hears of."""


def disagreeing(
    connection: Reader, sum_of: Callable[[Texts], int], progress: Progress, *, waiting: int | None = None
) -> list[str]:
    """What is wrong, in sentences. `sum_of` tells the checksum of a paper as it is now; from `waiting` on papers may
    not be in the index yet."""
    found = {
        "is missing": connection.execute(_MISSING, (-LEAST - 1 if waiting is None else waiting,)).fetchone(),
        "is gone": connection.execute(_GONE).fetchone(),
        "differs": _differing(connection, sum_of, progress),
    }
    papers = {told: (counted(some, "paper"), first) for told, (some, first) in found.items() if some}
    return [f"{some} in the search index: paper {first} {told}" for told, (some, first) in papers.items()]


def _differing(connection: Reader, sum_of: Callable[[Texts], int], progress: Progress) -> tuple[int, int]:
    """How many papers, and the first of them."""
    (every,) = connection.execute("SELECT count(*) FROM search_paper").fetchone()
    some, first, last, done = 0, 0, LEAST, 0
    while sums := dict(connection.execute(_NEXT, (last,)).fetchall()):
        differing = [each.paper for each in texts(connection, sums) if sum_of(each) != sums[each.paper]]
        some, first = some + len(differing), first or min(differing, default=0)
        last, done = max(sums), done + len(sums)
        progress(done, every)
    return some, first
