"""What another program changed of a library's tables on a server, so that it refuses what this program asks."""

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import psycopg

from tracker.store.postgres.address import Address
from tracker.store.postgres.connection import Connection, connect

if TYPE_CHECKING:
    import sqlalchemy as sa

HERE = "CAST(current_schema() AS regnamespace)"
KINDS = f"SELECT relname, CAST(relkind AS text) FROM pg_class WHERE relnamespace = {HERE} AND relkind IN ('r', 'v')"
# Of each column its kind, whether a row has to give it, and whether it is counted by the server.
COLUMNS = f"""SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
  a.attnotnull AND NOT a.atthasdef AND a.attidentity = '', a.atthasdef OR a.attidentity <> ''
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE c.relnamespace = {HERE} AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped"""
RULES = f"""SELECT c.relname, r.conname FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid
WHERE c.relnamespace = {HERE} AND r.contype IN ('c', 'f', 'p', 'u', 'x')"""
UNIQUE = f"""SELECT c.relname, i.relname FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
JOIN pg_class i ON i.oid = x.indexrelid WHERE c.relnamespace = {HERE} AND x.indisunique"""
ADDED = f"""
SELECT 'trigger ' || t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = {HERE} AND NOT t.tgisinternal
UNION ALL SELECT 'rewriting ' || r.rulename, c.relname FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
WHERE c.relnamespace = {HERE} AND r.rulename <> '_RETURN'
UNION ALL SELECT 'policy ' || p.polname, c.relname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
WHERE c.relnamespace = {HERE} AND p.polname NOT LIKE 'tracker\\_%' ORDER BY 2, 1"""

# How the server calls what SQLAlchemy calls otherwise.
CALLED = {"VARCHAR": "character varying", "FLOAT": "double precision", "BLOB": "bytea"}

Columns = dict[str, tuple[str, bool, bool]]


def first_change(address: Address) -> str | None:
    """One change, of a library that cannot be used as it is."""
    try:
        with closing(connect(address)) as bare:
            return next(changes(Connection(bare)), None)
    except psycopg.Error:
        return None


def changes(connection: Connection) -> Iterator[str]:
    """What is missing of the tables of this program's schema, and what was added that may refuse a row."""
    from sqlmodel import SQLModel

    import tracker.models  # noqa: F401 - its tables are what is compared

    kinds = dict(connection.execute(KINDS).fetchall())
    columns = _columns(connection)
    rules = {*connection.execute(RULES).fetchall(), *connection.execute(UNIQUE).fetchall()}
    for table in SQLModel.metadata.sorted_tables:
        if kinds.get(table.name) != "r":
            yield f"{table.name} is {'a view' if table.name in kinds else 'missing'}"
        else:
            yield from _of_columns(table, columns[table.name])
            yield from _of_rules(table, {name for of, name in rules if of == table.name})
    ours = SQLModel.metadata.tables
    yield from (f"{what} on {table}" for what, table in connection.execute(ADDED) if table in ours)


def _columns(connection: Connection) -> dict[str, Columns]:
    found: dict[str, Columns] = {}
    for table, name, *told in connection.execute(COLUMNS):
        found.setdefault(table, {})[name] = (told[0], told[1], told[2])
    return found


def _of_columns(table: "sa.Table", there: Columns) -> Iterator[str]:
    for column in table.columns:
        kind, _, counted = there.get(column.name, ("", False, False))
        if not kind:
            yield f"{table.name}.{column.name} is missing"
        elif kind != _kind(column):
            yield f"{table.name}.{column.name} is {kind}"
        elif column is table.autoincrement_column and not counted:
            yield f"{table.name}.{column.name} is not counted"
    yield from (
        f"{table.name}.{name} must be given"
        for name, (_, required, _) in there.items()
        if required and name not in table.columns
    )


def _kind(column: "sa.Column[object]") -> str:
    word, bracket, size = column.type.compile().partition("(")
    return CALLED.get(word, word.lower()) + bracket + size


def _of_rules(table: "sa.Table", there: set[str]) -> Iterator[str]:
    """Of what may be there only once, only so, or only where something else is."""
    names = [*(rule.name for rule in table.constraints), *(index.name for index in table.indexes if index.unique)]
    wanted = {_short(str(name or f"pk_{table.name}"), table) for name in names}
    found = {_short(name, table) for name in there}
    yield from (f"rule {name} of {table.name} is missing" for name in sorted(wanted - found))
    yield from (f"rule {name} on {table.name}" for name in sorted(found - wanted))


def _short(name: str, table: "sa.Table") -> str:
    """A rule's name without its table's, which that of a closed set of words may have or not."""
    return name.removeprefix(f"ck_{table.name}_")
