"""What `sort:` orders by, as SQL over `paper p`."""

from array import array
from collections.abc import Sequence

from tracker.query.tree import And, Names, Node, Sort
from tracker.store.liking import Likes
from tracker.store.search.hits import Pool, Queue
from tracker.store.search.sql.fields import Asker
from tracker.store.search.sql.votes import AGREE

STATE = "(SELECT {column} FROM reading_state WHERE paper_id = p.id AND person_id = {me})"
SEEN = "(SELECT {column} FROM seen WHERE paper_id = p.id AND person_id = {me})"

KEYS = {
    "added": "p.added_at",
    "changed": "p.changed_at",
    "year": "p.year",
    "title": "coalesce(p.title_key, lower(p.headline))",
    "author": "lower(nullif(p.authors, ''))",
    "status": f"CASE coalesce({STATE.replace('{column}', 'status')}, 'inbox') WHEN 'inbox' THEN 0 WHEN 'later' THEN 1"
    " WHEN 'reading' THEN 2 WHEN 'done' THEN 3 ELSE 4 END",
    "priority": f"coalesce({STATE.replace('{column}', 'priority')}, 0)",
    "rating": STATE.replace("{column}", "rating"),
    "due": STATE.replace("{column}", "due_on"),
    "finished": STATE.replace("{column}", "finished_at"),
    "opened": SEEN.replace("{column}", "opened_at"),
    "agree": AGREE.replace(":me", "{me}"),
    # Chance that stays the same for a day, so that a list does not jump while one reads it.
    "random": "(p.id * 2654435761 + {day}) % 4294967296",
}


def order(sort: Sequence[Sort], asker: Asker, tree: Node | None) -> str:
    """The terms of ORDER BY: the newest import first, each in its file's order, unless `sort` says otherwise.

    What has no value comes last either way.
    """
    terms = [_term(key, asker, tree) for key in sort if key.key in KEYS or key.key == "file"]
    return ", ".join([*(terms or ["p.added_at DESC"]), "p.id"])


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
    value = (
        _place(tree) if sort.key == "file" else KEYS[sort.key].format(me=asker.me, day=asker.now.toordinal() * 40503)
    )
    return f"{value} {'DESC' if sort.descending else 'ASC'} NULLS LAST"


def _place(tree: Node | None) -> str:
    """The place in the collection that the query names, else in the first that the paper is in."""
    parts = tree.parts if isinstance(tree, And) else (tree,)
    named = [part.values[0].text for part in parts if isinstance(part, Names) and part.field == "collection"]
    listed = "SELECT min(position) FROM collection_paper WHERE paper_id = p.id"
    if not named:
        return f"({listed})"
    text = named[0].casefold().replace("'", "''")
    return f"({listed} AND collection_id IN (SELECT id FROM collection WHERE instr(name_key, '{text}')))"
