"""The journal: every write is a step, and undo, redo and history read what the step left behind.

A step is one transaction. While it runs, each flush is watched: of every row that is added, changed or deleted, the
columns that changed are kept as they were before and after. No use case writes its own inverse.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import UOWTransaction
from sqlmodel import Session, SQLModel

from tracker.errors import LibraryUnavailable
from tracker.models import Instant, Round
from tracker.models.columns import Day, now
from tracker.store import alike
from tracker.store.blind import TOUCHED
from tracker.store.reader import raw as raw  # what follows a step asks it of the journal
from tracker.store.search import Engine
from tracker.stored import day, moment, word

TABLES: Mapping[str, sa.Table] = {table.name: table for table in SQLModel.metadata.sorted_tables}
RANK = {name: place for place, name in enumerate(TABLES)}  # a table stands behind those it points to

# Kept by the program rather than done by a person, hence no part of a step.
MADE = frozenset({"sketch", "sketched", "likeness"})  # of the rows of papers (see tracker.store.alike)
UNJOURNALED = MADE | frozenset(
    {"step", "change", "person", "seen", "liking", "draft", "unsent", "meta", "round_claim", "vault", "vault_page"}
)

# Rows that are never changed; the journal only says that they came (see tracker.store.ballots).
APPENDED = frozenset({"vote", "resolution"})

# What the search index holds of a paper comes from these.
INDEXED = frozenset({"paper", "text_version", "title_variant", "note", "annotation", "comment"})

# For whom it holds what people wrote comes from these.
VEILING = frozenset({"screening_round", "round_person", "round_paper"})

AT_ONCE = 1000  # papers that a step puts into the search index; of more, the rest is put in behind it

STEP = "INSERT INTO step (person_id, at, title, batch_id, round_id) VALUES (?, ?, ?, ?, ?) RETURNING id"
STANDS = "SELECT 1 FROM step WHERE id = ? AND undone_at IS NULL"
RETITLE = "UPDATE step SET title = ? WHERE id = ?"
CHANGE = "INSERT INTO change (step_id, table_name, row_key, before, after, paper_id) VALUES (?, ?, ?, ?, ?, ?)"

Values = dict[str, Any]


class RowChange(NamedTuple):
    """One row of a step; `before` is None for a new row, `after` for a deleted one, else only what changed."""

    table: str
    key: Values
    paper_id: int | None
    before: Values | None
    after: Values | None


def stored(value: Any) -> Any:
    """A column's value as the journal's JSON holds it."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case date():
            return value.isoformat()
        case StrEnum():
            return value.value
    return value


def live(table: sa.Table, values: Mapping[str, Any]) -> Values:
    """The inverse of `stored` for some columns of a table."""
    return {name: _live(table.c[name].type, value) for name, value in values.items()}


def _live(kind: sa.types.TypeEngine[Any], value: Any) -> Any:
    if value is None:
        return None
    match kind:
        case Instant():
            return moment(value)
        case Day():
            return day(value)
        case sa.Enum(enum_class=enum) if enum is not None:
            return word(enum, value)
    return value


def paper_of(table: str, values: Mapping[str, Any]) -> int | None:
    """The paper that a row is about."""
    return values.get("id") if table == "paper" else values.get("paper_id")


