"""Rows of a library file, each value of the kind its column is for: SQLite lets any program write anything anywhere."""

import math
import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

NOTHING = type(None)

# What stands for a value that is no number, by the names of the columns that hold numbers.
NUMBERS: dict[str, int | None] = {
    **dict.fromkeys(("year", "rating", "digit", "seconds", "batch_id", "undid"), None),
    **dict.fromkeys(("paper_id", "other_id", "person_id", "author_id", "tag_id", "collection_id", "round_id"), 0),
    **dict.fromkeys(("step_id", "vault_id", "version_id", "made_version_id", "created_by"), 0),
    **dict.fromkeys(("owner_id", "note_id", "resolved_by", "unblinded_by"), None),
    **dict.fromkeys(("position", "needed", "votes_needed", "overlap", "seed", "seq", "priority", "passed"), 0),
    **dict.fromkeys(("start", "end", "made_start", "made_end", "base_version", "version", "rev", "reviews"), 0),
    **dict.fromkeys(("archived", "forgotten", "pilot", "shared", "starred", "sure", "records", "decisions"), 0),
    **dict.fromkeys(("number", "sum"), 0),
}
FRACTIONS = frozenset({"score", "stability", "difficulty"})
PACKED = frozenset({"rows"})  # the only bytes that a tracker writes

Row = tuple[Any, ...]


class Cursor(sqlite3.Cursor):
    """Gives rows whose values are of the kind that the names of their columns promise."""

    def fetchone(self) -> Any:
        row = super().fetchone()
        return row if row is None else self._sound([row])[0]

    def fetchmany(self, size: int | None = None) -> list[Any]:
        return self._sound(super().fetchmany(self.arraysize if size is None else size))

    def fetchall(self) -> list[Any]:
        return self._sound(super().fetchall())

    def __iter__(self) -> Any:
        while rows := self.fetchmany(500):
            yield from rows

    def _sound(self, rows: list[Row]) -> list[Row]:
        if not rows:
            return rows
        allowed = kinds(tuple(column[0] for column in self.description))
        seen = [{*map(type, values)} for values in zip(*rows, strict=True)]
        if all(found <= kind for found, kind in zip(seen, allowed, strict=True)):
            return rows
        names = [column[0] for column in self.description]
        return [tuple(map(sound, names, row)) for row in rows]


class Connection(sqlite3.Connection):
    """A connection whose rows are sound."""

    def cursor(self, factory: Any = Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        return self.cursor().execute(sql, parameters)


@lru_cache(maxsize=1000)
def kinds(names: Sequence[str]) -> tuple[frozenset[type], ...]:
    """The types that a column's values may have as they are, by its name; of an expression all but bytes."""
    return tuple(_kinds(name) for name in names)


def _kinds(name: str) -> frozenset[type]:
    if name in NUMBERS:
        return frozenset({int, NOTHING})
    if name in FRACTIONS:
        return frozenset({int, NOTHING})  # a fraction may be no number, so each one is looked at
    return frozenset({int, float, str, NOTHING, *([bytes] if name in PACKED else [])})


def sound(name: str, value: Any) -> Any:
    """A value as the column of this name may hold it."""
    if name in NUMBERS:
        return value if isinstance(value, int | None) else NUMBERS[name]
    if name in FRACTIONS:
        return value if value is None or (isinstance(value, int | float) and math.isfinite(value)) else 0.0
    if isinstance(value, bytes) and name not in PACKED:
        return readable(value)
    return value


def readable(text: bytes) -> str:
    """Text of the file, also where it is no UTF-8."""
    return text.decode("utf-8", "replace")
