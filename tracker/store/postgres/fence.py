"""What members of a team read in place of tables: views that a server cannot look behind, however it is asked.

A policy alone keeps rows apart, not what stands in them: a server runs a comparison such as `decision = 'include'`, and
looks into an index or its statistics for it, before it asks whose row it is. EXPLAIN and the clock would tell. So
members may select of a table only what says which row it is, and find the rest in a view of the rows they may see,
each column behind a function that has to be run first. Programs go on saying the tables' names: `fenced` puts the
views in their place.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from tracker.later import journal

# table → the columns by which its rows are looked up, which a server may compare before it asks whose row it is: that
# there is such a row is no secret. Views come behind those that their rules ask.
BARE: Mapping[str, tuple[str, ...]] = {
    "vote": ("id", "round_id", "paper_id", "person_id", "seq"),
    "resolution": ("id", "round_id", "paper_id", "person_id", "seq"),
    "reading_state": ("person_id", "paper_id"),
    "seen": ("person_id", "paper_id"),
    "draft": ("id", "person_id", "paper_id"),
    "unsent": ("person_id",),
    "liking": ("person_id",),
    "review_card": ("person_id",),
    "saved_search": ("id",),
    "note": ("id", "paper_id"),
    "annotation": ("id", "paper_id"),
    "comment": ("id", "paper_id", "annotation_id", "thread_id"),
    "paper_tag": ("paper_id", "tag_id"),
    "step": ("id", "person_id", "at", "undone_at", "batch_id", "round_id"),
    "change": ("id", "step_id", "paper_id"),
}

# Volatile, so that no condition is moved below it; it is gone from the plan that comes of it, and costs nothing.
FENCE = """CREATE OR REPLACE FUNCTION tracker_fence(told anyelement) RETURNS anyelement
LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT $1'"""

# The views stand in the way of changes to the columns of their tables.
LIFT = f"DROP VIEW IF EXISTS {', '.join(f'{table}_told' for table in BARE)}"

# Whether the role that asks reads by these views.
READS_FENCED = "SELECT NOT has_column_privilege(to_regclass('vote'), 'decision', 'SELECT')"

_READ = re.compile(rf"(?<!DELETE )\b(FROM|JOIN) ({'|'.join(BARE)})\b(?!\.)( (?:AS )?[a-z])?")


@lru_cache(maxsize=1024)
def fenced(sql: str) -> str:
    """A statement that reads the views; what it writes are the tables. Our SQL has its own words in capitals."""
    return _READ.sub(lambda found: f"{found[1]} {found[2]}_told{found[3] or f' AS {found[2]}'}", sql)


def rights(table: str, told: str) -> str:
    """The rights on a table: of one that is fenced, only what says which row it is may be selected."""
    if table not in BARE:
        return told
    kept = journal.TABLES[table]
    named = [column.name for column in kept.columns if column.primary_key or column.name in (*BARE[table], "batch_id")]
    return told.replace("SELECT", f"SELECT ({', '.join(named)})")


def views(seen: Mapping[str, str], members: str) -> Iterator[str]:
    """Make the views anew. `seen`: the condition on the rows of each table that show."""
    yield FENCE
    yield LIFT
    for table, bare in BARE.items():
        names = [column.name for column in journal.TABLES[table].columns]
        told = ", ".join(f'"{name}"' if name in bare else f'tracker_fence("{name}") AS "{name}"' for name in names)
        rows = f"FROM {table} WHERE {fenced(seen[table])}"
        yield f"CREATE VIEW {table}_told WITH (security_barrier) AS SELECT {told} {rows}"
        yield f"GRANT SELECT ON {table}_told TO {members}"
