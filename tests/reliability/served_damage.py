"""Rows of a server that another program damaged: any column holds whatever its kind lets in, and no verb ends."""

from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import LiteralString, NamedTuple

import psycopg
from psycopg import sql

from tests.postgresql.server import Server, server
from tests.reliability.damage import READING, WRITING, alone, commands, ran, rich
from tests.reliability.outcome import Outcome
from tracker.library import Library
from tracker.library.restoring import restore

COLUMNS = """SELECT table_name, column_name, data_type, character_maximum_length FROM information_schema.columns
JOIN information_schema.tables USING (table_schema, table_name) WHERE table_schema = 'public'
AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name NOT LIKE 'search%'
AND table_name <> 'alembic_version' ORDER BY 1, ordinal_position"""
ROWS: LiteralString = "SELECT CAST(ctid AS text) FROM {table} ORDER BY ctid"
CHANGED: LiteralString = "UPDATE {table} SET {column} = CAST({value} AS {kind}) WHERE ctid = {row}"

TEXTS = ("\x1b]0;words\x07 [/x] = ", "=1+1 \u202ethat \x9b31m", None, "", "x" * 70_000)
TIMES = ("2026-13-45", "0000-00-00", "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "2026-11-30", "now")
VALUES: dict[str, tuple[str | None, ...]] = {
    "integer": (None, "2147483647", "-2147483648", "-1", "0"),
    "bigint": (None, "9223372036854775807", "-9223372036854775808", "-1", "0"),
    "double precision": (None, "Infinity", "-Infinity", "NaN", "-1e308"),
    "boolean": (None, "true", "false"),
    "date": (None, "infinity", "-infinity", "0044-03-15 BC", "5874897-12-31", "0001-01-01", "9999-12-31"),
    "json": (
        None,
        "17",
        "[1, 2]",
        '{"title": [1], "headline": {}}',
        '{"a": "\\u0000\\ud800"}',
        "[" * 3000 + "]" * 3000,
    ),
    "bytea": (None, "", "\\x00ff1b"),
}


class Column(NamedTuple):
    """A column of a table of the server."""

    table: str
    name: str
    kind: str
    length: int | None

    @property
    def values(self) -> tuple[str | None, ...]:
        return VALUES.get(self.kind) or (TEXTS if self.length != 32 else (*TEXTS[:3], *TIMES))


def campaign(folder: Path, *, each: bool) -> Outcome:
    """Damage all tables at once, or (`each`) every table in turn; then all that can be asked and done is done."""
    outcome = Outcome("rows of a server damaged, a table at a time, every verb")
    whole = rich(folder)
    with server() as running, alone(folder):
        running.make("whole")
        Library.open(running.url("ann", "whole"), "ann").close()
        restore(running.url("ann", "whole"), whole)
        columns = [Column(*row) for row in running.run(COLUMNS, database="whole")]
        tables = {name: list(some) for name, some in groupby(columns, key=lambda column: column.table)}
        for name, some in (tables if each else {"every table": columns}).items():
            outcome.add(_used(running, folder, some, outcome), name)
    return outcome


def _used(running: Server, folder: Path, columns: list[Column], outcome: Outcome) -> list[str]:
    """What is wrong with how the verbs went on a copy that is damaged in these columns."""
    for left in folder.glob("damage.copy*"):
        left.unlink()
    with running.copied("whole") as name:
        address = psycopg.conninfo.make_conninfo(running.address, dbname=name)
        with psycopg.connect(address, autocommit=True) as raw:
            done = sum(_damage(raw, column) for column in columns)
        outcome.figures["damaged"] = f"{int(outcome.figures.get('damaged', '0').split()[0]) + done} values"
        url = running.url("ann", name)
        return [fault for words in commands(READING + WRITING) for fault in ran(url, words)]


def _damage(raw: psycopg.Connection[tuple[str]], column: Column) -> int:
    """Write each strange value into a row of its own; how many the server let in."""
    table = sql.Identifier(column.table)
    rows = raw.execute(sql.SQL(ROWS).format(table=table)).fetchall()
    return sum(_written(raw, column, row, value) for (row,), value in zip(rows, column.values, strict=False))


def _written(raw: psycopg.Connection[tuple[str]], column: Column, row: str, value: str | None) -> bool:
    changed = sql.SQL(CHANGED).format(
        table=sql.Identifier(column.table),
        column=sql.Identifier(column.name),
        value=sql.Literal(value),
        kind=sql.SQL("text" if column.kind.startswith("char") else column.kind),
        row=sql.Literal(row),
    )
    with suppress(psycopg.IntegrityError, psycopg.DataError):  # most columns do not let everything in
        raw.execute(changed)
        return True
    return False
