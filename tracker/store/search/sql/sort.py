"""What `sort:` orders by, as SQL over `paper p`."""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from tracker.query.tree import And, Names, Node, Sort
from tracker.store.liking import Likes
from tracker.store.search.hits import Pool, Queue
from tracker.store.search.sql.fields import Asker
from tracker.store.search.sql.votes import AGREE


class Kept(NamedTuple):
    """What people keep about papers, in rows of their own: most papers of a large library have none."""

    table: str
    value: str  # SQL over a row `k` of the table
    without: int | None = None  # the value of papers without a row

    @property
    def differs(self) -> str:
        """SQL for the rows that make a paper stand elsewhere than those without a row."""
        return f"{self.value} IS NOT NULL" if self.without is None else f"{self.value} > {self.without}"


KEPT = {
    "status": Kept(
        "reading_state",
        "CASE k.status WHEN 'inbox' THEN 0 WHEN 'later' THEN 1 WHEN 'reading' THEN 2 WHEN 'done' THEN 3 ELSE 4 END",
        without=0,
    ),
    "priority": Kept("reading_state", "k.priority", without=0),
    "rating": Kept("reading_state", "k.rating"),
    "due": Kept("reading_state", "k.due_on"),
    "finished": Kept("reading_state", "k.finished_at"),
    "opened": Kept("seen", "k.opened_at"),
}
OF_PAPER = "FROM {table} k WHERE k.paper_id = p.id AND k.person_id = {me}"

# Those of the first four have an index each, which a list is read from; its expression has to be the very same.
KEYS = {
    "changed": "p.changed_at",
    "year": "p.year",
    "title": "coalesce(p.title_key, lower(p.headline))",
    "author": "p.author_key",
    "added": "p.added_at",
    "agree": AGREE.replace(":me", "{me}"),
    # Chance that stays the same for a day, so that a list does not jump while one reads it.
    "random": "(p.id * 2654435761 + {day}) % 4294967296",
}


class Part(NamedTuple):
    """Papers that stand together in an order: each part is read for itself, the first of them soon."""

    source: str
    condition: str
    by: str


def parts(sort: Sequence[Sort], asker: Asker, tree: Node | None) -> list[Part]:
    """The parts of an order, one behind the other. What people keep about papers leads where it is sorted by, so that
    it need not be looked up for each paper."""
    kept = KEPT.get(sort[0].key) if sort else None
    if kept is None:
        return [Part("paper p", "TRUE", order(sort, asker, tree))]
    rest = _ordered(sort[1:], asker, tree)
    source = f"{kept.table} k JOIN paper p ON p.id = k.paper_id AND k.person_id = {asker.me}"
    way = "DESC" if sort[0].descending else "ASC"
    there = Part(source, kept.differs, ", ".join([f"{kept.value} {way}", *rest]))
    others = Part("paper p", f"NOT EXISTS (SELECT 1 {_of_paper(kept, asker)} AND {kept.differs})", ", ".join(rest))
    return [others, there] if kept.without is not None and not sort[0].descending else [there, others]


def order(sort: Sequence[Sort], asker: Asker, tree: Node | None) -> str:
    """The terms of ORDER BY: the newest import first, each in its file's order, unless `sort` says otherwise.

    What has no value comes last either way.
    """
    return ", ".join(_ordered(sort, asker, tree, otherwise=("p.added_at DESC",)))


def _ordered(sort: Sequence[Sort], asker: Asker, tree: Node | None, otherwise: Sequence[str] = ()) -> list[str]:
    terms = [_term(key, asker, tree) for key in sort if key.key in KEYS or key.key in KEPT or key.key == "file"]
    return [*(terms or otherwise), "p.id"]


def by_likelihood(likes: Likes, *, last_first: bool) -> Queue:
    """The order by how likely the person keeps the papers; those of which nothing is known come last either way."""
    judged = sorted(likes, key=lambda paper: likes[paper][0], reverse=not last_first)

    def ordered(pool: Pool, limit: int | None) -> "array[int]":
        known = set(pool.among(judged))
        first = array("q", (paper for paper in judged if paper in known))
        if limit is not None and len(first) >= limit:
            return first[:limit]
        others = pool.every() if limit is None else pool.first(limit + len(first))
        return (first + array("q", (paper for paper in others if paper not in known)))[:limit]

    return ordered


def _term(sort: Sort, asker: Asker, tree: Node | None) -> str:
    return f"{_value(sort.key, asker, tree)} {'DESC' if sort.descending else 'ASC'} NULLS LAST"


def _value(key: str, asker: Asker, tree: Node | None) -> str:
    if key == "file":
        return _place(tree)
    if kept := KEPT.get(key):
        value = f"(SELECT {kept.value} {_of_paper(kept, asker)})"
        return value if kept.without is None else f"coalesce({value}, {kept.without})"
    return KEYS[key].format(me=asker.me, day=asker.now.toordinal() * 40503)


def _of_paper(kept: Kept, asker: Asker) -> str:
    return OF_PAPER.format(table=kept.table, me=asker.me)


def _place(tree: Node | None) -> str:
    """The place in the collection that the query names, else in the first that the paper is in."""
    parts = tree.parts if isinstance(tree, And) else (tree,)
    named = [part.values[0].text for part in parts if isinstance(part, Names) and part.field == "collection"]
    listed = "SELECT min(position) FROM collection_paper WHERE paper_id = p.id"
    if not named:
        return f"({listed})"
    text = named[0].casefold().replace("'", "''")
    return f"({listed} AND collection_id IN (SELECT id FROM collection WHERE instr(name_key, '{text}')))"
