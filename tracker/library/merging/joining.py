"""The rows of a paper become another's: every table that refers to a paper is found by its keys, none is named here
but those in which both papers may have a row of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tracker.later import journal, models
from tracker.library.door import OpenStep
from tracker.terms import Status

if TYPE_CHECKING:
    import sqlalchemy as sa
    from sqlmodel import SQLModel

Combine = Callable[[Any, Any], None]  # the row that stays takes in what the other one says


def join(step: OpenStep, kept: int, gone: int) -> None:
    """Give all rows of one paper to another, which keeps its own; the paper itself is left without any."""
    leaving: list[SQLModel] = []
    for model in _models():
        for column in paper_columns(model.__table__):
            leaving += _move(step, model, column, kept, gone)
        step.session.flush()
    for row in reversed(leaving):  # what points to others goes first
        step.session.delete(row)
        step.session.flush()


def paper_columns(table: sa.Table) -> list[str]:
    """The columns of a table that hold a paper's id, also by way of another table's key."""
    found = []
    for column in table.columns:
        for key in column.foreign_keys:
            other = key.column
            itself = other.table.name == "paper" and other.name == "id"
            if itself or (other.table is not table and other.name in paper_columns(other.table)):
                found.append(column.name)
                break
    return found


def shares(table: sa.Table, column: str) -> bool:
    """Whether a row may clash with one that the other paper has."""
    return bool(_unique(table, column))


def _unique(table: sa.Table, column: str) -> list[Any]:
    import sqlalchemy as sa

    unique = [c for c in table.constraints if isinstance(c, sa.UniqueConstraint | sa.PrimaryKeyConstraint)]
    return [constraint for constraint in unique if column in constraint.columns]


def numbered(table: sa.Table) -> bool:
    """Whether rows of a paper are numbered, so that those of both are put in one order."""
    return "seq" in table.c


def _models() -> Sequence[Any]:
    """The classes of all tables, those that point to others last."""
    kinds = {
        kind.__table__.name: kind for name in models.__all__ if hasattr(kind := getattr(models, name), "__table__")
    }
    return [kinds[name] for name in journal.TABLES if name in kinds and name not in journal.MADE]


def _move(step: OpenStep, model: Any, column: str, kept: int, gone: int) -> list[SQLModel]:
    """Move the rows of one table; those that have to leave once nothing points to them."""
    rows = _rows(step, model, column, gone)
    if not rows:
        return []
    table = model.__table__
    if numbered(table):
        _renumber(step, model, column, kept, rows)
        return []
    if not shares(table, column):
        for row in rows:
            _give(row, column, kept)
        return []
    return [row for row in rows if _settle(step, model, row, column, kept)]


def _settle(step: OpenStep, model: Any, row: Any, column: str, kept: int) -> bool:
    """Move a row, or have what it says taken in by the one that the other paper has; whether it has to leave."""
    table = model.__table__
    values = _values(model, row, column, kept)
    theirs = _theirs(step, model, values, column)
    if theirs is not None:
        COMBINED[table.name](theirs, row)
    elif column not in table.primary_key.columns:
        _give(row, column, kept)
        return False
    elif not _of_itself(model, values):
        step.session.add(model(**values))
        step.session.flush()
    _told(step, table, row)
    return True


def _values(model: Any, row: Any, column: str, kept: int) -> dict[str, Any]:
    """The row under the other paper's key; a pair has the lower id first."""
    values = {name.name: getattr(row, name.name) for name in model.__table__.columns} | {column: kept}
    pair = paper_columns(model.__table__)
    return values | dict(zip(pair, sorted(values[name] for name in pair), strict=True)) if len(pair) == 2 else values


def _of_itself(model: Any, values: Mapping[str, Any]) -> bool:
    """Whether a row would say something of a paper and that paper itself."""
    pair = [values[name] for name in paper_columns(model.__table__)]
    return len(pair) == 2 and pair[0] == pair[1]


