"""What others wait for from one person: questions, votes that differ, papers that they want to be read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from tracker.library.names import name_key
from tracker.store.blind import SETTLES, STANDS, VISIBLE

if TYPE_CHECKING:
    from tracker.library.listing import Listing

# What the votes that the person may see come to, where that asks something of somebody.
TALLIES = f"""
SELECT v.round_id, v.paper_id, sum(CASE v.decision WHEN 'include' THEN 1 ELSE 0 END),
  sum(CASE v.decision WHEN 'exclude' THEN 1 ELSE 0 END),
  max(CASE WHEN v.person_id = :me AND v.decision <> 'maybe' THEN 1 ELSE 0 END)
FROM screening_round r JOIN vote v ON v.round_id = r.id
WHERE r.archived_at IS NULL AND {VISIBLE} AND {STANDS}{{only}} GROUP BY v.round_id, v.paper_id
HAVING count(*) > 1 AND max(CASE v.decision WHEN 'include' THEN 1 ELSE 0 END) = 1
"""
DECIDED = f"SELECT s.round_id, s.paper_id, s.decision FROM resolution s WHERE {SETTLES}"
DECIDING = "SELECT round_id FROM round_person WHERE person_id = :me AND role = 'decider' AND left_at IS NULL"


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


class Awaited:
    """Says nothing of a vote that a round hides from the person."""

    def __init__(self, library: Listing) -> None:
        self.library = library

    def _team(self, now: datetime, paper: int | None = None) -> Team:
        """Of all papers, or of one. A conflict waits for those who took a side, and for those who settle it; nobody
        decided it yet."""
        asked = self._asked(now)
        if not self.library.store.one("SELECT 1 FROM vote LIMIT 1"):
            return Team(asked)
        only = "" if paper is None else " AND v.paper_id = :paper"
        me = {"me": self.library.me_id} | ({} if paper is None else {"paper": paper})
        decided = {(round, each): decision for round, each, decision in self.library.store.read(DECIDED)}
        deciding = {row[0] for row in self.library.store.read(DECIDING, {"me": self.library.me_id})}
        conflicts: set[int] = set()
        wanted: dict[int, int] = {}
        for round, each, yes, no, mine in self.library.store.read(TALLIES.format(only=only), me):
            decision = decided.get((round, each))
            if no and decision is None and (mine or round in deciding):
                conflicts.add(each)
            if yes > 1 and decision != "exclude":
                wanted[each] = max(yes, wanted.get(each, 0))
        return Team(asked, frozenset(conflicts), wanted)

    def _asked(self, now: datetime) -> frozenset[int]:
        """The papers on which somebody asks the person."""
        from tracker.query.parse import parse

        if not self.library.store.one("SELECT 1 FROM ask LIMIT 1"):
            return frozenset()
        library = self.library
        find, name = library.store.search.find, name_key(library.me)
        found = find(library.store.reader(), parse("is:asked"), me=library.me_id, name=name, now=now)
        return frozenset(found.ids)
