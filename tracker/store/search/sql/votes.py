"""What a query asks about votes, as SQL over `paper p`: only those that the person may see count."""

from collections.abc import Sequence

from tracker.store.blind import SETTLES, STANDS, VISIBLE
from tracker.store.search.sql.plan import Plan, any_of, where

DECISIONS = {"yes": "include", "maybe": "maybe", "no": "exclude"}

SEEN = f"""FROM vote v JOIN screening_round r ON r.id = v.round_id WHERE {VISIBLE} AND {STANDS}"""

# Papers of a round that somebody includes and somebody excludes, and nobody decided about.
CONFLICTS = f"""
SELECT c.paper_id FROM (SELECT v.round_id, v.paper_id {SEEN} GROUP BY v.round_id, v.paper_id
  HAVING min(CASE v.decision WHEN 'include' THEN 1 WHEN 'exclude' THEN 0 END) <
         max(CASE v.decision WHEN 'include' THEN 1 WHEN 'exclude' THEN 0 END)) c
WHERE NOT EXISTS (SELECT 1 FROM resolution s WHERE s.round_id = c.round_id AND s.paper_id = c.paper_id AND {SETTLES})
"""

# The part of the pairs of people who say the same of a paper, in the round where they agree least; maybe is a yes.
AGREE = f"""(SELECT min(part) FROM (
  SELECT (n.yes * (n.yes - 1) + (n.votes - n.yes) * (n.votes - n.yes - 1)) * 1.0 / (n.votes * (n.votes - 1)) AS part
  FROM (SELECT count(*) AS votes, sum(CASE v.decision WHEN 'exclude' THEN 0 ELSE 1 END) AS yes
    {SEEN} AND v.paper_id = p.id GROUP BY v.round_id) n WHERE n.votes > 1) parts)"""


def voted(values: Sequence[str], me: int, whose: Sequence[int]) -> Plan:
    """Papers that these people, or the person who asks, voted on so; none: papers of a round without their vote."""
    people = ",".join(map(str, whose or [me]))
    theirs = f"SELECT v.paper_id {_for(SEEN, me)} AND v.person_id IN ({people})"
    plans = [where(f"p.id IN ({theirs} AND v.decision = '{DECISIONS[v]}')") for v in values if v in DECISIONS]
    if "none" in values:
        plans.append(where(f"p.id IN (SELECT paper_id FROM round_paper) AND p.id NOT IN ({theirs})"))
    return any_of(plans)


def conflict(me: int) -> Plan:
    return where(f"p.id IN ({_for(CONFLICTS, me)})")


def some(me: int) -> Plan:
    """Papers with a vote that the person may see."""
    return where(f"p.id IN (SELECT v.paper_id {_for(SEEN, me)})")


def agree(me: int) -> str:
    """The agreement on `p` from 0 to 1, NULL without two votes."""
    return _for(AGREE, me)


def _for(sql: str, me: int) -> str:
    return sql.replace(":me", str(me))
