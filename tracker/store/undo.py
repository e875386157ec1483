"""Undo and redo: the journal read backwards and forwards."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from tracker.errors import Conflict
from tracker.models import Change, Paper, Person, Round, Step
from tracker.store import ballots, batches, turns
from tracker.store.follows import completed
from tracker.store.journal import APPENDED, INDEXED, TABLES, VEILING, Recorder, live, stored
from tracker.stored import moment


class Turned(NamedTuple):
    """A step that was undone or redone, and the papers it touches; none where they are too many to be named."""

    step_id: int
    title: str
    papers: frozenset[int]
    late: bool  # so many papers that they are put into the search index behind it


def undo(session: Session, person_id: int) -> Turned | None:
    """Take back this person's newest step; None where there is none. Conflict where a row changed since."""
    step = _step(session, turns.UNDOABLE, person_id)
    return _turn(session, step, back=True) if step else None


def redo(session: Session, person_id: int) -> Turned | None:
    """Do again the step that was undone last, unless something new was done since."""
    step = _step(session, turns.REDOABLE, person_id)
    return _turn(session, step, back=False) if step else None


def take_back(session: Session, step_id: int) -> Turned | None:
    """Take back this step, whatever its person did since; None where it is taken back. Conflict as in `undo`."""
    step = session.get(Step, step_id)
    return _turn(session, step, back=True) if step and step.undone_at is None else None


def _step(session: Session, which: str, person_id: int) -> Step | None:
    row = session.connection().execute(sa.text(f"SELECT s.id FROM step s {which}"), {"me": person_id}).first()
    return session.get(Step, row[0]) if row else None


def _turn(session: Session, step: Step, *, back: bool) -> Turned:
    assert step.id is not None
    recorder = Recorder(session)
    rows = session.exec(
        select(Change).where(Change.step_id == step.id, col(Change.rows).is_(None)).order_by(col(Change.id))
    ).all()
    began = _round_began(session, rows)
    recorder.forget_since(began)
    try:
        papers = _back(session, recorder, step, rows) if back else _forth(session, recorder, step, rows)
    except IntegrityError as error:
        raise Conflict(f"“{step.title}” cannot be taken back: other things stand on it by now") from error
    step.undone_at = _after_every_step(session, step.person_id) if back else None
    session.add(step)
    session.flush()
    recorder.forget_since(began)
    recorder.index()
    touched = frozenset() if recorder.late else papers | {r.paper_id for r in rows if r.paper_id is not None}
    return Turned(step.id, step.title, touched, recorder.late)


def _round_began(session: Session, rows: Sequence[Change]) -> datetime | None:
    """When the round began for which rows say whom it hides things from; None where none does."""
    veiling = [row for row in rows if row.table_name in VEILING]
    told = [row.after["created_at"] for row in veiling if row.after and "created_at" in row.after]
    numbers = {row.row_key.get("round_id", row.row_key.get("id")) for row in veiling}
    found = [round.created_at for number in numbers if (round := session.get(Round, number))]
    return min([*found, *map(moment, told)], default=None)


def _after_every_step(session: Session, person_id: int) -> datetime:
    """Now, or where the clock went back, the time of the person's newest step."""
    newest = session.exec(select(Step.at).where(Step.person_id == person_id).order_by(col(Step.at).desc())).first()
    return max(newest or datetime.now(UTC), datetime.now(UTC))


def _back(session: Session, recorder: Recorder, step: Step, rows: Sequence[Change]) -> frozenset[int]:
    """Take the rows of a step back, the last first; the papers whose index changes."""
    _check_untouched(session, step)
    brought = _brought(session, step)
    recorder.forget_many(brought)
    recorder.forget(_indexed(rows).difference(brought))
    upon, below = _parted(rows) if step.batch_id else (rows, [])
    for row in reversed(upon):
        _apply(session, row, now=row.after, then=row.before)
    if step.batch_id:
        batches.take_out(session, step.id or 0, step.batch_id)
    for row in reversed(below):
        _apply(session, row, now=row.after, then=row.before)
    return _wait(recorder, brought, rows)


