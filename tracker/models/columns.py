"""What the tables share: how constraints are named, and columns for instants, days, closed words and JSON.

Another program may have written anything into them: each reads what it cannot understand as `tracker.stored` says.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlmodel import SQLModel

from tracker import stored

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Instant(sa.types.TypeDecorator[datetime]):
    """An aware UTC datetime, kept as ISO 8601 text with microseconds so that text order is time order."""

    impl = sa.String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else stored.moment(value)


class Day(sa.types.TypeDecorator[date]):
    """A day without a time."""

    impl = sa.Date
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[object], date | None]:
        return stored.day


class Json(sa.types.TypeDecorator[dict[str, Any]]):
    """A JSON object."""

    impl = sa.JSON
    cache_ok = True

    def __init__(self) -> None:
        super().__init__(none_as_null=True)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[object], dict[str, Any] | None]:
        return lambda value: None if value is None else stored.mapping(value)


class Word(sa.Enum):
    """One of a closed set of words, checked by the engine."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        kind = self.enum_class
        assert kind
        return lambda value: None if value is None else stored.word(kind, value)


def word(enum: type[StrEnum]) -> Word:
    name = enum.__name__.lower()
    values = [member.value for member in enum]
    return Word(enum, name=name, native_enum=False, create_constraint=True, values_callable=lambda _: values)


def now() -> datetime:
    return datetime.now(UTC)