def _theirs(step: OpenStep, model: Any, values: Mapping[str, Any], column: str) -> Any:
    """The other paper's row that has the same key."""
    from sqlmodel import select

    for constraint in _unique(model.__table__, column):
        names = [each.name for each in constraint.columns]
        found = step.session.exec(select(model).filter_by(**{name: values[name] for name in names})).first()
        if found is not None:
            return found
    return None


def _give(row: Any, column: str, kept: int) -> None:
    setattr(row, column, kept)
    if any(key.column.table.name == "import_batch" for c in row.__table__.columns for key in c.foreign_keys):
        row.batch_id = None  # taking the import back does not take what is the other paper's now


def _told(step: OpenStep, table: sa.Table, row: Any) -> None:
    """Have undo bring back a row that leaves of a table that is kept without steps."""
    if table.name in journal.UNJOURNALED:
        values = {column.name: journal.stored(getattr(row, column.name)) for column in table.columns}
        key = {column.name: values[column.name] for column in table.primary_key}
        step.recorder.changes.append(journal.RowChange(table.name, key, values.get("paper_id"), values, None))


def _renumber(step: OpenStep, model: Any, column: str, kept: int, rows: Sequence[Any]) -> None:
    """Put numbered rows of both papers in one order, by time; whose numbers clash get them in two turns."""
    chains: dict[tuple[object, ...], list[Any]] = {}
    names = [c for c in _chained(model.__table__) if c not in (column, "seq")]
    for row in [*_rows(step, model, column, kept), *rows]:
        chains.setdefault(tuple(getattr(row, name) for name in names), []).append(row)
    moving = set(map(id, rows))
    for chain in chains.values():
        if not any(id(row) in moving for row in chain):
            continue
        chain.sort(key=lambda row: (getattr(row, "at", None) or row.created_at, row.seq))
        for turn in (10_000, 0):
            for place, row in enumerate(chain, 1):
                row.seq = turn + place
                if id(row) in moving:
                    _give(row, column, kept)
            step.session.flush()


def _chained(table: sa.Table) -> list[str]:
    import sqlalchemy as sa

    unique = (c for c in table.constraints if isinstance(c, sa.UniqueConstraint) and "seq" in c.columns)
    return [column.name for column in next(unique).columns]


def _rows(step: OpenStep, model: Any, column: str, paper: int) -> list[Any]:
    from sqlmodel import select

    return list(step.session.exec(select(model).where(getattr(model, column) == paper)))


def _leave(_kept: Any, _gone: Any) -> None:
    """The other paper's row says it already."""


def _states(kept: Any, gone: Any) -> None:
    """What a person decided of either paper: the later decision, the higher priority, either star."""
    if kept.status is Status.INBOX or (gone.status is not Status.INBOX and gone.changed_at > kept.changed_at):
        kept.status, kept.finished_at, kept.depth = gone.status, gone.finished_at, gone.depth or kept.depth
    kept.priority = max(kept.priority, gone.priority)
    kept.starred = kept.starred or gone.starred
    kept.rating = kept.rating or gone.rating
    kept.due_on = min(filter(None, (kept.due_on, gone.due_on)), default=None)
    kept.snoozed_until = kept.snoozed_until or gone.snoozed_until
    kept.passed = max(kept.passed, gone.passed)
    kept.changed_at = max(kept.changed_at, gone.changed_at)


def _drafts(kept: Any, gone: Any) -> None:
    if gone.text not in kept.text:
        kept.text = f"{kept.text}\n\n{gone.text}"


def _needs(kept: Any, gone: Any) -> None:
    kept.needed = max(kept.needed, gone.needed)


COMBINED: Mapping[str, Combine] = {
    "collection_paper": _leave,
    "paper_tag": _leave,
    "reading_state": _states,
    "seen": _leave,
    "draft": _drafts,
    "round_paper": _needs,
    "round_claim": _leave,
    "vault_page": _leave,
    "not_same": _leave,
}
