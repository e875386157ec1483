"""What one person decides about papers: status, priority, star, due date, snooze, rating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime

from tracker.errors import Unreadable
from tracker.later import journal, models
from tracker.library.door import Door, OpenStep, chunks, numbers
from tracker.library.listing import Listing
from tracker.queue.points import ENOUGH
from tracker.store.store import Committed
from tracker.stored import word
from tracker.terms import Depth, Status


class Reading(Listing, Door):
    """The reading state of the person at the keyboard. Each method is one step and tells what it did."""

    def set_status(
        self, ids: Sequence[int], status: Status, *, depth: Depth | None = None, seconds: int | None = None
    ) -> str | None:
        """`seconds`: how long the paper was looked at until then, where somebody measured it."""
        now, opened = datetime.now(UTC), self._opened(ids) if status is Status.DONE and not depth else frozenset()

        def change(state: models.ReadingState) -> None:
            if state.status != status:
                stand(state, status, now, seconds)
            state.snoozed_until = None
            if depth or state.paper_id in opened:
                state.depth = depth or Depth.FULL

        def stays(state: models.ReadingState) -> bool:
            return state.status == status and not depth and not state.snoozed_until

        return self._decide(f"marked {self.told(ids)} as {status}", ids, change, stays)

    def not_now(self, ids: Sequence[int]) -> str | None:
        """Pass papers over: each time they come later in the queue."""

        def change(state: models.ReadingState) -> None:
            state.passed += 1

        return self._decide(f"not now: {self.told(ids)}", ids, change)

    def set_priority(self, ids: Sequence[int], priority: int) -> str | None:
        if not 0 <= priority <= 3:
            raise Unreadable("A priority is 0, 1, 2 or 3; 3 is the most urgent")

        def change(state: models.ReadingState) -> None:
            state.priority = priority

        return self._decide(f"gave {self.told(ids)} priority {priority}", ids, change)

    def set_star(self, ids: Sequence[int], on: bool) -> str | None:
        def change(state: models.ReadingState) -> None:
            state.starred = on

        return self._decide(f"{'starred' if on else 'took the star off'} {self.told(ids)}", ids, change)

    def set_due(self, ids: Sequence[int], day: date | None) -> str | None:
        def change(state: models.ReadingState) -> None:
            state.due_on = day

        title = f"set {self.told(ids)} due on {day:%-d %b %Y}" if day else f"took the due date off {self.told(ids)}"
        return self._decide(title, ids, change)

    def snooze(self, ids: Sequence[int], until: datetime | None) -> str | None:
        def change(state: models.ReadingState) -> None:
            state.snoozed_until = until

        if until and until <= datetime.now(UTC):
            raise Unreadable("Snoozing ends in the future: give a day after today, as in 2w or friday")
        title = f"snoozed {self.told(ids)} until {until.astimezone():%-d %b %Y}" if until else f"woke {self.told(ids)}"
        return self._decide(title, ids, change)

    def rate(self, ids: Sequence[int], rating: int | None) -> str | None:
        if rating is not None and not 1 <= rating <= 5:
            raise Unreadable("A rating is a number from 1 to 5; 0 takes it away")

        def change(state: models.ReadingState) -> None:
            state.rating = rating

        title = f"rated {self.told(ids)} {rating} of 5" if rating else f"took the rating off {self.told(ids)}"
        return self._decide(title, ids, change)

    def cycle_priority(self, ids: Sequence[int]) -> str | None:
        """The next priority after the first paper's, for all: 0, 1, 2, 3, 0."""
        return self.set_priority(ids, (self.rows(ids[:1])[0].priority + 1) % 4) if ids else None

    def toggle_star(self, ids: Sequence[int]) -> str | None:
        """Star all, or take the stars off where all have one."""
        return self.set_star(ids, not all(row.starred for row in self.rows(ids))) if ids else None

    def mark_seen(self, paper_id: int, *, seconds: int = 0, opened: bool = False) -> None:
        """The person had the paper before their eyes; no step, nothing to undo."""
        with self.store.transaction() as session:
            connection, now = journal.raw(session), datetime.now(UTC).isoformat(timespec="microseconds")
            whose: dict[str, object] = {"person": self._person(session), "paper": paper_id}
            first, before = connection.execute(SEEN, whose).fetchone() or (None, 0)
            told = {"now": now, "opened": first or (now if opened else None), "seconds": before + seconds}
            connection.execute(SEE, whose | told)
            session.info["committed"] = Committed(None, frozenset([paper_id]))

    def open_outside(self, paper_id: int) -> str | None:
        """The person opens the paper itself: a paper for later is then being read. Tells of that, if so."""
        self.mark_seen(paper_id, opened=True)
        if self.rows([paper_id])[0].status is not Status.LATER:
            return None
        return self.set_status([paper_id], Status.READING)

    def being_read(self) -> int:
        """How many papers the person is reading."""
        asked = "SELECT count(*) FROM reading_state WHERE person_id = :me AND status = 'reading'"
        return int(self.store.read(asked, {"me": self.me_id})[0][0])

    def crowding(self, before: int) -> str | None:
        """What to tell, once, where more is begun than one can well finish; `before` the deed it was so much."""
        now = self.being_read()
        if before > ENOUGH or now <= ENOUGH:
            return None
        return f"{now} papers are being read now: what is begun and lost is the commonest regret of readers"

    def _opened(self, ids: Sequence[int]) -> frozenset[int]:
        """Those of the papers that the person opened."""
        asked = "SELECT paper_id FROM seen WHERE person_id = :me AND opened_at IS NOT NULL AND paper_id IN ({ids})"
        found = (self.store.read(asked.format(ids=numbers(part)), {"me": self.me_id}) for part in chunks(ids))
        return frozenset(row[0] for rows in found for row in rows)

    def status_counts(self) -> dict[Status, int]:
        """How many papers stand where, for the person."""
        rows = self.store.read(
            "SELECT status, count(*) FROM reading_state WHERE person_id = :me GROUP BY status", {"me": self.me_id}
        )
        counts = dict.fromkeys(Status, 0) | {word(Status, status): count for status, count in rows}
        total = self.store.read("SELECT count(*) FROM paper")[0][0]
        decided = sum(count for status, count in counts.items() if status is not Status.INBOX)
        return counts | {Status.INBOX: total - decided}

    def _decide(
        self,
        title: str,
        ids: Sequence[int],
        change: Callable[[models.ReadingState], None],
        unless: Callable[[models.ReadingState], bool] = lambda _: False,
    ) -> str | None:
        with self.step(title) as step:
            for state in states(step, ids):
                if not unless(state):
                    change_state(step, state, change)
        return step.said


