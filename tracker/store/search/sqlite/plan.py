"""What a query asks of SQLite: an expression for the index, one it must not match, and a condition on the rows."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Value = str | int | float

INDEXED = "p.id IN (SELECT rowid FROM search WHERE search MATCH ?)"


class Plan(NamedTuple):
    """All three hold; an empty one asks nothing. `where` is SQL over `paper p` and never NULL."""

    match: str = ""
    unless: str = ""
    where: str = ""
    values: tuple[Value, ...] = ()

    def condition(self) -> tuple[str, tuple[Value, ...]]:
        """The whole plan as SQL over `paper p`."""
        parts = [INDEXED] if self.match or self.unless else []
        if self.unless and not self.match:
            parts = ["p.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)"]
        asked = (self.expression() or self.unless,) if parts else ()
        return " AND ".join([*parts, *([f"({self.where})"] if self.where else [])]) or "1", (*asked, *self.values)

    def expression(self) -> str:
        """What the index is asked for first; empty if it cannot lead."""
        return f"({self.match}) NOT ({self.unless})" if self.match and self.unless else self.match


NOTHING = Plan(where="0")
EVERYTHING = Plan()


def where(sql: str, *values: Value) -> Plan:
    return Plan(where=sql, values=values)


def all_of(plans: Iterable[Plan]) -> Plan:
    parts = list(plans)
    conditions = [part.where for part in parts if part.where]
    return Plan(
        _joined(" AND ", [part.match for part in parts if part.match]),
        _joined(" OR ", [part.unless for part in parts if part.unless]),
        _joined(" AND ", conditions),
        tuple(value for part in parts for value in part.values),
    )


def any_of(plans: Sequence[Plan]) -> Plan:
    if EVERYTHING in plans:
        return EVERYTHING
    if all(part == Plan(match=part.match) for part in plans):
        return Plan(match=_joined(" OR ", [part.match for part in plans])) if plans else NOTHING
    merged = Plan(match=_joined(" OR ", [part.match for part in plans if part == Plan(match=part.match)]))
    rest = [part for part in plans if part != Plan(match=part.match)]
    conditions = [part.condition() for part in ([merged] if merged.match else []) + rest]
    return where(_joined(" OR ", [sql for sql, _ in conditions]), *(v for _, values in conditions for v in values))


def none_of(plan: Plan) -> Plan:
    if plan == EVERYTHING:
        return NOTHING
    if plan == Plan(match=plan.match):
        return Plan(unless=plan.match)
    if plan == Plan(unless=plan.unless):
        return Plan(match=plan.unless)
    sql, values = plan.condition()
    return where(f"NOT ({sql})", *values)


def _joined(word: str, parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else word.join(f"({part})" for part in parts)
