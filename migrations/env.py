"""Run the migrations on one connection of their own, in one transaction.

SQLite changes a table by dropping and remaking it: with foreign keys on, that would delete every row that points to it,
and triggers and indexes by expressions go with the table. Hence they are off there, and the checks at the end: no
dangling key, no table with fewer rows.
"""

import sqlite3

import sqlalchemy as sa
from alembic import context
from sqlalchemy.pool import NullPool

ALWAYS_SMALLER = {"alembic_version"}
FACTS = "meta"  # about the file, not of people: going back to an older schema takes those away that it did not know


def counts(connection: sa.Connection) -> dict[str, int]:
    names = connection.exec_driver_sql(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        " AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search%'"
    ).scalars()
    return {n: connection.exec_driver_sql(f'SELECT count(*) FROM "{n}"').scalar_one() for n in list(names)}


def ordered_by(connection: sa.Connection) -> dict[str, str]:
    """The indexes by expressions, which SQLAlchemy cannot read and loses with a table that is remade."""
    asked = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND name LIKE 'ix~_%~_by~_%' ESCAPE '~'"
    return {row.name: row.sql for row in connection.exec_driver_sql(asked)}


def forget_dropped(connection: sa.Connection, orders: dict[str, str]) -> None:
    """Leave out of the indexes to make again those that a migration drops on purpose."""

    @sa.event.listens_for(connection, "before_cursor_execute")
    def dropped(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.strip().startswith("DROP INDEX "):
            orders.pop(statement.split()[-1].strip('"'), None)


def going_back(connection: sa.Connection) -> bool:
    """Whether this run leads to an older schema; asked after it ran."""
    head = str(context.script.get_current_head())
    reached = connection.exec_driver_sql("SELECT max(version_num) FROM alembic_version").scalar()
    return reached is None or str(reached) < head


def check(connection: sa.Connection, before: dict[str, int]) -> None:
    dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if dangling:
        raise RuntimeError(f"the migration left rows that point nowhere: {dangling[:3]}")
    after = counts(connection)
    smaller = ALWAYS_SMALLER | ({FACTS} if going_back(connection) else set())
    lost = {n for n, rows in before.items() if n not in smaller and after.get(n, rows) < rows}
    if lost:
        raise RuntimeError(f"the migration lost rows of {', '.join(sorted(lost))}")


def run_on_file() -> None:
    path = str(context.config.attributes["path"])
    engine = sa.create_engine(sa.URL.create("sqlite", database=path), poolclass=NullPool)

    @sa.event.listens_for(engine, "connect")
    def prepare(dbapi: sqlite3.Connection, _record: object) -> None:
        dbapi.isolation_level = None
        dbapi.execute("PRAGMA foreign_keys=OFF")
        dbapi.execute("PRAGMA journal_mode=WAL")
        dbapi.execute("PRAGMA synchronous=FULL")

    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        before, orders = counts(connection), ordered_by(connection)
        forget_dropped(connection, orders)
        context.configure(connection=connection, transactional_ddl=True, render_as_batch=True)
        try:
            context.run_migrations()
            if not going_back(connection):
                for name in orders.keys() - ordered_by(connection).keys():
                    connection.exec_driver_sql(orders[name])
            check(connection, before)
        except BaseException:
            connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")


def run_on_server(engine: sa.Engine) -> None:
    """The engine's transactions begin with the turn to write, so of several programs one does it."""
    with engine.begin() as connection:
        if before := context.config.attributes.get("before"):
            before(connection)
        context.configure(connection=connection, transactional_ddl=True, render_as_batch=True)
        context.run_migrations()
        context.config.attributes["finish"](connection)


if "engine" in context.config.attributes:
    run_on_server(context.config.attributes["engine"])
else:
    run_on_file()
