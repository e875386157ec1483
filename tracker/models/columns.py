"""What the tables share: how constraints are named, and columns for instants and closed words."""

from datetime import UTC, datetime
from enum import StrEnum

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlmodel import SQLModel

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
        return None if value is None else datetime.fromisoformat(value)


def word(enum: type[StrEnum]) -> sa.Enum:
    name = enum.__name__.lower()
    values = [member.value for member in enum]
    return sa.Enum(enum, name=name, native_enum=False, create_constraint=True, values_callable=lambda _: values)


def now() -> datetime:
    return datetime.now(UTC)
