"""The rows of an import as a whole: taken out when the import is undone, put back when it is redone.

An import journals no row of its own; its rows carry the batch's id. When it is undone they are packed into the
journal, a thousand rows a piece, so that redo can bring back the very same rows.
"""

import json
import zlib
from collections.abc import Iterator
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from tracker.models import Change, Instant
from tracker.models.columns import Day
from tracker.store.follows import completed
from tracker.stored import day

PIECE = 1000
UNREAD = frozenset({"round_paper", "round_claim"})  # what a paper is found by does not hang on these


def tables() -> list[sa.Table]:
    """The tables whose rows may belong to a batch, those that point to others last."""
    return [table for table in SQLModel.metadata.sorted_tables if "batch_id" in table.c and table.name != "step"]


def papers(session: Session, batch_id: int) -> list[int]:
    """Papers that the batch made or gave a text, a name, a note or a state."""
    found: set[int] = set()
    for table in (table for table in tables() if table.name not in UNREAD):
        column = table.c.id if table.name == "paper" else table.c.paper_id
        found.update(session.connection().execute(sa.select(column).where(table.c.batch_id == batch_id)).scalars())
    return sorted(found)


def stands_on(table: sa.Table) -> bool:
    """Whether rows of a table may point, by whatever way, to rows of a batch."""
    brought = {each.name for each in tables()}
    others = {key.column.table for key in table.foreign_keys} - {table}
    return table.name in brought or any(other.name in brought or stands_on(other) for other in others)


def take_out(session: Session, step_id: int, batch_id: int) -> None:
    """Move every row of the batch into the journal."""
    connection = session.connection()
    for table in reversed(tables()):
        for rows in _pieces(session, table, batch_id):
            packed = zlib.compress(json.dumps(rows, separators=(",", ":"), default=date.isoformat).encode(), 1)
            connection.execute(
                sa.insert(Change),
                {"step_id": step_id, "table_name": table.name, "row_key": {}, "after": None, "rows": packed},
            )
        connection.execute(sa.delete(table).where(table.c.batch_id == batch_id))


def put_back(session: Session, step_id: int) -> None:
    """Bring the rows of an undone import back and empty the journal of them."""
    connection = session.connection()
    every = {table.name: table for table in tables()}
    packed = sa.text("SELECT table_name, rows FROM change WHERE step_id = :step AND rows IS NOT NULL ORDER BY id DESC")
    for name, rows in connection.execute(packed, {"step": step_id}).fetchall():
        names, *values = json.loads(zlib.decompress(rows))
        whole = [completed(name, dict(zip(names, row, strict=True))) for row in values]
        kept = sa.table(name, *(sa.column(each, _as_kept(every[name].c[each])) for each in whole[0]))
        days = [each for each in names if isinstance(every[name].c[each].type, Day)]
        connection.execute(sa.insert(kept), [_dated(row, days) for row in whole])
    connection.execute(sa.text("DELETE FROM change WHERE step_id = :step AND rows IS NOT NULL"), {"step": step_id})


def _dated(row: dict[str, Any], days: list[str]) -> dict[str, Any]:
    """The row with its days as days, which JSON holds as text."""
    return row | {name: day(row[name]) for name in days if row[name]}


def _pieces(session: Session, table: sa.Table, batch_id: int) -> Iterator[list[Any]]:
    """Rows as the journal's JSON holds them, a header of column names first."""
    names = [column.name for column in table.columns]
    columns = [sa.type_coerce(column, _as_kept(column)) for column in table.columns]
    statement = sa.select(*columns).where(table.c.batch_id == batch_id)
    result = session.connection().execute(statement, execution_options={"stream_results": True})
    for rows in result.partitions(PIECE):
        yield [names, *map(list, rows)]


def _as_kept(column: sa.Column[Any]) -> sa.types.TypeEngine[Any]:
    """What a column's values are read and written as: instants are text anyway, so none is parsed for nothing."""
    return column.type.impl_instance if isinstance(column.type, Instant) else column.type
