"""What a file tells of its reader: where a paper stands for them, and what was noted. Unless the file says who wrote a
note, all of it is the importing person's."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import Any, NamedTuple

from tracker.errors import Unreadable
from tracker.formats.record import Record, Written
from tracker.later import models, wikilinks
from tracker.library.door import OpenStep, author_named
from tracker.library.names import name_key, tag_name
from tracker.library.notes.links import written
from tracker.terms import STATUS_ALIASES, Depth, Status, Visibility
from tracker.text.clean import clean, one_line
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
    snoozed_until: datetime | None = None
    decided_at: datetime | None = None
    finished_at: datetime | None = None


_stand = attrgetter("status", "priority", "starred", "rating", "due", "depth", "snoozed", "decided", "finished")
_NOWHERE = _stand(Record())


def standing(record: Record) -> Standing:
    """All that a record tells of where a paper stands."""
    due = depth = None
    with suppress(ValueError):
        due = date.fromisoformat(record.due or "")
    with suppress(ValueError):
        depth = Depth(record.depth or "")
    priority = record.priority if 0 <= record.priority <= 3 else 0
    rating = record.rating if record.rating in range(1, 6) else None
    moments = map(_moment, (record.snoozed, record.decided, record.finished))
    return Standing(stands(record) or Status.INBOX, priority, record.starred, rating, due, depth, *moments)


def _moment(told: str | None) -> datetime | None:
    """A moment of a file; without a zone it is UTC."""
    with suppress(ValueError):
        found = datetime.fromisoformat(told or "")
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    return None


def labels(record: Record) -> list[str]:
    """A label that is no reading state is kept as a tag."""
    with suppress(Unreadable):
        if record.status and stands(record) is None:
            return [tag_name(record.status)]
    return []


class _Note(NamedTuple):
    """A note as it is known again: one that its author told of by when it was made, else by its words."""

    title: str
    body: str
    created: datetime | None

    def is_there(self, other: _Note, told: Container[datetime | None]) -> bool:
        """Whether another note, which may have been edited since, is this one. `told`: when those notes were made that
        the file tells of; none of them is another one of it, whatever its words."""
        if not self.created:
            return _is_in(self.body, other.body)
        if other.created in told:
            return other.created == self.created
        return (self.title, self.body) == (other.title, other.body)


class Personal:
    """Takes states and notes in, in bulk, as rows of the batch."""

    step: OpenStep
    batch_id: int

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.states = self.notes = 0

    def enter(self, step: OpenStep, batch_id: int) -> None:
        """Take them in within this step."""
        self.step, self.batch_id = step, batch_id

    def take(self, papers: Sequence[tuple[Record, int]]) -> None:
        told = ((paper, standing(record)) for record, paper in reversed(papers) if _stand(record) != _NOWHERE)
        self._take_states({paper: stand for paper, stand in told if stand != Standing()})
        self._take_notes([(paper, note) for record, paper in papers for note in self._notes(record)])

    def take_alone(self, told: Sequence[Record]) -> None:
        """Take in notes on no paper."""
        self._take_notes([(None, note) for record in told for note in record.written])

    def _notes(self, record: Record) -> Iterator[Written]:
        yield from record.written or (Written(body, "", self.now, self.now) for body in record.notes)

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

    def _take_notes(self, wanted: Sequence[tuple[int | None, Written]]) -> None:
        """Notes that their author does not have on the paper yet, or on none."""
        if not wanted:
            return
        authors = {name: author_named(self.step, name) for name in {note.author for _, note in wanted}}
        there = self._there({paper for paper, _ in wanted}, set(authors.values()))
        told = {note.created for _, note in wanted if note.author}
        rows: list[dict[str, Any]] = []
        for paper, note in wanted:
            author, body, title = authors[note.author], clean(note.body).strip(), one_line(note.title)
            theirs = there.setdefault((author, paper or 0), [])
            mine = _Note(title, body, note.created if note.author else None)
            if (body or title) and not any(mine.is_there(other, told) for other in theirs):
                theirs.append(mine)
                rows.append(self._row(paper, author, body, title, note))
        self.step.recorder.forget({row["paper_id"] for row in rows} - {None})
        self._insert_notes(rows)
        self.notes += len(rows)

    def _insert_notes(self, rows: list[dict[str, Any]]) -> None:
        """Notes with the links in them."""
        import sqlalchemy as sa

        if not rows:
            return
        model: Any = models.Note
        table = model.__table__
        added = sa.insert(table).returning(table.c.id, sort_by_parameter_order=True)
        for id, row in zip(self.step.session.connection().execute(added, rows).scalars().all(), rows, strict=True):
            if wikilinks.wikilinks(row["body"]):
                written(self.step, "note", id, row["paper_id"], row["body"])

    def _row(self, paper: int | None, author: int, body: str, title: str, note: Written) -> dict[str, Any]:
        row = {"paper_id": paper, "author_id": author, "title": title, "body": body, "batch_id": self.batch_id}
        who = Visibility.PRIVATE if note.private else Visibility.TEAM
        return row | {"visibility": who, "version": 1, "created_at": note.created, "updated_at": note.updated}

    def _there(self, papers: set[int | None], authors: Iterable[int]) -> dict[tuple[int, int], list[_Note]]:
        """The notes of people on papers, by author and paper, 0 for none."""
        from sqlmodel import col, or_, select

        Note = models.Note
        on = col(Note.paper_id).in_(sorted(paper for paper in papers if paper is not None))
        held = or_(on, col(Note.paper_id).is_(None)) if None in papers else on
        asked = select(Note).where(held, col(Note.author_id).in_(sorted(authors)))
        found: dict[tuple[int, int], list[_Note]] = {}
        for note in self.step.session.exec(asked):
            theirs = found.setdefault((note.author_id, note.paper_id or 0), [])
            theirs.append(_Note(note.title, note.body, note.created_at))
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
