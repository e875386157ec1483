"""Handing papers out, so that nobody reads what needs no more votes: claims that end by themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tracker.store.ballots import LEASE
from tracker.store.journal import raw, stored

if TYPE_CHECKING:
    from sqlmodel import Session

    from tracker.library.rounds.values import RoundView

_END = "DELETE FROM round_claim WHERE round_id = :round AND voted_at IS NULL AND "

_HELD = "round_claim WHERE round_id = :round AND person_id = :me AND voted_at IS NULL"

# Whether somebody voted on a paper `p` already: such papers come first, since they are soon done.
_BEGUN = """EXISTS (SELECT 1 FROM round_claim b WHERE b.round_id = p.round_id AND b.paper_id = p.paper_id
  AND b.voted_at IS NOT NULL)"""

# Papers that wait for more votes than are given and promised, and that the person has nothing to do with yet.
_LEND = f"""
INSERT INTO round_claim (round_id, paper_id, person_id, until)
SELECT p.round_id, p.paper_id, :me, :until FROM round_paper p
LEFT JOIN (SELECT CAST(given.value AS INTEGER) AS paper_id, given.key AS place FROM json_each(:order) AS given) o
  ON o.paper_id = p.paper_id
WHERE p.round_id = :round
  AND NOT EXISTS (SELECT 1 FROM round_claim m
    WHERE m.round_id = p.round_id AND m.paper_id = p.paper_id AND m.person_id = :me)
  AND (SELECT count(*) FROM round_claim c WHERE c.round_id = p.round_id AND c.paper_id = p.paper_id)
    < coalesce(nullif(p.needed, 0), :voters)
ORDER BY CASE WHEN {_BEGUN} THEN 0 ELSE 1 END, CASE WHEN o.place IS NULL THEN 1 ELSE 0 END, o.place, p.position
LIMIT (SELECT CASE WHEN count(*) < :count THEN :count - count(*) ELSE 0 END FROM {_HELD})
RETURNING paper_id
"""

_AGAIN = f"UPDATE {_HELD.replace(' WHERE', ' SET until = :until WHERE')} AND until IS NOT NULL"

ELSEWHERE = """
SELECT count(DISTINCT c.paper_id), min(c.until) FROM round_claim c
WHERE c.round_id = :round AND c.person_id <> :me AND c.voted_at IS NULL AND c.until IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM round_claim m
    WHERE m.round_id = c.round_id AND m.paper_id = c.paper_id AND m.person_id = :me)
"""

_IN_HAND = f"""
SELECT h.paper_id, CASE WHEN {_BEGUN} THEN 0 ELSE 1 END, p.position
FROM round_claim h JOIN round_paper p ON p.round_id = h.round_id AND p.paper_id = h.paper_id
WHERE h.round_id = :round AND h.person_id = :me AND h.voted_at IS NULL
"""


def hand_out(session: Session, view: RoundView, person: int, count: int, order: Sequence[int]) -> list[int]:
    """Lend papers to a person: all that are lacking by one statement.

    One person at a time in a round. Rows that are locked and passed over would not do: a claim is a row of its own,
    so a paper that was free when a statement began has its claim by the time that the lock on it is let go.
    """
    now = datetime.now(UTC)
    connection = raw(session)
    whose = {"round": view.id, "me": person}
    until = {"until": stored(now + LEASE)}
    connection.execute(f"{_END} until < :now", {"round": view.id, "now": stored(now)})
    connection.execute(_AGAIN, whose | until)
    asked = whose | until | {"voters": view.voters, "count": count, "order": json.dumps(list(order))}
    fresh = {row[0] for row in connection.execute(_LEND, asked).fetchall()}
    place = {paper: at for at, paper in enumerate(order)}
    rows = connection.execute(_IN_HAND, whose).fetchall()
    rows.sort(key=lambda row: (row[0] in fresh, row[1], place.get(row[0], len(place)), row[2]))
    return [row[0] for row in rows[: max(0, count)]]


def give_back(session: Session, round_id: int, person: int, papers: Sequence[int]) -> None:
    """End loans, of all papers where none is named; what was assigned for good stays."""
    some = f" AND paper_id IN ({','.join(map(str, papers))})" if papers else ""
    raw(session).execute(f"{_END} person_id = :me AND until IS NOT NULL{some}", {"round": round_id, "me": person})
