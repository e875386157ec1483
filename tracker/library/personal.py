"""What a file tells of its reader: where a paper stands for them, and what they noted. It is the importing person's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any, NamedTuple

from tracker.errors import Unreadable
from tracker.formats.record import Record
from tracker.later import models, wikilinks
from tracker.library.door import OpenStep
from tracker.library.names import name_key, tag_name
from tracker.terms import STATUS_ALIASES, Depth, Status
from tracker.text.clean import clean
from tracker.text.fold import fold

# What other programs call a reading state, and screening programs a decision. None: nothing is decided.
WORDS: dict[str, Status | None] = {
    **{status.value: status for status in Status},
    **STATUS_ALIASES,
    **dict.fromkeys(("unread", "new", "none", "undecided", "not read", "unlabeled"), Status.INBOX),
    **dict.fromkeys(("to read", "toread", "want to read", "want", "queued", "planned", "backlog"), Status.LATER),
    **dict.fromkeys(("included", "include", "relevant", "accepted"), Status.LATER),
    **dict.fromkeys(("in progress", "currently reading", "skimming", "started"), Status.READING),
    **dict.fromkeys(("finished", "completed", "complete", "skimmed"), Status.DONE),
    **dict.fromkeys(("excluded", "exclude", "irrelevant", "rejected", "ignored"), Status.SKIPPED),
}
SAME_NOTE = 80  # per cent: a note that was imported before and edited since is that note

# Keeps the links that are written in a note: step, note, paper, body.
Linked = Callable[[OpenStep, int, int, str], None]


def stands(record: Record) -> Status | None:
    """The reading state that a record tells, None where it is none that the library has."""
    return WORDS.get(" ".join((record.status or "").casefold().replace("_", " ").split()))


class Standing(NamedTuple):
    """Where a paper stands for its reader; what the library cannot hold is left out."""

    status: Status = Status.INBOX
    priority: int = 0
    starred: bool = False
    rating: int | None = None
    due_on: date | None = None
    depth: Depth | None = None


def standing(record: Record) -> Standing:
    """All that a record tells of where a paper stands."""
    due = depth = None
    with suppress(ValueError):
        due = date.fromisoformat(record.due or "")
    with suppress(ValueError):
        depth = Depth(record.depth or "")
    priority = record.priority if 0 <= record.priority <= 3 else 0
    rating = record.rating if record.rating in range(1, 6) else None
    return Standing(stands(record) or Status.INBOX, priority, record.starred, rating, due, depth)


def labels(record: Record) -> list[str]:
    """A label that is no reading state is kept as a tag."""
    with suppress(Unreadable):
        if record.status and stands(record) is None:
            return [tag_name(record.status)]
    return []


class Personal:
    """Takes states and notes in, in bulk, as rows of the batch."""

    def __init__(self, step: OpenStep, batch_id: int, now: datetime, linked: Linked | None) -> None:
        self.step, self.batch_id, self.now, self._linked = step, batch_id, now, linked
        self.states = self.notes = 0

    def take(self, papers: Sequence[tuple[Record, int]]) -> None:
        told = ((paper, standing(record)) for record, paper in reversed(papers))
        self._take_states({paper: stand for paper, stand in told if stand != Standing()})
        self._take_notes([(paper, note) for record, paper in papers for note in record.notes])

    def _take_states(self, wanted: dict[int, Standing]) -> None:
        """A state that the person has given a paper here stays."""
        there = {row[0] for row in self._mine(models.ReadingState, "person_id", ["paper_id"], wanted)}
        fixed = {"person_id": self.step.person_id, "batch_id": self.batch_id, "changed_at": self.now}
        rows = [
            {"paper_id": paper, "passed": 0} | stand._asdict() | fixed
            for paper, stand in wanted.items()
            if paper not in there
        ]
        self.states += len(rows)
        self._insert(models.ReadingState, rows)

    def _take_notes(self, wanted: Sequence[tuple[int, str]]) -> None:
        """Notes that the person does not have on the paper yet."""
        mine: dict[int, list[str]] = {}
        for paper, body in self._mine(models.Note, "author_id", ["paper_id", "body"], {p for p, _ in wanted}):
            mine.setdefault(paper, []).append(body)
        fresh: list[tuple[int, str]] = []
        for paper, note in wanted:
            body = clean(note).strip()
            if body and not any(_is_in(body, other) for other in mine.get(paper, ())):
                mine.setdefault(paper, []).append(body)
                fresh.append((paper, body))
        self._add_notes(fresh)

    def _add_notes(self, fresh: Sequence[tuple[int, str]]) -> None:
        self.step.recorder.forget({paper for paper, _ in fresh})
        fixed = {"author_id": self.step.person_id, "batch_id": self.batch_id, "title": "", "visibility": "team"}
        times = {"version": 1, "created_at": self.now, "updated_at": self.now}
        self._insert(models.Note, [{"paper_id": paper, "body": body} | fixed | times for paper, body in fresh])
        self.notes += len(fresh)
        for paper, body in fresh:
            if self._linked and wikilinks.wikilinks(body):
                self._linked(self.step, self._note(paper, body), paper, body)

    def _note(self, paper: int, body: str) -> int:
        from sqlmodel import select

        Note = models.Note
        found = self.step.session.exec(
            select(Note.id).where(Note.paper_id == paper, Note.body == body, Note.batch_id == self.batch_id)
        ).first()
        assert found is not None
        return found

    def _mine(self, model: Any, owner: str, columns: Sequence[str], papers: Iterable[int]) -> Sequence[Any]:
        import sqlalchemy as sa

        asked = sorted(papers)
        if not asked:
            return ()
        table = model.__table__
        mine = sa.and_(table.c[owner] == self.step.person_id, table.c.paper_id.in_(asked))
        statement = sa.select(*(table.c[name] for name in columns)).where(mine)
        return self.step.session.connection().execute(statement).fetchall()

    def _insert(self, model: Any, rows: list[dict[str, Any]]) -> None:
        import sqlalchemy as sa

        if rows:
            self.step.session.connection().execute(sa.insert(model.__table__), rows)


def keywords(record: Record) -> list[str]:
    """Keywords as tags; those that are tags already once."""
    known = {name_key(tag) for tag in record.tags}
    return [word for word in record.keywords if name_key(word) not in known]


def _is_in(body: str, other: str) -> bool:
    """Whether a note says what another one says already, which may have been edited since it came."""
    from rapidfuzz import fuzz

    folded, theirs = fold(body), fold(other)
    return folded in theirs or fuzz.ratio(folded, theirs, score_cutoff=SAME_NOTE) > 0
