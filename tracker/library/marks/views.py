"""Annotations as people see them: with their places in the plain text of the current abstract."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tracker.errors import NotFound
from tracker.library.door import numbers
from tracker.library.marks.anchors import Move, Spot, Wording
from tracker.library.marks.kinds import Kinds
from tracker.library.values import AnnotationView
from tracker.stored import moment, word
from tracker.terms import Visibility
from tracker.text.anchor import How, Place, State
from tracker.ulid import SHORT, short

CURRENT = """
SELECT id, text FROM text_version WHERE paper_id = :paper AND field = 'abstract' ORDER BY seq DESC LIMIT 1
"""

ANNOTATION = """
SELECT a.id, a.paper_id, a.kind, a.version_id, a.start, a."end", a.made_version_id, a.made_start, a.made_end,
       a.state, a.how, a.score, a.exact, a.prefix, a.suffix, a.body, p.name, a.author_id = :me, a.visibility,
       a.origin, a.created_at, a.updated_at, a.rev,
       (SELECT count(DISTINCT c.thread_id) FROM comment c WHERE c.annotation_id = a.id AND c.deleted_at IS NULL),
       (SELECT count(*) FROM comment c WHERE c.annotation_id = a.id AND c.deleted_at IS NULL)
FROM annotation a JOIN person p ON p.id = a.author_id
WHERE a.deleted_at IS NULL AND (a.visibility = 'team' OR a.author_id = :me) AND {where} ORDER BY a.created_at, a.id
"""

TAGS = """
SELECT l.annotation_id, t.name FROM annotation_tag l JOIN tag t ON t.id = l.tag_id
JOIN annotation a ON a.id = l.annotation_id WHERE {where} ORDER BY t.name_key
"""


class Annotated(Kinds):
    """Reading annotations. One that is private is nobody else's to see."""

    def annotations(self, paper_id: int) -> tuple[AnnotationView, ...]:
        """The annotations on a paper that the person may see, in the order of the text; those without a place last."""
        return self._views("a.paper_id = :paper", {"paper": paper_id}, paper_id)

    def annotated(self, ids: Iterable[int]) -> list[AnnotationView]:
        """The annotations on several papers, in the order of the papers."""
        wanted = list(dict.fromkeys(ids))
        rows = self.store.read(f"SELECT DISTINCT paper_id FROM annotation WHERE paper_id IN ({numbers(wanted)})")
        there = {row[0] for row in rows}
        return [view for paper in wanted if paper in there for view in self.annotations(paper)]

    def annotation(self, reference: str) -> AnnotationView:
        """By its id or its short one, `^m-7f3a2c`; what stands before the `^` does not matter."""
        text = reference.rpartition("^")[2].strip()
        text = text.removeprefix("m-").upper()
        if len(text) >= SHORT and text.isalnum():
            where = "substr(a.id, -length(:text)) = :text"
            found = self.store.read(f"SELECT id, paper_id FROM annotation a WHERE {where}", {"text": text})
            for annotation, paper in found:
                if views := self._views("a.id = :id", {"id": annotation}, paper):
                    return views[0]
        raise NotFound(f"There is no annotation {reference}; `tracker annotations` shows them")

    def _wording(self, paper_id: int) -> Wording:
        row = self.store.one(CURRENT, {"paper": paper_id})
        if row is None:
            raise NotFound(f"Paper {paper_id} has no abstract to annotate")
        return Wording(*row)

    def _views(self, where: str, values: dict[str, Any], paper_id: int) -> tuple[AnnotationView, ...]:
        rows = self.store.read(ANNOTATION.format(where=where), values | {"me": self.me_id})
        if not rows:
            return ()
        tags: dict[str, tuple[str, ...]] = {}
        for annotation, name in self.store.read(TAGS.format(where=where), values):
            tags[annotation] = (*tags.get(annotation, ()), name)
        move = Move(self._wording(paper_id), self._source)
        views = [_view(row, move, tags.get(row[0], ())) for row in rows]
        return tuple(sorted(views, key=lambda view: (view.state is State.ORPHAN, view.start, -view.end)))

    def _source(self, version_id: int) -> str:
        row = self.store.one("SELECT text FROM text_version WHERE id = :id", {"id": version_id})
        return row[0] if row else ""


def _view(row: Sequence[Any], move: Move, tags: tuple[str, ...]) -> AnnotationView:
    (key, paper, kind, *spots, state, how, score, quote, prefix, suffix, body, author, mine, visibility) = row[:19]
    origin, created, updated, rev, threads, comments = row[19:]
    place = _place(move, Spot(*spots[:3]), Spot(*spots[3:]), word(State, state), word(How, how), score)
    return AnnotationView(
        id=key,
        short=short(key),
        paper_id=paper,
        kind=kind,
        start=place.start,
        end=place.end,
        text=move.new.text[place.start : place.end],
        state=place.state,
        how=place.how,
        score=place.score,
        quote=quote,
        prefix=prefix,
        suffix=suffix,
        body=body,
        tags=tags,
        author=author,
        mine=bool(mine),
        visibility=word(Visibility, visibility),
        origin=origin,
        threads=threads,
        comments=comments,
        created_at=moment(created),
        updated_at=moment(updated),
        rev=rev,
    )


def _place(move: Move, now: Spot, made: Spot, state: State, how: How, score: float) -> Place:
    """Where an annotation is in the current wording. One that was made on an older wording while a newer one was
    undone, and is not now, has not been carried along: it is here."""
    lost = Place(0, 0, State.ORPHAN, how, 0.0)
    if state is State.ORPHAN:
        return lost
    if now.version_id != move.new.version_id:
        return move.place(now, made, state) or lost
    start, end = move.new.plain(now)
    return Place(start, end, state, how, score) if start < end else lost
