"""What was done, by whom, and taking it back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.errors import Conflict, NotFound
from tracker.library.door import Door
from tracker.library.values import StepView
from tracker.store import reach, turns
from tracker.store.blind import SEES
from tracker.store.store import Committed
from tracker.stored import moment

if TYPE_CHECKING:
    from sqlmodel import Session

    from tracker.store.undo import Turned

STEP = """
SELECT s.id, s.at, p.name, s.title, s.undone_at IS NOT NULL,
       (SELECT count(DISTINCT c.paper_id) FROM change c WHERE c.step_id = s.id)
       + coalesce((SELECT b.records FROM import_batch b WHERE b.id = s.batch_id), 0)
FROM step s JOIN person p ON p.id = s.person_id
"""

# What was done in a round that is blind is not for the eyes of those it is blind to.
OPEN = f"""
(s.round_id IS NULL OR s.person_id = :me OR EXISTS (SELECT 1 FROM screening_round r WHERE r.id = s.round_id AND {SEES}))
"""

ABOUT = """
AND (s.id IN (SELECT step_id FROM change WHERE paper_id = :paper)
   OR s.id IN (SELECT c.step_id FROM change c JOIN merged_paper m ON m.id = c.paper_id WHERE m.paper_id = :paper)
   OR s.batch_id = (SELECT batch_id FROM paper WHERE id = :paper))
"""


WHY = "the round was voted on, is closed, or showed you the others’ votes"
FROZEN = f"SELECT 1 FROM step s WHERE s.id = :step AND {turns.FROZEN}"


class History(Door):
    """The journal, as lines to read and to undo."""

    def history(self, paper_id: int | None = None, *, limit: int = 200) -> list[StepView]:
        """Steps, the newest first: of everybody and everything, or those that touched one paper.

        What others did in a round is left out while the round is blind.
        """
        about = ABOUT if paper_id is not None else ""
        values = {"me": self.me_id, "limit": limit} | ({"paper": paper_id} if about else {})
        return self._steps(f"WHERE {OPEN}{about} ORDER BY s.id DESC LIMIT :limit", values)

    def history_begins(self) -> datetime | None:
        """The time up to which everything was let go; None where the journal holds all that was ever done."""
        row = self.store.one(reach.BEGINS)
        return moment(row[0]) if row else None

    def undoable(self) -> StepView | None:
        """The step that `undo` would take back."""
        return self._first(turns.UNDOABLE)

    def redoable(self) -> StepView | None:
        """The step that `redo` would do again."""
        return self._first(turns.REDOABLE)

    def undo(self, times: int = 1, *, later: bool = False, past: bool = True) -> list[StepView]:
        """Take back the person's newest steps, all of them or none. Conflict where a row changed since.

        `later`: of many papers, the search index is left to `catch_up`. What is frozen by now is passed over;
        with `past` False, or where there is nothing else, Conflict says so.
        """
        from tracker.store import undo

        frozen = self.frozen()
        turned = [] if frozen and not past else self._turn(undo.undo, times, later)
        if frozen and not turned:
            raise Conflict(f"You {frozen.title}, and that is frozen: {WHY}")
        return turned

    def frozen(self) -> StepView | None:
        """The person's newest step, where nobody can take it back any more: a vote, a decision, a round with some."""
        newest = self._first(turns.NEWEST)
        return newest if newest and self.store.one(FROZEN, {"step": newest.id}) else None

    def redo(self, times: int = 1, *, later: bool = False) -> list[StepView]:
        """Do again what was undone last, unless something new was done since."""
        from tracker.store import undo

        return self._turn(undo.redo, times, later)

    def undo_to(self, step_id: int, *, later: bool = False) -> list[StepView]:
        """Take back the person's steps down to and including this one; `later` as in `undo`."""
        rows = self.store.read(
            f"SELECT s.id FROM step s {turns.LEFT} AND s.id >= :step",
            {"me": self.me_id, "step": step_id},
        )
        if step_id not in {row[0] for row in rows}:
            raise NotFound("That step is not yours to undo, or it is undone already")
        return self.undo(len(rows), later=later)

    def _turn(self, turn: Callable[[Session, int], Turned | None], times: int, later: bool) -> list[StepView]:
        turned: list[Turned] = []
        with self.store.transaction() as session:
            person = self._person(session)
            while len(turned) < times and (one := turn(session, person)):
                turned.append(one)
            if turned:
                papers = frozenset[int]().union(*(one.papers for one in turned))
                session.info["committed"] = Committed(turned[-1].step_id, papers)
        if not later and any(one.late for one in turned):
            self.store.follow_up()
        steps = {view.id: view for one in turned for view in self._steps("WHERE s.id = :id", {"id": one.step_id})}
        return [steps[one.step_id] for one in turned]

    def _first(self, where: str) -> StepView | None:
        found = self._steps(where, {"me": self.me_id})
        return found[0] if found else None

    def _steps(self, where: str, parameters: dict[str, Any]) -> list[StepView]:
        return [
            StepView(step, moment(at), person, title, bool(undone), papers)
            for step, at, person, title, undone, papers in self.store.read(STEP + where, parameters)
        ]
