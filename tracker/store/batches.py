"""The rows of an import as a whole: taken out when the import is undone, put back when it is redone.

An import journals no row of its own; its rows carry the batch's id. When it is undone they are packed into the
journal, a thousand rows a piece, so that redo can bring back the very same rows.
"""

import json
import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from tracker.models import Change, Instant
from tracker.store.follows import completed
from tracker.store.reader import raw

PIECE = 1000
UNREAD = frozenset({"round_paper", "round_claim"})  # what a paper is found by does not hang on these


def tables() -> list[sa.Table]:
    """The tables whose rows may belong to a batch, those that point to others last."""
    return [table for table in SQLModel.metadata.sorted_tables if "batch_id" in table.c and table.name != "step"]


def insert(session: Session, table: str, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Put in rows that get numbers of their own, as `put` does; the numbers."""
    connection = raw(session)
    (last,) = connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
    put(session, table, rows)
    return [i for (i,) in connection.execute(f"SELECT id FROM {table} WHERE id > ? ORDER BY id", (last,)).fetchall()]


def put(session: Session, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put in rows with the same columns, values as the engine keeps them.

    In plain statements: built ones take twice as long, which very many rows cannot afford.
    """
    if rows:
        names, holes = ", ".join(f'"{name}"' for name in rows[0]), ", ".join("?" * len(rows[0]))
        told = [tuple(row.values()) for row in rows]
        raw(session).executemany(f"INSERT INTO {table} ({names}) VALUES ({holes})", told)


def papers(session: Session, batch_id: int) -> Sequence[int]:
    """Papers that the batch made or gave a text, a name, a note or a state, in their order: perhaps a million."""
    asked = [
        sa.select(column).where(table.c.batch_id == batch_id, column.is_not(None))  # a note may be on none
        for table in tables()
        if table.name not in UNREAD
        for column in [table.c.id if table.name == "paper" else table.c.paper_id]
    ]
    statement = sa.union(*asked).order_by(sa.text("1"))
    found = session.connection().execute(statement, execution_options={"stream_results": True})
    return array("q", chain.from_iterable(found.scalars().partitions(PIECE)))


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
    connection = raw(session)
    packed = "SELECT id FROM change WHERE step_id = ? AND rows IS NOT NULL ORDER BY id DESC"
    numbers = connection.execute(packed, (step_id,)).fetchall()
    for number in numbers:  # one by one: all of them may be more than fits into memory
        name, rows = connection.execute("SELECT table_name, rows FROM change WHERE id = ?", number).fetchone()
        names, *values = json.loads(zlib.decompress(rows))
        whole = [completed(name, dict(zip(names, row, strict=True))) for row in values]
        put(session, name, [{each: _bare(value) for each, value in row.items()} for row in whole])
    connection.executemany("DELETE FROM change WHERE id = ?", numbers)


def _bare(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict) else value


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
