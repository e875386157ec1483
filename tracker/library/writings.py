"""All that was written and all tags, as the lines of lists: light enough to read ten thousand of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from tracker.library.listing import heading_of
from tracker.library.names import name_key
from tracker.library.tags import Tags
from tracker.stored import moment

NOTE_LINES = """
SELECT n.id, n.paper_id, n.title, n.body, a.name, n.author_id = :me, n.updated_at,
       p.key, p.title, p.headline, p.provenance,
       (SELECT count(*) FROM link l WHERE l.from_kind = 'note' AND l.from_id = CAST(n.id AS TEXT)),
       (SELECT count(*) FROM link l WHERE l.to_kind = 'note' AND l.to_id = CAST(n.id AS TEXT))
       + (SELECT count(*) FROM link l WHERE n.paper_id IS NOT NULL AND l.to_kind = 'paper'
          AND l.to_id = CAST(n.paper_id AS TEXT) AND (l.paper_id IS NULL OR l.paper_id <> n.paper_id)),
       EXISTS (SELECT 1 FROM link l WHERE l.from_kind = 'note' AND l.from_id = CAST(n.id AS TEXT) AND l.to_id IS NULL)
FROM note n JOIN person a ON a.id = n.author_id LEFT JOIN paper p ON p.id = n.paper_id
WHERE n.visibility = 'team' OR n.author_id = :me
ORDER BY n.updated_at DESC, n.id DESC
"""

ANNOTATION_LINES = """
SELECT a.id, a.paper_id, p.key, a.kind, k.sign, a.exact, a.body, w.name, a.author_id = :me, a.state, a.updated_at
FROM annotation a JOIN paper p ON p.id = a.paper_id JOIN person w ON w.id = a.author_id JOIN kind k ON k.name = a.kind
WHERE a.deleted_at IS NULL AND (a.visibility = 'team' OR a.author_id = :me)
ORDER BY a.updated_at DESC, a.id DESC
"""

TAG_LINES = """
SELECT t.name, (SELECT count(*) FROM paper_tag p WHERE p.tag_id = t.id),
       (SELECT count(*) FROM annotation_tag g JOIN annotation a ON a.id = g.annotation_id
        WHERE g.tag_id = t.id AND a.deleted_at IS NULL AND (a.visibility = 'team' OR a.author_id = :me))
FROM tag t ORDER BY t.name_key
"""

ALIKE = 86  # of 100: how near two tags are that may be one
BEGINS = 4  # letters that two tags share when one is the beginning of the other


class NoteLine(NamedTuple):
    """A note in a list. `heading` is its title, else its paper's heading; `dead`: a link in it leads nowhere."""

    id: int
    paper_id: int | None
    key: str | None
    heading: str
    body: str
    author: str
    mine: bool
    updated_at: datetime
    links: int
    backlinks: int
    dead: bool


class AnnotationLine(NamedTuple):
    """An annotation in a list."""

    id: str
    paper_id: int
    key: str
    kind: str
    sign: str
    quote: str
    body: str
    author: str
    mine: bool
    state: str
    updated_at: datetime


class TagLine(NamedTuple):
    """A tag in a list, below the tag it is nested in. `like` is a commoner tag that it may be a misspelling of."""

    name: str
    papers: int
    annotations: int
    like: str | None = None

    @property
    def depth(self) -> int:
        return self.name.count("/")


class Writings(Tags):
    """What the person may see of what everybody wrote, that changed last first."""

    def note_lines(self) -> list[NoteLine]:
        return [_note(row) for row in self.store.read(NOTE_LINES, {"me": self.me_id})]

    def annotation_lines(self) -> list[AnnotationLine]:
        rows = self.store.read(ANNOTATION_LINES, {"me": self.me_id})
        return [_annotation(row) for row in rows]

    def tag_lines(self) -> list[TagLine]:
        """Every tag that is on something, and those that hold one; the commonest first, nested ones in their place."""
        rows = [TagLine(*row) for row in self.store.read(TAG_LINES, {"me": self.me_id})]
        there = {name_key(row.name): row for row in rows if row.papers or row.annotations}
        for row in list(there.values()):
            for above in _above(row.name):
                there.setdefault(name_key(above), TagLine(above, 0, 0))
        like = dict(_alike(list(there.values())))
        return [row._replace(like=like.get(row.name)) for row in _ordered(there)]


def _note(values: tuple[Any, ...]) -> NoteLine:
    note, paper, title, body, author, mine, updated, key, paper_title, headline, provenance, *links = values
    heading = title or (heading_of(paper_title, headline or key, provenance)[0] if key else body.strip().split("\n")[0])
    when, (out, back, dead) = moment(updated), links
    return NoteLine(note, paper, key, heading, body, author, bool(mine), when, out, back, bool(dead))


def _annotation(values: tuple[Any, ...]) -> AnnotationLine:
    id, paper, key, kind, sign, quote, body, author, mine, state, updated = values
    when = moment(updated)
    return AnnotationLine(id, paper, key, kind, sign, quote, body, author, bool(mine), state, when)


def _above(name: str) -> Iterator[str]:
    """The tags that a nested one stands below: `a/b/c` is in `a/b` and in `a`."""
    while "/" in name:
        name = name.rpartition("/")[0]
        yield name


def _ordered(there: dict[str, TagLine]) -> list[TagLine]:
    """Top tags by all that is in them, each followed by its own."""
    weight: dict[str, int] = {}
    for key, row in there.items():
        for name in (key, *_above(key)):
            weight[name] = weight.get(name, 0) + row.papers + row.annotations

    def place(key: str) -> tuple[tuple[int, str], ...]:
        chain = [*reversed(list(_above(key))), key]
        return tuple((-weight.get(name, 0), name) for name in chain)

    return [there[key] for key in sorted(there, key=place)]


def _alike(rows: list[TagLine]) -> Iterator[tuple[str, str]]:
    """Tags that look like a commoner one: nearly the same letters, or its beginning."""
    from rapidfuzz import fuzz, process

    used = sorted((row for row in rows if row.papers), key=lambda row: -row.papers)
    for place, row in enumerate(used):
        commoner = [other.name for other in used[:place] if other.papers > row.papers]
        near = process.extractOne(row.name.casefold(), commoner, scorer=fuzz.ratio, score_cutoff=ALIKE)
        begins = next((name for name in commoner if _begins(row.name, name)), None)
        if near or begins:
            yield row.name, near[0] if near else str(begins)


def _begins(one: str, other: str) -> bool:
    short, long = sorted((name_key(one), name_key(other)), key=len)
    return len(short) >= BEGINS and long.startswith(short) and "/" not in long[len(short) :]
