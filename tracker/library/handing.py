"""Handing papers out, so that nobody reads what needs no more votes: claims that end by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, func, insert, literal, select, update
from sqlmodel import col

from tracker.models import Round, RoundClaim, RoundPaper
from tracker.store.ballots import LEASE

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select
    from sqlmodel import Session

    from tracker.library.round_values import RoundView

LOOKED_AT = 400  # papers of the given order that are tried at once


def hand_out(session: Session, view: RoundView, person: int, count: int, order: Sequence[int]) -> list[int]:
    """Lend papers to a person. One at a time in a round: a lock on its row, for engines that let others write."""
    session.connection().execute(select(col(Round.id)).where(col(Round.id) == view.id).with_for_update())
    now = datetime.now(UTC)
    _end(session, col(RoundClaim.round_id) == view.id, col(RoundClaim.until) < now)
    held = _held(session, view.id, person, order)[:count]
    begun = _begun(session, view, person, count - len(held))
    fresh = _fresh(session, view, person, order, count - len(held) - len(begun), begun)
    _lend(session, view.id, person, held, [*begun, *fresh], now)
    return [*held, *begun, *fresh]


def give_back(session: Session, round_id: int, person: int, papers: Sequence[int]) -> None:
    mine = (col(RoundClaim.round_id) == round_id, col(RoundClaim.person_id) == person)
    some = (col(RoundClaim.paper_id).in_(papers),) if papers else ()
    _end(session, *mine, *some, col(RoundClaim.until).is_not(None))


def _end(session: Session, *which: ColumnElement[bool]) -> None:
    session.connection().execute(delete(RoundClaim).where(*which, col(RoundClaim.voted_at).is_(None)))


def _held(session: Session, round_id: int, person: int, order: Sequence[int]) -> list[int]:
    """What waits for this person's vote: in the given order, else in that of the round."""
    asked = (
        select(col(RoundClaim.paper_id))
        .join(
            RoundPaper,
            (col(RoundPaper.round_id) == RoundClaim.round_id) & (col(RoundPaper.paper_id) == RoundClaim.paper_id),
        )
        .where(col(RoundClaim.round_id) == round_id, col(RoundClaim.person_id) == person)
        .where(col(RoundClaim.voted_at).is_(None))
        .order_by(col(RoundPaper.position))
    )
    place = {paper: at for at, paper in enumerate(order)}
    found = list(session.connection().execute(asked).scalars())
    return sorted(found, key=lambda paper: place.get(paper, len(place)))


def _open(view: RoundView, person: int) -> Select[int]:
    """Papers that wait for more votes than are given and promised, and that this person has nothing to do with yet."""
    claims = select(col(RoundClaim.paper_id)).where(
        col(RoundClaim.round_id) == RoundPaper.round_id, col(RoundClaim.paper_id) == RoundPaper.paper_id
    )
    taken = (
        select(func.count())
        .select_from(RoundClaim)
        .where(col(RoundClaim.round_id) == RoundPaper.round_id, col(RoundClaim.paper_id) == RoundPaper.paper_id)
        .correlate(RoundPaper)
        .scalar_subquery()
    )
    mine = exists(claims.where(col(RoundClaim.person_id) == person).correlate(RoundPaper))
    needed = func.coalesce(func.nullif(col(RoundPaper.needed), 0), literal(view.voters))
    return select(col(RoundPaper.paper_id)).where(col(RoundPaper.round_id) == view.id, ~mine, taken < needed)


def _begun(session: Session, view: RoundView, person: int, count: int) -> list[int]:
    """Papers that others voted on already come first: they are soon done."""
    voted = exists(
        select(col(RoundClaim.paper_id))
        .where(col(RoundClaim.round_id) == RoundPaper.round_id, col(RoundClaim.paper_id) == RoundPaper.paper_id)
        .where(col(RoundClaim.voted_at).is_not(None))
        .correlate(RoundPaper)
    )
    asked = _open(view, person).where(voted).order_by(col(RoundPaper.position)).limit(max(0, count))
    return list(session.connection().execute(asked).scalars())


def _fresh(
    session: Session, view: RoundView, person: int, order: Sequence[int], count: int, without: Iterable[int]
) -> list[int]:
    """Papers in the given order, as far as they are open; where it ends, in the order of the round."""
    left, found = set(without), list[int]()
    for start in range(0, len(order), LOOKED_AT):
        if len(found) >= count:
            break
        part = order[start : start + LOOKED_AT]
        asked = _open(view, person).where(col(RoundPaper.paper_id).in_(part))
        open_ones = set(session.connection().execute(asked).scalars()) - left
        found += [paper for paper in part if paper in open_ones]
    if len(found) < count:
        left |= set(found)
        asked = _open(view, person).order_by(col(RoundPaper.position)).limit(count + len(left))
        found += [paper for paper in session.connection().execute(asked).scalars() if paper not in left]
    return found[: max(0, count)]


def _lend(
    session: Session, round_id: int, person: int, held: Sequence[int], fresh: Sequence[int], now: datetime
) -> None:
    until = now + LEASE
    if held:
        again = update(RoundClaim).where(col(RoundClaim.round_id) == round_id, col(RoundClaim.person_id) == person)
        lent = (col(RoundClaim.paper_id).in_(held), col(RoundClaim.until).is_not(None))
        session.connection().execute(again.where(*lent).values(until=until))
    rows = [{"round_id": round_id, "paper_id": paper, "person_id": person, "until": until} for paper in fresh]
    if rows:
        session.connection().execute(insert(RoundClaim), rows)
