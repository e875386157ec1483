"""What others wait for from one person: questions, votes that differ, papers that they want to be read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from tracker.library.listing import Listing
from tracker.library.names import name_key
from tracker.store.blind import STANDS, VISIBLE

VOTES = f"""FROM vote v JOIN screening_round r ON r.id = v.round_id
WHERE r.archived_at IS NULL AND {VISIBLE} AND {STANDS}"""
# What stands of the decisions on the paper of a vote in its round.
DECIDED = """EXISTS (SELECT 1 FROM resolution s WHERE s.round_id = v.round_id AND s.paper_id = v.paper_id
  AND s.decision {} AND s.seq = (SELECT max(t.seq) FROM resolution t WHERE t.round_id = s.round_id
    AND t.paper_id = s.paper_id))"""
# Both sides of what nobody decided yet, of which the person gave one, or which it is for them to settle.
CONFLICTS = f"""
SELECT v.paper_id {VOTES} AND v.decision IN ('include', 'exclude') AND NOT {DECIDED.format("<> 'withdrawn'")}
GROUP BY v.round_id, v.paper_id
HAVING count(DISTINCT v.decision) = 2 AND (max(CASE WHEN v.person_id = :me THEN 1 ELSE 0 END) = 1 OR EXISTS (
  SELECT 1 FROM round_person d WHERE d.round_id = v.round_id AND d.person_id = :me AND d.role = 'decider'
  AND d.left_at IS NULL))
"""
WANTED = f"""
SELECT v.paper_id, count(DISTINCT v.person_id) {VOTES} AND v.decision = 'include'
AND NOT {DECIDED.format("= 'exclude'")}
GROUP BY v.paper_id HAVING count(DISTINCT v.person_id) > 1
"""


class Team(NamedTuple):
    """What others want of the person, by paper; `wanted` counts who voted to include one, as far as that shows."""

    asked: frozenset[int] = frozenset()
    conflicts: frozenset[int] = frozenset()
    wanted: Mapping[int, int] = {}

    @property
    def papers(self) -> frozenset[int]:
        return self.asked | self.conflicts | self.wanted.keys()

    def about(self, paper: int) -> tuple[bool, bool, int]:
        """Whether somebody asks, whether votes differ, how many want it."""
        return paper in self.asked, paper in self.conflicts, self.wanted.get(paper, 0)


class Awaited(Listing):
    """Says nothing of a vote that a round hides from the person."""

    def _team(self, now: datetime) -> Team:
        if not self.store.one("SELECT 1 FROM vote LIMIT 1"):
            return Team(self._asked(now))
        me = {"me": self.me_id}
        conflicts = frozenset(row[0] for row in self.store.read(CONFLICTS, me))
        return Team(self._asked(now), conflicts, dict(self.store.read(WANTED, me)))

    def _asked(self, now: datetime) -> frozenset[int]:
        """The papers on which somebody asks the person."""
        from tracker.query.parse import parse

        if not self.store.one("SELECT 1 FROM ask LIMIT 1"):
            return frozenset()
        find = self.store.search.find
        found = find(self.store.reader(), parse("is:asked"), me=self.me_id, name=name_key(self.me), now=now)
        return frozenset(found.ids)
