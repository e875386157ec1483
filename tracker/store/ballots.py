"""Votes and decisions are never changed or deleted: taking one back appends a row that says what stood before it."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from tracker.errors import Conflict, Gone
from tracker.models import Change, Round
from tracker.store.journal import TABLES, raw, stored
from tracker.terms import Blind, Decision

LEASE = timedelta(minutes=30)  # how long a paper that was handed out waits for its vote

# What the rows of one chain share: of a vote it is whose it is, of a decision only what it is about.
CHAINS: Mapping[str, tuple[str, ...]] = {
    "vote": ("round_id", "paper_id", "person_id"),
    "resolution": ("round_id", "paper_id"),
}
SAID: Mapping[str, tuple[str, ...]] = {
    "vote": ("seq", "decision", "sure", "reasons", "note", "tags"),
    "resolution": ("seq", "decision", "note"),
}
# A paper that was assigned stays its person's without an end.
CLAIM = """
INSERT INTO round_claim (round_id, paper_id, person_id, until, voted_at)
VALUES (:round_id, :paper_id, :person_id, :until, :voted_at)
ON CONFLICT (round_id, paper_id, person_id) DO UPDATE SET voted_at = excluded.voted_at,
  until = CASE WHEN round_claim.batch_id IS NULL THEN excluded.until END
"""
# How a round, a person in it and a paper of it stand; NULL for who and what is not in it.
STANDING = f"""
SELECT r.closed_at, m.role, p.paper_id, k.paper_id, {", ".join(f"v.{name}" for name in SAID["vote"])}
FROM screening_round r
LEFT JOIN round_person m ON m.round_id = r.id AND m.person_id = :person_id AND m.left_at IS NULL
LEFT JOIN round_paper p ON p.round_id = r.id AND p.paper_id = :paper_id
LEFT JOIN round_claim k ON k.round_id = r.id AND k.paper_id = :paper_id AND k.person_id = :person_id
LEFT JOIN vote v ON v.round_id = r.id AND v.paper_id = :paper_id AND v.person_id = :person_id
WHERE r.id = :round_id ORDER BY v.seq DESC LIMIT 1
"""
APART = frozenset({"id", "seq", "at", "undid", "person_id"})  # columns that are no part of what a row says

Row = Mapping[Any, Any]


class Standing(NamedTuple):
    """How a person stands to a paper of a round before they vote on it."""

    closed: bool
    role: str | None  # None who is not in the round
    there: bool  # whether the round has the paper
    claimed: bool  # whether it was handed out to the person or voted on by them
    last: dict[str, Any] | None  # what they said last


def turn(session: Session, change: Change, *, back: bool) -> None:
    """Take back the row that a step appended, or say it again. Conflict where something else stands."""
    rows = _chain(session, change)
    at = next(place for place, row in enumerate(rows) if row["id"] == change.row_key["id"])
    mine, before, current = rows[at], rows[at - 1] if at else None, rows[-1]
    stands, wanted = (mine, before) if back else (before, mine)
    if _content(current) != _content(stands or _withdrawn(current)):
        raise Conflict("It cannot be taken back: the paper was voted on or decided again since")
    _refuse_closed(session, change.table_name, mine)
    row = {**dict(wanted or _withdrawn(current)), "person_id": mine["person_id"]}
    row |= {"id": None, "seq": current["seq"] + 1, "at": datetime.now(UTC), "undid": current["id"] if back else None}
    _append(session, change.table_name, row)


def chain_of(session: Session, table: str, **whose: int) -> list[Row]:
    """All that was ever said of one paper by one person, or decided about it, oldest first."""
    kept = TABLES[table]
    where = [kept.c[name] == whose[name] for name in CHAINS[table]]
    return list(session.connection().execute(sa.select(kept).where(*where).order_by(kept.c.seq)).mappings())


def _chain(session: Session, change: Change) -> Sequence[Row]:
    kept = TABLES[change.table_name]
    found = session.connection().execute(sa.select(kept).where(kept.c.id == change.row_key["id"])).mappings().one()
    return chain_of(session, change.table_name, **{name: found[name] for name in CHAINS[change.table_name]})


def _append(session: Session, table: str, row: dict[str, Any]) -> None:
    del row["id"]
    session.connection().execute(sa.insert(TABLES[table]).values(row))
    if table == "vote":
        claim(session, row, voted=row["decision"] != Decision.WITHDRAWN)


def claim(session: Session, vote: Row, *, voted: bool) -> None:
    """Keep that a paper has a person's vote, or that it is lent to them again."""
    now = datetime.now(UTC)
    told = {name: vote[name] for name in ("round_id", "paper_id", "person_id")}
    told |= {"voted_at": stored(now) if voted else None, "until": None if voted else stored(now + LEASE)}
    raw(session).execute(CLAIM, told)


def _content(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in APART}


def _withdrawn(current: Row) -> Row:
    """That nothing stands."""
    empty: dict[str, Any] = {"reasons": "", "note": "", "tags": "", "sure": False, "seconds": None}
    emptied = {name: value for name, value in empty.items() if name in current}
    return {**dict(current), **emptied, "decision": Decision.WITHDRAWN}


def _refuse_closed(session: Session, table: str, row: Row) -> None:
    found = session.get(Round, row["round_id"])
    if found is None or found.archived_at:
        raise Conflict("The round is archived: nothing of it can be changed any more")
    if table == "vote":
        refuse_frozen(found)


def refuse_frozen(round: Round) -> None:
    """Conflict where votes that were given in a round can no longer be changed."""
    if round.closed_at:
        raise Conflict(f"The round “{round.name}” is closed, so votes stand; a decision can still overrule them")
    if round.blind is Blind.OWN and round.unblinded_at is None:
        raise Conflict("Your vote showed you the others’, so it is frozen; a decision can overrule it")


def standing(last: Row | None) -> Row | None:
    """Of what was said last, what holds; None where nothing was said or it was taken back."""
    return last if last and last["decision"] != Decision.WITHDRAWN else None


def vote_stands(session: Session, whose: Mapping[str, int]) -> Standing:
    """How things stand before a vote; `whose`: round_id, paper_id and person_id. Conflict where the round is gone."""
    row = raw(session).execute(STANDING, whose).fetchone()
    if row is None:
        raise Gone
    closed, role, there, claimed, *said = row
    last = dict(zip(SAID["vote"], said, strict=True)) if said[0] is not None else None
    return Standing(bool(closed), role, there is not None, claimed is not None, last)


def last_of(session: Session, table: str, **whose: int) -> dict[str, Any] | None:
    """What was said last, with its number; None where nothing was."""
    columns = SAID[table]
    where = " AND ".join(f"{name} = :{name}" for name in CHAINS[table])
    asked = f"SELECT {', '.join(columns)} FROM {table} WHERE {where} ORDER BY seq DESC LIMIT 1"
    row = raw(session).execute(asked, whose).fetchone()
    return dict(zip(columns, row, strict=True)) if row else None
