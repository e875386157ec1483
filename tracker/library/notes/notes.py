"""Notes: Markdown on a paper or on its own, saved by compare-and-set, with a draft kept while typing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tracker.errors import Conflict, NotFound
from tracker.later import models
from tracker.library.details import NOTE, Details, note_view
from tracker.library.door import OpenStep
from tracker.library.notes.links import Links, named, written
from tracker.library.values import Draft, LinkView, NoteConflict, NoteView
from tracker.stored import following, moment
from tracker.text.clean import clean, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlmodel import Session


class Notes(Links, Details):
    """Reading and writing notes. An editor remembers the version it opened and hands it back when it saves."""

    def note(self, note_id: int) -> NoteView:
        row = self.store.one(NOTE + " AND n.id = :note", {"me": self.me_id, "note": note_id})
        if not row:
            raise NotFound(f"There is no note {note_id} any more")
        return note_view(row)

    def my_note(self, paper_id: int) -> NoteView | None:
        """The person's first note on a paper, the one that `e` opens."""
        return next((note for note in self.notes(paper_id) if note.mine), None)

    def new_note(self, paper_id: int, templates: Mapping[str, str]) -> str:
        """What a new note on a paper begins with."""
        from tracker.text.template import chosen, filled

        rows = self.rows([paper_id]) if templates else []
        if not rows:
            return ""
        row = rows[0]
        known = {"title": row.heading, "authors": ", ".join(row.authors), "year": str(row.year or ""), "key": row.key}
        known |= {"venue": row.venue or "", "date": f"{datetime.now():%Y-%m-%d}"}
        return filled(chosen(templates, row.collections), known)

    def all_notes(self) -> list[NoteView]:
        """Every note that the person may see, the one changed last first."""
        rows = self.store.read(NOTE + " ORDER BY n.updated_at DESC", {"me": self.me_id})
        return [note_view(row) for row in rows]

    def write_note(
        self,
        paper_id: int | None,
        body: str,
        *,
        note_id: int | None = None,
        version: int = 0,
        base: str = "",
        title: str = "",
    ) -> NoteView | NoteConflict | None:
        """Save a note (a new one without `note_id`). Where it has another version by now, nothing is written.

        `base` is the text as the editor opened it; the conflict holds the merge of both changes on it. A text without
        words and title is no note: a new one is not made, one that was there is deleted, and the answer is None.
        """
        body, title = clean(body), one_line(title)
        with self.step(f"wrote a note on {self.told([paper_id])}" if paper_id else f"wrote the note “{title}”") as step:
            note = models.Note(paper_id=paper_id, author_id=step.person_id)
            if note_id is not None:
                note = _note(step, note_id)
                if note.version != version:
                    return self._conflict(note, base, body)
            kept = self._keep_note(step, note, title or note.title, body)
            _drop(step.session, step.person_id, paper_id, note_id)
        return self.note(note.id or 0) if kept else None

    def title_note(self, note_id: int, title: str) -> str | None:
        """Give a note a title; links by its old one follow."""
        title = one_line(title)
        with self.step(f"named the note “{title}”") as step:
            note = _note(step, note_id)
            self._keep_note(step, note, title, note.body)
        return step.said

    def backlinks_of(self, note_id: int) -> tuple[LinkView, ...]:
        """What points to a note, or to the paper that it is on."""
        paper = self.note(note_id).paper_id
        return (*self.note_backlinks(note_id), *(self.backlinks(paper) if paper else ()))

    def delete_note(self, note_id: int) -> str | None:
        """Take a note away; undo brings it back."""
        with self.step("deleted a note") as step:
            self._erase(step, _note(step, note_id))
        return step.said

    def _keep_note(self, step: OpenStep, note: models.Note, title: str, body: str) -> bool:
        """Give a note its text, with the links in it; whether it is one, and not a text without words and title."""
        if not body.strip() and not title:
            self._erase(step, note)
            return False
        old = note.title
        give_text(note, title, body)
        step.session.add(note)
        step.session.flush()
        written(step, "note", note.id or 0, note.paper_id, body)
        named(step, note, old)
        return True

    def _erase(self, step: OpenStep, note: models.Note) -> None:
        """Delete a note, if it was ever there."""
        if note.id is None:
            return
        about = f"a note on {self.told([note.paper_id])}" if note.paper_id else f"the note “{note.title}”"
        step.title = f"deleted {about}"
        step.session.delete(note)
        written(step, "note", note.id, None, "")

    def draft(self, paper_id: int | None, note_id: int | None = None) -> Draft | None:
        """Text that was being typed when the editor closed or died."""
        row = self.store.one(
            "SELECT paper_id, note_id, base_version, base, text, at FROM draft"
            " WHERE person_id = :me AND paper_id IS :paper AND note_id IS :note",
            {"me": self.me_id, "paper": paper_id, "note": note_id},
        )
        return _draft(row) if row else None

    def keep_draft(
        self, paper_id: int | None, text: str, *, note_id: int | None = None, base_version: int = 0, base: str = ""
    ) -> None:
        """Keep what is being typed; called while typing. No step."""
        with self.store.transaction() as session:
            person = self._person(session)
            _drop(session, person, paper_id, note_id)
            session.add(
                models.Draft(
                    person_id=person,
                    paper_id=paper_id,
                    note_id=note_id,
                    base_version=base_version,
                    base=base,
                    text=clean(text),
                )
            )

    def drop_draft(self, paper_id: int | None, note_id: int | None = None) -> None:
        if self.draft(paper_id, note_id):
            with self.store.transaction() as session:
                _drop(session, self._person(session), paper_id, note_id)

    def _conflict(self, note: models.Note, base: str, mine: str) -> NoteConflict:
        from tracker.text.merge import merge

        writer = self.store.one("SELECT name FROM person WHERE id = :id", {"id": note.author_id})
        name = writer[0] if writer else "somebody"
        return NoteConflict(base, mine, note.body, name, note.version, merge(base, mine, note.body))


def _note(step: OpenStep, note_id: int) -> models.Note:
    note = step.session.get(models.Note, note_id)
    if note is None:
        raise Conflict("The note was deleted meanwhile; save the text as a new note")
    if note.author_id != step.person_id:
        raise Conflict("Only its author can change a note; write one of your own")
    return note


def give_text(note: models.Note, title: str, body: str) -> None:
    """Give a note its text, and a new version where it is another one."""
    fresh = note.id is None
    if fresh or (note.body, note.title) != (body, title):
        note.body, note.title = body, title
        note.version, note.updated_at = note.version if fresh else following(note.version), datetime.now(UTC)


def _draft(values: tuple[Any, ...]) -> Draft:
    paper, note, version, base, text, at = values
    return Draft(paper, note, version, base, text, moment(at))


def _drop(session: Session, person_id: int, paper_id: int | None, note_id: int | None) -> None:
    from sqlmodel import col, select

    kept = models.Draft
    mine = select(kept).where(kept.person_id == person_id)
    mine = mine.where(col(kept.paper_id).is_(paper_id) if paper_id is None else kept.paper_id == paper_id)
    mine = mine.where(col(kept.note_id).is_(note_id) if note_id is None else kept.note_id == note_id)
    for draft in session.exec(mine):
        session.delete(draft)
    session.flush()
