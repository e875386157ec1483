"""What another program changed of a library's tables, so that the engine refuses what this one asks."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlalchemy as sa

OURS = "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')"
TRIGGERS = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"  # a library has none


def first_change(path: Path) -> str | None:
    """One change, of a library that cannot be used as it is."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return next(changes(connection), None)
    except sqlite3.Error:
        return None


def changes(connection: sqlite3.Connection) -> Iterator[str]:
    """What is missing of the tables of this program's schema, and what was added that may refuse a row."""
    from sqlmodel import SQLModel

    import tracker.models  # noqa: F401 - its tables are what is compared

    kinds = dict(connection.execute(OURS).fetchall())
    for table in SQLModel.metadata.sorted_tables:
        if kinds.get(table.name) != "table":
            yield f"{table.name} is {'a view' if table.name in kinds else 'missing'}"
        else:
            yield from _of_columns(connection, table)
            yield from _of_rules(connection, table)
    yield from (f"trigger {name} on {table}" for name, table in connection.execute(TRIGGERS))


def _of_columns(connection: sqlite3.Connection, table: "sa.Table") -> Iterator[str]:
    told = connection.execute(f'PRAGMA table_info("{table.name}")').fetchall()
    there = {name: (required and default is None, key) for _, name, _, required, default, key in told}
    yield from (f"{table.name}.{column.name} is missing" for column in table.columns if column.name not in there)
    yield from (
        f"{table.name}.{name} must be given"
        for name, (required, _) in there.items()
        if required and name not in table.columns
    )
    if {name for name, (_, key) in there.items() if key} != set(table.primary_key.columns.keys()):
        yield f"{table.name} has another key"


def _of_rules(connection: sqlite3.Connection, table: "sa.Table") -> Iterator[str]:
    """Of what may be there only once."""
    from sqlalchemy import UniqueConstraint

    wanted = {tuple(index.columns.keys()) for index in table.indexes if index.unique}
    wanted |= {tuple(one.columns.keys()) for one in table.constraints if isinstance(one, UniqueConstraint)}
    indexes = connection.execute(f'PRAGMA index_list("{table.name}")').fetchall()
    there = {
        tuple(row[2] for row in connection.execute(f'PRAGMA index_info("{name}")')): name
        for _, name, unique, origin, *_ in indexes
        if unique and origin != "pk"
    }
    yield from (f"{table.name} may have a row twice" for columns in wanted if columns not in there)
    yield from (f"rule {name} on {table.name}" for columns, name in there.items() if columns not in wanted)
