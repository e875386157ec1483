"""The numbers a server gives to new rows: after those of the rows that are there, whatever another program did."""

from collections.abc import Iterator

import sqlalchemy as sa
from sqlmodel import SQLModel

import tracker.models  # noqa: F401 - its tables are what is counted
from tracker.stored import LAST


def count_on(connection: sa.Connection) -> None:
    """Have new rows numbered after those that are there."""
    for table, column in _counted():
        highest = sa.func.coalesce(sa.func.max(column), 0)
        last = sa.select(sa.func.least(highest, LAST - 1) + 1)
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        connection.execute(sa.select(sa.func.setval(sequence, last.scalar_subquery(), False)))


def miscounted() -> str:
    """SQL for the tables whose next row would get a number that is taken, or none. Only their owner may ask."""
    return " UNION ALL ".join(
        f"""SELECT '{table.name}' FROM {table.name}_{column.name}_seq
        WHERE last_value + CAST(is_called AS integer) > {LAST}
          OR last_value + CAST(is_called AS integer) <= (SELECT max({column.name}) FROM "{table.name}")"""
        for table, column in _counted()
    )


def _counted() -> Iterator[tuple[sa.Table, "sa.Column[int]"]]:
    """Tables whose rows get their numbers from the server, not from other rows as those of sketches do."""
    for table in SQLModel.metadata.sorted_tables:
        column = table.autoincrement_column
        if isinstance(column, sa.Column) and column.name == "id":
            yield table, column
