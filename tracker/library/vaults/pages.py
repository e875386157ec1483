"""What the library says of the pages of a vault: papers with a note or an annotation, read many at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tracker.library.details import NOTE, note_view
from tracker.library.door import chunks, numbers
from tracker.library.marks.comments import Comments
from tracker.library.values import AnnotationView, NoteView, Row
from tracker.text.anchor import State

if TYPE_CHECKING:
    from tracker.formats.annotations import Mark
    from tracker.vault.writing import Here

NOTED = """
SELECT DISTINCT paper_id FROM note WHERE paper_id IS NOT NULL AND (visibility = 'team' OR author_id = :me)
"""

ANNOTATED = """
SELECT DISTINCT paper_id FROM annotation
WHERE deleted_at IS NULL AND (visibility = 'team' OR author_id = :me)
"""

TEXTS = """
SELECT t.paper_id, t.text FROM text_version t WHERE t.field = 'abstract' AND t.paper_id IN ({ids})
AND t.seq = (SELECT max(seq) FROM text_version o WHERE o.paper_id = t.paper_id AND o.field = 'abstract')
"""

RATINGS = "SELECT paper_id, rating FROM reading_state WHERE person_id = :me AND rating IS NOT NULL"


class Pages(Comments):
    """A paper's page knows the library by its identity, so that two libraries can share a folder."""

    def _identity(self) -> str:
        row = self.store.one("SELECT value FROM meta WHERE name = 'identity'")
        return str(row[0]) if row else ""

    def _written_on(self) -> set[int]:
        """The papers that have a note or an annotation."""
        noted = self.store.read(NOTED, {"me": self.me_id})
        return {row[0] for row in [*noted, *self.store.read(ANNOTATED, {"me": self.me_id})]}

    def _here(self, ids: Iterable[int]) -> dict[int, tuple[Row, Here]]:
        """Papers and their pages, as far as they are there."""
        return dict(self._pages(self.rows(sorted(ids))))

    def _pages(self, rows: Sequence[Row]) -> Iterable[tuple[int, tuple[Row, Here]]]:
        from tracker.vault.fields import Fields
        from tracker.vault.writing import Here, told

        name, ratings = self._identity(), dict(self.store.read(RATINGS, {"me": self.me_id}))
        ids = [row.id for row in rows]
        notes, texts = self._notes_by_paper(ids), self._abstracts(ids)
        marked = {row[0] for row in self.store.read(ANNOTATED, {"me": self.me_id})}
        for row in rows:
            there = notes.get(row.id, ())
            fields = Fields(row.tags, row.status, row.priority, ratings.get(row.id), row.due_on)
            front = told(row.heading, guessed=row.guessed, lists=row.collections)
            blocks = self._blocks(row.id, there, row.id in marked, texts.get(row.id, ""))
            yield row.id, (row, Here(f"{name}-{row.id}", fields, _bodies(there), front, blocks, self.me))

    def _notes_by_paper(self, ids: Sequence[int]) -> dict[int, list[NoteView]]:
        found: dict[int, list[NoteView]] = {}
        for part in chunks(ids):
            where = f" AND n.paper_id IN ({numbers(part)}) ORDER BY n.id"
            for view in map(note_view, self.store.read(NOTE + where, {"me": self.me_id})):
                found.setdefault(view.paper_id or 0, []).append(view)
        return found

    def _abstracts(self, ids: Sequence[int]) -> dict[int, str]:
        rows = [row for part in chunks(ids) for row in self.store.read(TEXTS.format(ids=numbers(part)))]
        return dict(rows)

    def _blocks(self, paper_id: int, notes: Sequence[NoteView], marked: bool, abstract: str) -> dict[str, str]:
        """What is written and not read."""
        from tracker.vault.page import ABSTRACT, ANNOTATIONS, OTHERS
        from tracker.vault.writing import quotation

        others = [f"**{view.author}**\n{view.body.strip()}" for view in notes if not view.mine]
        return {
            OTHERS: "\n".join(map(quotation, others)),
            ANNOTATIONS: self._callouts(paper_id) if marked else "",
            ABSTRACT: quotation(abstract),
        }

    def _callouts(self, paper_id: int) -> str:
        """The annotations on a paper in the order of the text, then those that have lost their place."""
        from tracker.formats.annotations_markdown import callout

        views = self.annotations(paper_id)
        placed = [callout(self._mark(view)) for view in views if view.state is not State.ORPHAN]
        lost = [callout(self._mark(view)) for view in views if view.state is State.ORPHAN]
        return "".join([*placed, *(["### Without a place\n\n"] if lost else []), *lost])

    def _mark(self, view: AnnotationView) -> Mark:
        from tracker.formats.annotations import Mark, Remark

        comments = self.comments(view.paper_id, view.id) if view.comments else ()
        said = tuple(Remark(each.id, each.author, each.body, each.created_at) for each in comments)
        exact = view.text or view.quote
        return Mark(view.id, exact, view.kind, body=view.body, tags=view.tags, author=view.author, comments=said)


def _bodies(notes: Sequence[NoteView]) -> dict[str, str]:
    """The person's own notes by the names of their blocks; the first is simply the note."""
    mine = [view for view in notes if view.mine]
    return {f"note {view.id}" if place else "note": view.body for place, view in enumerate(mine)}
