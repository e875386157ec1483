"""What a person likes, learnt from what they kept and skipped; nothing is said until there are ten of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from math import exp
from typing import TYPE_CHECKING

from tracker.library.finding import Finding
from tracker.store.store import Committed
from tracker.terms import Decision

if TYPE_CHECKING:
    from tracker.screening.ranking import Ranker

ENOUGH = 10  # kept, and skipped
AGAIN = 5  # decisions after which it is learnt anew
TAUGHT = 500  # papers on either side, those decided last
NEWEST, LIKED, NEAREST = (
    1500,
    8,
    100,
)  # papers of the inbox that are judged: the newest, and those near to what was kept
STEEP = 2.0  # how soon a score becomes a certainty
SURE, WORDS = 0.6, 3  # from this likelihood on, so many words are told

KEPT = ("later", "reading", "done")
COUNTS = "SELECT status, count(*) FROM reading_state WHERE person_id = :me GROUP BY status"
DECIDED = """
SELECT paper_id FROM reading_state WHERE person_id = :me AND status IN ({status}) ORDER BY decided_at DESC LIMIT {most}
"""
FRESH = """
SELECT p.id FROM paper p WHERE NOT EXISTS (SELECT 1 FROM reading_state r
  WHERE r.paper_id = p.id AND r.person_id = :me AND r.status <> 'inbox') ORDER BY p.id DESC LIMIT {most}
"""
LEARNT = "SELECT decisions FROM liking WHERE person_id = :me"
KEEP = """
INSERT INTO liking (person_id, decisions, at, papers) VALUES (:person, :decisions, :now, :papers)
ON CONFLICT (person_id) DO UPDATE SET decisions = :decisions, at = :now, papers = :papers
"""


class Liking(Finding):
    def liking_due(self) -> bool:
        """Whether enough was decided since it was last learnt what the person likes."""
        kept, skipped = self._sides()
        row = self.store.one(LEARNT, {"me": self.me_id})
        if min(kept, skipped) < ENOUGH:
            return row is not None
        return row is None or abs(kept + skipped - row[0]) >= AGAIN

    def learn_liking(self, stop: Callable[[], bool] = bool) -> int:
        """Learn what the person likes, and judge papers by it; how many. `stop` ends it, and nothing is changed."""
        kept, skipped = self._sides()
        likes = self._judged(stop) if min(kept, skipped) >= ENOUGH else {}
        if stop():
            return 0
        self._keep(kept + skipped, likes)
        return len(likes)

    def _sides(self) -> tuple[int, int]:
        counts = dict(self.store.read(COUNTS, {"me": self.me_id}))
        return sum(counts.get(status, 0) for status in KEPT), counts.get("skipped", 0)

    def _judged(self, stop: Callable[[], bool]) -> dict[int, tuple[float, str]]:
        """How likely the person keeps each paper, and the words that say so.

        A paper that was decided already is judged by a model that was not taught by it.
        """
        from tracker.screening.ranking import Ranker

        kept, skipped = self._taught(*KEPT), self._taught("skipped")
        ids = dict.fromkeys([*kept, *skipped, *self._candidates(kept)])
        ranker = Ranker(self.texts(list(ids)), stop=stop)
        if stop():
            return {}
        votes = dict.fromkeys(kept, Decision.INCLUDE) | dict.fromkeys(skipped, Decision.EXCLUDE)
        likes: dict[int, tuple[float, str]] = {}
        for half in ([*kept[::2], *skipped[::2]], [*kept[1::2], *skipped[1::2]]):
            others = {paper: vote for paper, vote in votes.items() if paper not in set(half)}
            likes |= _likes(ranker, others, half)
        return likes | _likes(ranker, votes, [paper for paper in ids if paper not in votes])

    def _taught(self, *statuses: str) -> list[int]:
        listed = ", ".join(f"'{status}'" for status in statuses)
        rows = self.store.read(DECIDED.format(status=listed, most=TAUGHT), {"me": self.me_id})
        return [row[0] for row in rows]

    def _candidates(self, kept: Sequence[int]) -> Iterable[int]:
        """Papers of the inbox: the newest, and those near to what was kept last, however old they are."""
        yield from (row[0] for row in self.store.read(FRESH.format(most=NEWEST), {"me": self.me_id}))
        for paper in kept[:LIKED]:
            yield from self.find(f"like:{paper} status:inbox", limit=NEAREST).ids

    def _keep(self, decisions: int, likes: Mapping[int, tuple[float, str]]) -> None:
        from sqlalchemy import text

        now = datetime.now(UTC).isoformat(timespec="microseconds")
        with self.store.transaction() as session:
            values = {"person": self._person(session), "decisions": decisions, "now": now, "papers": json.dumps(likes)}
            if likes:
                session.connection().execute(text(KEEP), values)
            else:
                session.connection().execute(text("DELETE FROM liking WHERE person_id = :person"), values)
            session.info["committed"] = Committed(None, frozenset(likes) or frozenset([0]))


def _likes(ranker: Ranker, votes: Mapping[int, Decision], papers: Sequence[int]) -> dict[int, tuple[float, str]]:
    """The likelihood and the telling words of some papers, after these votes."""
    scores = ranker.rank(votes).scores
    found: dict[int, tuple[float, str]] = {}
    for paper in papers:
        if paper in scores:
            likely = round(1 / (1 + exp(-STEEP * scores[paper])), 3)
            found[paper] = likely, ", ".join(ranker.why(paper, WORDS)) if likely >= SURE else ""
    return found
