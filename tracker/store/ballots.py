"""Votes and decisions are never changed or deleted: taking one back appends a row that says what stood before it."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from tracker.errors import Conflict
from tracker.models import Change, Round, RoundClaim
from tracker.store.journal import TABLES
from tracker.terms import Blind, Decision

LEASE = timedelta(minutes=30)  # how long a paper that was handed out waits for its vote

# What the rows of one chain share: of a vote it is whose it is, of a decision only what it is about.
CHAINS: Mapping[str, tuple[str, ...]] = {
    "vote": ("round_id", "paper_id", "person_id"),
    "resolution": ("round_id", "paper_id"),
}
APART = frozenset({"id", "seq", "at", "undid", "person_id"})  # columns that are no part of what a row says

Row = Mapping[Any, Any]


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
    key = (vote["round_id"], vote["paper_id"], vote["person_id"])
    held = session.get(RoundClaim, key) or RoundClaim(round_id=key[0], paper_id=key[1], person_id=key[2])
    now = datetime.now(UTC)
    held.voted_at = now if voted else None
    held.until = None if voted or held.batch_id is not None else now + LEASE
    session.add(held)
    session.flush()


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


def standing(rows: Sequence[Row]) -> Row | None:
    """Of all that one person said of a paper, what holds; None where they said nothing or took it back."""
    return rows[-1] if rows and rows[-1]["decision"] != Decision.WITHDRAWN else None


def next_seq(session: Session, table: str, **whose: int) -> int:
    """The number of the row that would be appended."""
    kept = TABLES[table]
    where = [kept.c[name] == whose[name] for name in CHAINS[table]]
    last = session.connection().execute(sa.select(sa.func.max(kept.c.seq)).where(*where)).scalar()
    return int(last or 0) + 1