SEEN = "SELECT opened_at, seconds FROM seen WHERE person_id = :person AND paper_id = :paper"
SEE = """
INSERT INTO seen (person_id, paper_id, seen_at, opened_at, seconds) VALUES (:person, :paper, :now, :opened, :seconds)
ON CONFLICT (person_id, paper_id) DO UPDATE SET seconds = :seconds, opened_at = :opened
"""


def stand(state: models.ReadingState, status: Status, now: datetime, seconds: int | None = None) -> None:
    """Bring a paper to another status; where it was decided before, the time that took stays."""
    state.status, state.status_at = status, now
    if status is Status.INBOX or state.decided_at is None:
        state.seconds = None if status is Status.INBOX else seconds
    state.decided_at = None if status is Status.INBOX else state.decided_at or now
    state.finished_at = now if status in (Status.DONE, Status.SKIPPED) else None
    state.passed = 0


def states(step: OpenStep, ids: Sequence[int]) -> list[models.ReadingState]:
    """The person's state for each paper, in order; fresh ones, not yet in the session, where there was no row."""
    from sqlmodel import col, select

    State = models.ReadingState
    found: dict[int, models.ReadingState] = {}
    for part in chunks(ids):
        rows = step.session.exec(select(State).where(State.person_id == step.person_id, col(State.paper_id).in_(part)))
        found |= {state.paper_id: state for state in rows}
    return [found.get(i) or State(person_id=step.person_id, paper_id=i) for i in dict.fromkeys(ids)]


def change_state(step: OpenStep, state: models.ReadingState, change: Callable[[models.ReadingState], None]) -> None:
    """Apply a change and keep the row, unless it says no more than no row would."""
    before = state.model_dump(exclude={"changed_at"})
    change(state)
    if state.model_dump(exclude={"changed_at"}) != before:
        state.changed_at = datetime.now(UTC)
        step.session.add(state)