class Recorder:
    """Watches the flushes of one session and keeps what changed, and the search index in step with it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.search: Engine = session.info["search"]
        self.changes: list[RowChange] = []
        self.to_index: set[int] = set()
        self.compared: set[int] = set()  # papers of this step that were compared with all others, or wait for it
        self._indexed: set[int] = set()
        self._veiled_since: datetime | None = None  # when the first round began that changes in the flush that runs
        self.late = False  # so many papers came that they are indexed behind the step
        event.listen(session, "before_flush", self._before_flush)
        event.listen(session, "after_flush", self._after_flush)

    @property
    def papers(self) -> frozenset[int]:
        """Those that the step touched; none where they are too many to be named."""
        if self.late:
            return frozenset()
        return frozenset(change.paper_id for change in self.changes if change.paper_id is not None) | (
            self.to_index | self._indexed
        )

    def forget(self, papers: Iterable[int]) -> None:
        """Take papers out of the search index while their rows are still what it was made from."""
        papers = set(papers)
        self.compared -= papers
        fresh = papers - self.to_index
        if fresh:
            self.search.forget(raw(self.session), fresh)
            self.to_index |= fresh

    def forget_many(self, papers: Sequence[int]) -> None:
        """Take out the papers of an import, which go or come as a whole; `wait` puts back those that are there."""
        self.search.forget(raw(self.session), papers)

    def wait(self, papers: Sequence[int]) -> None:
        """Have papers put into the index and compared with others, behind the step where they are many."""
        if len(papers) <= AT_ONCE and not self.late:
            self.to_index.update(papers)
            return
        self.late = True
        self.search.postpone(raw(self.session), papers)
        alike.postpone(self.session, papers)

    def forget_since(self, when: datetime | None) -> None:
        """Take papers out of the search index on which something was written since then, when a round began.

        Before the round changes, and once more after it: what was written may be there to be read only then.
        """
        if when:
            self.forget(row[0] for row in raw(self.session).execute(TOUCHED, {"since": stored(when)}).fetchall())

    def index(self) -> None:
        """Put the papers of this step that are out of the search index back into it, as they are now."""
        if self.to_index:
            self.late = self.late or len(self._indexed) + len(self.to_index) > AT_ONCE
            keep = self.search.postpone if self.late else self.search.index
            keep(raw(self.session), self.to_index)
            alike.index(self.session, self.to_index - self.compared)
            self._indexed |= set() if self.late else self.to_index
            self.to_index, self.compared = set(), set()

    def _before_flush(self, session: Session, _context: UOWTransaction, _instances: object) -> None:
        rows = [*session.new, *session.dirty, *session.deleted]
        rounds = [began for row in rows if session.is_modified(row) and (began := self._round_began(row))]
        self._veiled_since = min(rounds, default=None)
        self.forget_since(self._veiled_since)
        papers = [_row_paper(row) for row in rows if _table(row).name in INDEXED and session.is_modified(row)]
        papers += [_row_paper(row) for row in session.deleted if _table(row).name in INDEXED]
        self.forget(paper for paper in papers if paper is not None)

    def _round_began(self, row: SQLModel) -> datetime | None:
        """When the round began for which a row says whom it hides things from; None for other rows."""
        if _table(row).name not in VEILING:
            return None
        found = row if isinstance(row, Round) else self.session.get(Round, row.__dict__["round_id"])
        return found.created_at if isinstance(found, Round) else None

    def _after_flush(self, session: Session, _context: UOWTransaction) -> None:
        flushed = [_added(row) for row in session.new]
        flushed += [change for row in session.dirty if (change := _changed(row))]
        deleted = [_deleted(row) for row in session.deleted]
        flushed.sort(key=lambda change: RANK[change.table])
        deleted.sort(key=lambda change: RANK[change.table], reverse=True)
        kept = [change for change in [*flushed, *deleted] if change.table not in UNJOURNALED]
        self.changes += kept
        self.to_index |= {c.paper_id for c in kept if c.paper_id is not None and c.table in INDEXED}
        self.forget_since(self._veiled_since)


def write_step(
    session: Session,
    person_id: int,
    title: str,
    changes: Iterable[RowChange],
    batch_id: int | None,
    round_id: int | None = None,
) -> int:
    """Add the step and its changes to the journal; its id."""
    connection = raw(session)  # every deed comes by here: plain statements cost it a third of what built ones do
    written = connection.execute(STEP, (person_id, stored(now()), title, batch_id, round_id)).fetchone()
    if written is None:
        raise LibraryUnavailable("Another program's trigger keeps the journal from being written; nothing was changed")
    step = int(written[0])
    _write_changes(session, step, changes)
    return step


def stands(session: Session, step: int) -> bool:
    """Whether a step is there and not taken back."""
    return raw(session).execute(STANDS, (step,)).fetchone() is not None


def go_on(session: Session, step: int, title: str, changes: Iterable[RowChange]) -> int:
    """Add changes to a step that is in the journal, and give it another title; its id."""
    raw(session).execute(RETITLE, (title, step))
    _write_changes(session, step, changes)
    return step


def _write_changes(session: Session, step: int, changes: Iterable[RowChange]) -> None:
    connection = raw(session)
    rows = [(step, c.table, *map(_json, (c.key, c.before, c.after)), c.paper_id) for c in changes]
    if len(rows) == 1:
        connection.execute(CHANGE, rows[0])
    else:
        connection.executemany(CHANGE, rows)


def _json(values: Values | None) -> str | None:
    return None if values is None else json.dumps(values)


def _table(row: SQLModel) -> sa.Table:
    table = sa.inspect(type(row)).local_table
    assert isinstance(table, sa.Table)
    return table


def _row_paper(row: SQLModel) -> int | None:
    return paper_of(_table(row).name, row.__dict__)


def _key(table: sa.Table, row: SQLModel) -> Values:
    return {column.name: stored(getattr(row, column.name)) for column in table.primary_key}


def _all(table: sa.Table, row: SQLModel) -> Values:
    return {column.name: stored(getattr(row, column.name)) for column in table.columns}


def _added(row: SQLModel) -> RowChange:
    table = _table(row)
    after = {} if table.name in APPENDED else _all(table, row)
    return RowChange(table.name, _key(table, row), _row_paper(row), None, after)


def _deleted(row: SQLModel) -> RowChange:
    table = _table(row)
    return RowChange(table.name, _key(table, row), _row_paper(row), _all(table, row), None)


def _changed(row: SQLModel) -> RowChange | None:
    table, before, after = _table(row), {}, {}
    for attribute in sa.inspect(row).attrs:
        history = attribute.history
        if history.has_changes() and attribute.key in table.columns:
            before[attribute.key] = stored(history.deleted[0] if history.deleted else None)
            after[attribute.key] = stored(attribute.value)
    return RowChange(table.name, _key(table, row), _row_paper(row), before, after) if before != after else None
