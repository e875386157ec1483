"""What a query asks of SQLite: expressions for the index, and a condition on the rows."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

Value = str | int | float

WAYS = 8  # plans of which any is enough that are gathered one by one
ROW = 500  # conditions in a row: SQLite takes fewer than 1,000, and halves of more

_AMONG = "p.id IN (SELECT value FROM json_each(?))"
_INDEXED = "p.id IN (SELECT rowid FROM search WHERE search MATCH ?)"
_UNINDEXED = "p.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)"


class Start(NamedTuple):
    """The beginnings of many words, of which any is enough, in some columns (empty: in any)."""

    letters: tuple[str, ...]
    columns: tuple[str, ...]
    expression: str  # what finds words that begin so
    leading: str  # what finds those that begin with the first letters, of which the index has a list


class Window(NamedTuple):
    """Papers by their numbers: those behind `low`, up to `high`."""

    low: int
    high: int

    def of(self, number: str) -> str:
        return f"{number} > {self.low} AND {number} <= {self.high}"

    def only(self, condition: str) -> str:
        """A condition that holds for no others; and the index is asked for no others."""
        asked = condition.replace("MATCH ?", f"MATCH ? AND {self.of('rowid')}")
        return f"{self.of('p.id')} AND {asked}"


class Plan(NamedTuple):
    """All of it holds; an empty plan asks nothing."""

    match: str = ""  # for the index
    unless: str = ""  # what must not match there
    starts: tuple[Start, ...] = ()  # with each of these, common as they are, some word begins
    where: str = ""  # SQL over `paper p`, never NULL
    values: tuple[Value, ...] = ()  # of `where`
    telling: tuple[str, ...] = ()  # the parts of `match`, all to be met, that so few papers hold as to order them
    ways: tuple["Plan", ...] = ()  # plans of which any is enough: the same again, each soon gathered by itself

    @property
    def only_matches(self) -> bool:
        """Whether nothing but the index has to be asked."""
        return self == Plan(match=self.match, telling=self.telling, ways=self.ways)

    @property
    def is_led(self) -> bool:
        """Whether the index names papers one by one, and their rows tell all else."""
        return bool(self.match) and not self.starts and "MATCH" not in self.where

    @property
    def only_names(self) -> bool:
        """Whether it is a list of papers."""
        return self == Plan(where=_AMONG, values=self.values)

    @property
    def named(self) -> list[int]:
        """The papers of which alone it can hold, where it names them; else none."""
        listed = str(self.values[0]).strip("[]") if self.where == _AMONG else ""
        return [int(paper) for paper in listed.split(",") if paper]

    def condition(self, window: Window | None = None) -> tuple[str, tuple[Value, ...]]:
        """The whole plan as SQL over `paper p`, of some papers; what rows tell first: it is cheaper than the index."""
        asked: list[tuple[str, tuple[Value, ...]]] = [(f"({self.where})", self.values)] if self.where else []
        if self.match:
            asked.append((_INDEXED, (self.expression(),)))
        elif self.unless:
            asked.append((_UNINDEXED, (self.unless,)))
        asked += [(_INDEXED, (start.expression,)) for start in self.starts]
        sql = " AND ".join(sql for sql, _ in asked) or "TRUE"
        return window.only(sql) if window else sql, tuple(v for _, values in asked for v in values)

    def expression(self) -> str:
        """What the index is asked, if there is anything that must match."""
        return f"({self.match}) NOT ({self.unless})" if self.match and self.unless else self.match

    def rest(self) -> "Plan":
        """What must hold besides what the index is asked."""
        return self._replace(match="", unless="", telling=()) if self.match else self


EVERYTHING = Plan()
NOTHING = Plan(where="FALSE")


def where(sql: str, *values: Value) -> Plan:
    return Plan(where=sql, values=values)


def among(papers: Iterable[int]) -> Plan:
    """Those of some papers."""
    return where(_AMONG, f"[{','.join(map(str, papers))}]")


def all_of(plans: Iterable[Plan]) -> Plan:
    parts = list(dict.fromkeys(plans))
    return Plan(
        _joined(" AND ", [part.match for part in parts]),
        _joined(" OR ", [part.unless for part in parts]),
        tuple(start for part in parts for start in part.starts),
        _joined(" AND ", [part.where for part in parts]),
        tuple(value for part in parts for value in part.values),
        tuple(dict.fromkeys(told for part in parts for told in part.telling)),
        _ways_of_all(parts),
    )


def any_of(plans: Sequence[Plan]) -> Plan:
    plans = _together(list(dict.fromkeys(plans)))
    if EVERYTHING in plans:
        return EVERYTHING
    if len(plans) == 1:
        return plans[0]
    matching = [plan for plan in plans if plan.only_matches and plan.match]
    others = [plan.condition() for plan in plans if plan not in matching]
    merged = Plan(match=_joined(" OR ", [plan.match for plan in matching]), telling=_told_of_any(matching))
    if not others:
        return merged if matching else NOTHING
    conditions = [merged.condition(), *others] if matching else others
    either = where(_joined(" OR ", [sql for sql, _ in conditions]), *(v for _, values in conditions for v in values))
    ways = [way for plan in plans if plan not in matching for way in plan.ways or (plan,)]
    ways = [merged, *ways] if matching else ways
    return either._replace(ways=tuple(ways)) if len(ways) <= WAYS else either


def none_of(plan: Plan) -> Plan:
    if plan == EVERYTHING:
        return NOTHING
    if plan.only_matches:
        return Plan(unless=plan.match)
    if plan == Plan(unless=plan.unless):
        return Plan(match=plan.unless)
    sql, values = plan.condition()
    return where(f"NOT ({sql})", *values)


def _told_of_any(plans: Sequence[Plan]) -> tuple[str, ...]:
    """What tells of papers of any of several plans: what tells of all, and the rests as one part if each has any."""
    shared = [part for part in plans[0].telling if all(part in plan.telling for plan in plans)] if plans else []
    rests = [_joined(" AND ", [part for part in plan.telling if part not in shared]) for plan in plans]
    return (*shared, _joined(" OR ", rests)) if rests and all(rests) else tuple(shared)


def _together(plans: Sequence[Plan]) -> list[Plan]:
    """The plans, those that only name papers as one: a list is gone through once, however it came together."""
    told = [plan for plan in plans if plan != NOTHING]
    lists = [str(plan.values[0]).strip("[]") for plan in told if plan.only_names]
    if len(lists) < 2:
        return told
    named = where(_AMONG, f"[{','.join(filter(None, lists))}]")
    return [named, *(plan for plan in told if not plan.only_names)]


def _ways_of_all(parts: Sequence[Plan]) -> tuple[Plan, ...]:
    """The ways in which all of some plans hold, if there are several and not too many."""
    count = prod(len(part.ways or (part,)) for part in parts)
    return tuple(map(all_of, product(*(part.ways or (part,) for part in parts)))) if 1 < count <= WAYS else ()


def _joined(word: str, parts: Iterable[str]) -> str:
    said = [part for part in parts if part]
    if len(said) > ROW:
        half = len(said) // 2
        said = [_joined(word, said[:half]), _joined(word, said[half:])]
    return said[0] if len(said) == 1 else word.join(f"({part})" for part in said)
