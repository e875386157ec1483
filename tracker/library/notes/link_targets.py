"""What a link may lead to while it is typed: papers, notes, annotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tracker.library.finding import Finding
from tracker.library.names import name_key
from tracker.library.notes.links import Links
from tracker.library.values import LinkView
from tracker.text.fold import fold

TITLES = """
SELECT title FROM note WHERE title <> '' AND (visibility = 'team' OR author_id = :me) ORDER BY updated_at DESC
"""

SEEN = "SELECT paper_id FROM seen WHERE person_id = :me ORDER BY seen_at DESC LIMIT :limit"

MARKS = """
SELECT a.id, a.paper_id, a.exact FROM annotation a
WHERE a.deleted_at IS NULL AND (a.visibility = 'team' OR a.author_id = :me)
AND (a.exact_folded LIKE :words ESCAPE '!' OR a.body LIKE :words ESCAPE '!' OR (:words = '%%' AND a.paper_id = :paper))
AND (:words <> '%%' OR a.paper_id = :paper)
ORDER BY a.updated_at DESC LIMIT :limit
"""

BODIES = (
    "SELECT id, title, body FROM note WHERE id IN (SELECT CAST(from_id AS INTEGER) FROM link WHERE from_kind = 'note')"
)

UNLINKABLE = frozenset("[]|\n")
FEW = 3  # of notes and annotations beside papers


class LinkTarget(NamedTuple):
    """Something to link to: `target` goes between the brackets, `shown` is what people read."""

    target: str
    kind: str  # paper, note or annotation
    shown: str


class Linking(Links, Finding):
    def link_targets(self, typed: str, *, paper_id: int | None = None, limit: int = 8) -> list[LinkTarget]:
        """What `[[typed` may become, the likeliest first; before anything is typed, what lies nearest."""
        words = name_key(typed)
        titles = [row[0] for row in self.store.read(TITLES, {"me": self.me_id}) if not UNLINKABLE & set(row[0])]
        fitting = sorted((t for t in titles if words in name_key(t)), key=lambda t: not name_key(t).startswith(words))
        notes = [LinkTarget(title, "note", title) for title in fitting[: limit if words else FEW]]
        papers = list(self._paper_targets(typed, limit))
        marks = list(self._mark_targets(words, paper_id, FEW))
        first = notes[:FEW] if words else [*marks, *notes]
        return list(dict.fromkeys([*first, *papers[: limit - len(first) - 1], *marks, *papers, *notes]))[:limit]

    def linked_here(self, paper_id: int) -> list[tuple[LinkView, str, str]]:
        """What points to a paper: the link, what it stands in, and the line that it stands in."""
        found = self.backlinks(paper_id)
        texts = {str(note): (title, body) for note, title, body in self.store.read(BODIES)} if found else {}
        keys = {row.id: row.key for row in self.rows([link.paper_id for link in found if link.paper_id])}
        return [(link, *_standing(link, texts, keys)) for link in found]

    def dead_targets(self, texts: list[str]) -> set[str]:
        """Those among the targets of links that lead nowhere."""
        return {text for text in dict.fromkeys(texts) if self.resolve_link(text)[1] is None}

    def _paper_targets(self, typed: str, limit: int) -> Iterator[LinkTarget]:
        from tracker.vault.names import stem

        if typed.strip():
            begun = self.ids_by_key(typed.strip(), limit=FEW)
            ids = list(dict.fromkeys([*begun, *self.find(typed, typing=True, limit=limit, rough=True).ids]))
        else:
            ids = [row[0] for row in self.store.read(SEEN, {"me": self.me_id, "limit": limit})]
        for row in self.rows(ids[:limit]):
            yield LinkTarget(stem(row.key, row.heading), "paper", f"{row.key} {row.heading}")

    def _mark_targets(self, words: str, paper_id: int | None, limit: int) -> Iterator[LinkTarget]:
        from tracker.ulid import short
        from tracker.vault.names import stem

        sought = fold(words).replace("!", "!!").replace("%", "!%").replace("_", "!_")
        values = {"me": self.me_id, "words": f"%{sought}%", "paper": paper_id, "limit": limit}
        found = self.store.read(MARKS, values)
        rows = {row.id: row for row in self.rows([paper for _, paper, _ in found])}
        for mark, paper, exact in found:
            row = rows[paper]
            yield LinkTarget(f"{stem(row.key, row.heading)}#{short(mark)}", "annotation", f"“{exact}” {row.key}")


def _standing(link: LinkView, texts: dict[str, tuple[str, str]], keys: dict[int, str]) -> tuple[str, str]:
    """The note's title, else the key of the paper that it is on; and the line around the link."""
    title, body = texts.get(link.from_id, ("", "")) if link.from_kind == "note" else ("", "")
    line = body[: link.start].rpartition("\n")[2] + body[link.start :].partition("\n")[0]
    return title or keys.get(link.paper_id or 0, link.from_kind), line.strip()
