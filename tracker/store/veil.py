"""Blindness on a library file: readers find views in place of tables, which leave out what a round holds back.

They are there only while a blind round of the person's own goes on, so that nobody else pays for them. On a shared
file that is a courtesy of the program, not protection.
"""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from tracker.store.blind import SINCE, WRITTEN, hides_step, shown
from tracker.store.sqlite import change_counter

_ME = "SELECT id FROM person WHERE name_key = :name"
_OF_MARK = "EXISTS (SELECT 1 FROM annotation a WHERE a.id = {}.annotation_id)"
_LINKED = """CASE link.from_kind
 WHEN 'note' THEN EXISTS (SELECT 1 FROM note n WHERE n.id = CAST(link.from_id AS INTEGER))
 WHEN 'comment' THEN EXISTS (SELECT 1 FROM comment c WHERE c.id = link.from_id)
 ELSE EXISTS (SELECT 1 FROM annotation a WHERE a.id = link.from_id) END"""


class Veil(NamedTuple):
    """Who reads, and since when rounds hide something from them: None where none does."""

    me: int | None = None
    since: str | None = None


class Veiled:
    """One connection, and the views on it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._counter = 0  # the file as it was when the rounds were last looked at
        self._veil = Veil()

    def read_as(self, name_key: str) -> sqlite3.Connection:
        """The connection, as the person of this name may read from it now."""
        counter = change_counter(self._connection)
        if counter != self._counter:
            self._put(_veil(self._connection, name_key))
            self._counter = counter
        return self._connection

    def _put(self, veil: Veil) -> None:
        if veil.since == self._veil.since:
            return
        self._connection.execute("PRAGMA query_only=OFF")
        for table, condition in _views(veil):
            self._connection.execute(f"DROP VIEW IF EXISTS temp.{table}")
            if veil.since:
                view = f"CREATE TEMP VIEW {table} AS SELECT {table}.* FROM main.{table} AS {table} WHERE {condition}"
                self._connection.execute(view)
        self._connection.execute("PRAGMA query_only=ON")
        self._veil = veil


def _veil(connection: sqlite3.Connection, name_key: str) -> Veil:
    row = connection.execute(_ME, {"name": name_key}).fetchone()
    return Veil(row[0], connection.execute(SINCE, {"me": row[0]}).fetchone()[0]) if row else Veil()


def _views(veil: Veil) -> Iterator[tuple[str, str]]:
    me, since = str(veil.me), f"'{veil.since}'"
    yield from ((table, shown(table, me, since)) for table in WRITTEN if table != "comment")
    yield (
        "comment",
        f"{shown('comment', me, since)} AND (comment.annotation_id IS NULL OR {_OF_MARK.format('comment')})",
    )
    yield "annotation_tag", _OF_MARK.format("annotation_tag")
    yield "ask", "EXISTS (SELECT 1 FROM comment c WHERE c.id = ask.comment_id)"
    yield "link", _LINKED
    hidden = hides_step(me, "main.")
    yield "step", f"(step.at < {since} OR NOT {hidden})"
    yield "change", f"NOT EXISTS (SELECT 1 FROM main.step AS step WHERE step.id = change.step_id AND {hidden})"