def _forth(session: Session, recorder: Recorder, step: Step, rows: Sequence[Change]) -> frozenset[int]:
    """Do the rows of a step again; the papers whose index changes."""
    recorder.forget(_indexed(rows))
    upon, below = _parted(rows) if step.batch_id else (rows, [])
    for row in below:
        _apply(session, row, now=row.before, then=row.after)
    if step.batch_id:
        batches.put_back(session, step.id or 0)
    for row in upon:
        _apply(session, row, now=row.before, then=row.after)
    return _wait(recorder, _brought(session, step), rows)


def _wait(recorder: Recorder, brought: Sequence[int], rows: Sequence[Change]) -> frozenset[int]:
    """Have what came or went put into the search index; the papers, none where they are too many to be named."""
    recorder.wait(brought)
    recorder.to_index |= _indexed(rows)
    return frozenset() if recorder.late else frozenset(brought) | _indexed(rows)


def _check_untouched(session: Session, step: Step) -> None:
    """Conflict where somebody changed a paper since that an import made: taking it out would take that with it."""
    made = select(Paper.id).where(Paper.batch_id == step.batch_id)
    asked = (
        select(Step.title, Person.name)
        .join(Person, col(Person.id) == Step.person_id)
        .join(Change, col(Change.step_id) == Step.id)
        .where(col(Change.paper_id).in_(made), col(Step.id) > step.id, col(Step.undone_at).is_(None))
        .order_by(col(Step.id).desc())
    )
    found = session.exec(asked).first() if step.batch_id else None
    if found:
        told = f"“{step.title}” cannot be taken back: its papers were changed since ({found[1]}: “{found[0]}”)"
        raise Conflict(told)


def _parted(rows: Sequence[Change]) -> tuple[list[Change], list[Change]]:
    """Rows that may point to those of an import, which go before them and come back after them; and the others."""
    upon = {name for name in {row.table_name for row in rows} if batches.stands_on(TABLES[name])}
    return [row for row in rows if row.table_name in upon], [row for row in rows if row.table_name not in upon]


def _indexed(rows: Sequence[Change]) -> set[int]:
    return {row.paper_id for row in rows if row.paper_id is not None and row.table_name in INDEXED}


def _brought(session: Session, step: Step) -> Sequence[int]:
    return batches.papers(session, step.batch_id) if step.batch_id else ()


def _apply(session: Session, row: Change, *, now: Mapping[str, Any] | None, then: Mapping[str, Any] | None) -> None:
    """Turn a row that is as `now` says into what `then` says (None: no row)."""
    if row.table_name in APPENDED and None in (now, then):  # its words stay; whose paper it is may change
        ballots.turn(session, row, back=then is None)
        return
    table = TABLES[row.table_name]
    where = sa.and_(*(table.c[name] == value for name, value in live(table, row.row_key).items()))
    current = session.connection().execute(sa.select(table).where(where)).mappings().first()
    if not _is(current, now):
        raise Conflict(_told(session, row))
    if then is None:
        session.connection().execute(sa.delete(table).where(where))
    elif now is None:
        session.connection().execute(sa.insert(table).values(live(table, completed(table.name, then))))
    else:
        session.connection().execute(sa.update(table).where(where).values(live(table, completed(table.name, then))))


def _is(current: Mapping[Any, Any] | None, expected: Mapping[str, Any] | None) -> bool:
    if current is None or expected is None:
        return current is None and expected is None
    return all(stored(current[name]) == value for name, value in expected.items())


def _key_text() -> sa.ColumnElement[str]:
    """The key of a row as it is kept: JSON itself is compared on no engine."""
    return sa.cast(col(Change.row_key), sa.Text)


def _told(session: Session, row: Change) -> str:
    later = session.exec(
        select(Step.title, Person.name)
        .join(Person, col(Person.id) == Step.person_id)
        .join(Change, col(Change.step_id) == Step.id)
        .where(Change.table_name == row.table_name, _key_text() == json.dumps(row.row_key))
        .where(col(Step.id) > row.step_id, col(Step.undone_at).is_(None))
        .order_by(col(Step.id).desc())
    ).first()
    who = f" ({later[1]}: “{later[0]}”)" if later else ""
    title = session.exec(select(Step.title).where(Step.id == row.step_id)).one()
    return f"“{title}” cannot be taken back: the same thing was changed since{who}"
