"""Screening rounds as they stand: which there are, and who is in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tracker.errors import NotFound
from tracker.library.finding import Finding
from tracker.library.names import name_key
from tracker.library.rounds.values import Member, RoundView
from tracker.store.blind import SEES
from tracker.stored import moment, moment_or_none, word
from tracker.terms import Assignment, Blind, Role, Stage
from tracker.text.clean import one_line

ROUND = f"""
SELECT r.id, r.name, r.query, u.name, r.stage, r.pilot, r.votes_needed, r.blind, r.assignment, r.overlap, r.criteria,
  r.include_words, r.exclude_words, r.seed, c.name, r.created_at, b.name, r.unblinded_at, r.closed_at, r.archived_at,
  (SELECT m.role FROM round_person m WHERE m.round_id = r.id AND m.person_id = :me AND m.left_at IS NULL),
  CASE WHEN {SEES} THEN 1 ELSE 0 END,
  (SELECT count(*) FROM round_paper p WHERE p.round_id = r.id),
  (SELECT json_group_array(CAST(o.text AS TEXT))
   FROM (SELECT text FROM round_reason WHERE round_id = r.id ORDER BY position) o)
FROM screening_round r JOIN person c ON c.id = r.created_by
LEFT JOIN person b ON b.id = r.unblinded_by LEFT JOIN screening_round u ON u.id = r.parent_id
"""

MEMBERS = """
SELECT p.name, m.role, m.left_at, {counts} FROM round_person m JOIN person p ON p.id = m.person_id {claims}
WHERE m.round_id = :round ORDER BY m.joined_at, p.name_key
"""
BARE = MEMBERS.format(counts="0, 0", claims="")
COUNTED = MEMBERS.format(
    counts="coalesce(c.fixed, 0), coalesce(c.voted, 0)",
    claims="""LEFT JOIN (SELECT person_id, count(batch_id) AS fixed, count(voted_at) AS voted
      FROM round_claim WHERE round_id = :round GROUP BY person_id) c ON c.person_id = m.person_id""",
)


class RoundViews(Finding):
    """Reading rounds."""

    def rounds(self, *, archived: bool = True) -> list[RoundView]:
        """All rounds, the newest first."""
        only = "" if archived else "WHERE r.archived_at IS NULL "
        rows = self.store.read(f"{ROUND} {only}ORDER BY r.id DESC", {"me": self.me_id})
        return [self._round_view(row, COUNTED) for row in rows]

    def round(self, name: str) -> RoundView:
        """The round of this name; NotFound names those there are."""
        return self._round(name, members=COUNTED)

    def _round(self, name: str, *, members: str = BARE) -> RoundView:
        """The same without how much each person has done, which is counted over all that was handed out."""
        found = self.store.read(f"{ROUND} WHERE r.name_key = :key", {"me": self.me_id, "key": name_key(name)})
        if not found:
            there = ", ".join(row[0] for row in self.store.read("SELECT name FROM screening_round ORDER BY id DESC"))
            remedy = f"there are {there}" if there else "`tracker round new` makes one"
            raise NotFound(f"There is no round “{one_line(name)}”; {remedy}")
        return self._round_view(found[0], members)

    def _round_view(self, row: tuple[Any, ...], members: str) -> RoundView:
        round_id, name, query, parent, stage, pilot, needed, blind, assignment, overlap, criteria, *rest = row
        include, exclude, seed, maker, made, unblinder, unblinded, closed, archived, role, sees, papers, reasons = rest
        return RoundView(
            id=round_id,
            name=name,
            query=query,
            parent=parent,
            stage=word(Stage, stage),
            pilot=bool(pilot),
            votes_needed=needed,
            blind=word(Blind, blind),
            assignment=word(Assignment, assignment),
            overlap=overlap,
            criteria=criteria,
            include_words=tuple(include.splitlines()),
            exclude_words=tuple(exclude.splitlines()),
            reasons=tuple(json.loads(reasons or "[]")),
            seed=seed,
            papers=papers,
            people=self._members(members, round_id, papers, assignment),
            created_by=maker,
            created_at=moment(made),
            unblinded_by=unblinder,
            unblinded_at=moment_or_none(unblinded),
            closed_at=moment_or_none(closed),
            archived_at=moment_or_none(archived),
            role=word(Role, role) if role else None,
            sees=bool(sees),
        )

    def _members(self, asked: str, round_id: int, papers: int, assignment: str) -> tuple[Member, ...]:
        def members() -> Iterator[Member]:
            for name, role, left, fixed, voted in self.store.read(asked, {"round": round_id}):
                all_of_it = papers if assignment == Assignment.EVERYONE and role != Role.DECIDER else fixed
                yield Member(
                    name, word(Role, role), voted if left else max(all_of_it, voted), voted, moment_or_none(left)
                )

        return tuple(members())
