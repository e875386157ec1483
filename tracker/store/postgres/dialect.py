"""SQL that is written once, in SQLite's words, said in PostgreSQL's.

What the library reads is plain SQL that both understand, but for the few words of this table. Placeholders become
psycopg's; those of an expression for the search index are named, because it has a language of its own (tsquery.py).
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

_HOLE = r"(\?|:\w+)"
_THING = r"(\?|:\w+|\w+\.\w+)"

RULES = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        (rf"\bIS NOT {_THING}", r"IS DISTINCT FROM \1"),
        (rf"\bIS {_THING}", r"IS NOT DISTINCT FROM \1"),
        (r"\bchar\(10\)", "chr(10)"),
        (r"\bgroup_concat\(", "string_agg("),
        # What is looked for in the list of words is letters, so it needs no escape; LIKE is what pg_trgm speeds up.
        (rf"\binstr\(word, {_HOLE}\)", r"word LIKE '%' || \1 || '%'"),
        (r"\binstr\((\w+), ('[^']*')\)", r"strpos(\1, \2) > 0"),
        (r"\bsubstr\(([\w.]+), -(\d+|length\(:\w+\))\)", r"right(\1, \2)"),
        (
            rf"\bIN \(SELECT value FROM json_each\({_HOLE}\)\)",
            r"IN (SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(\1 AS json)) AS value)",
        ),
        (
            rf"\bFROM json_each\({_HOLE}\) AS (\w+)",
            r"FROM json_array_elements_text(CAST(\1 AS json)) WITH ORDINALITY AS \2(value, key)",
        ),
        (rf"\bFROM json_each\({_HOLE}\)", r"FROM json_array_elements_text(CAST(\1 AS json)) AS value"),
        (r"\bCROSS JOIN (\w+ \w+) ON\b", r"JOIN \1 ON"),  # this and the next are for SQLite's planner alone
        (r" NOT INDEXED\b", ""),
        (r"\bjson_group_array\(", "json_agg("),
        (r"\bjulianday\(([^()]*)\)", r"extract(julian FROM CAST(\1 AS timestamptz))"),
        (r"^PRAGMA data_version$", "SELECT CAST(pg_current_snapshot() AS text)"),
    )
)

# The index: papers that match an expression. What somebody keeps to themselves stands in rows of their own, which are
# asked together with the paper's, and only when the expression asks for such words.
_MATCH = re.compile(rf"\bsearch MATCH {_HOLE}")
_PUBLIC = "search.vector @@ CAST({0} AS tsquery)"
_PRIVATE = """search.rowid IN (
SELECT open.rowid FROM search open WHERE open.vector @@ CAST({0} AS tsquery)
AND open.rowid NOT IN (SELECT own.rowid FROM search_private own)
UNION ALL SELECT own.rowid FROM search_private own JOIN search open ON open.rowid = own.rowid
WHERE (open.vector || own.vector) @@ CAST({0} AS tsquery))"""

_TOKEN = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|\?|(?<![:\w]):([A-Za-z_]\w*)|%")


class Said(NamedTuple):
    """A statement for psycopg. `asked`: which of its values ask the index."""

    sql: str
    asked: frozenset[str]


@lru_cache(maxsize=1024)
def said(sql: str, *, private: bool = False) -> Said:
    """The statement in PostgreSQL's words; `private`: with what is kept to oneself."""
    form = _PRIVATE if private else _PUBLIC
    text = _MATCH.sub(lambda found: f"\0{found[1]}\0", sql)
    for pattern, words in RULES:
        text = pattern.sub(words, text)
    named = re.sub("\0([^\0]*)\0", lambda found: form.format(found[1]), _holes(text))
    return Said(named, frozenset(_asked(sql)))


def values(parameters: Mapping[str, Any] | Sequence[Any]) -> dict[str, Any]:
    """Values by name; those that have none are p0, p1, …"""
    if isinstance(parameters, Mapping):
        return dict(parameters)
    return {f"p{place}": value for place, value in enumerate(parameters)}


def _asked(sql: str) -> list[str]:
    """The names of the values that follow `search MATCH`."""
    found = _MATCH.finditer(sql)
    return [each[1][1:] if each[1] != "?" else f"p{_count(sql[: each.start(1)])}" for each in found]


def _count(sql: str) -> int:
    return sum(found[0] == "?" for found in _TOKEN.finditer(sql))


def _holes(sql: str) -> str:
    """psycopg's placeholders; what only looks like one inside quotes is left alone."""
    place = -1

    def hole(found: re.Match[str]) -> str:
        nonlocal place
        match found[0]:
            case "?":
                place += 1
                return f"%(p{place})s"
            case text if found[1]:
                return f"%({found[1]})s"
            case text:
                return text.replace("%", "%%")

    return _TOKEN.sub(hole, sql)
