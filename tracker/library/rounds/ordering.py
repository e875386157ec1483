"""What to vote on next, and why: papers handed out in the order that votes so far suggest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from tracker.library.door import numbers
from tracker.library.rounds.values import RoundView
from tracker.library.rounds.voting import BATCH, Voting
from tracker.terms import Decision

if TYPE_CHECKING:
    from tracker.screening.ranking import Ranker, Ranking

TEXTS = """
SELECT r.paper_id, p.title, t.text FROM round_paper r JOIN paper p ON p.id = r.paper_id
LEFT JOIN text_version t ON t.paper_id = p.id AND t.field = 'abstract' AND t.seq = (
  SELECT max(u.seq) FROM text_version u WHERE u.paper_id = p.id AND u.field = 'abstract')
WHERE r.round_id = :round ORDER BY r.position
"""


# Papers that lack votes and have none of the person's, nor are lent to so many others as votes are wanted.
WAITING = """
SELECT p.paper_id FROM round_paper p WHERE p.round_id = :round AND p.paper_id IN ({papers})
AND NOT EXISTS (SELECT 1 FROM round_claim m WHERE m.round_id = p.round_id AND m.paper_id = p.paper_id
  AND m.person_id = :me AND m.voted_at IS NOT NULL)
AND (SELECT count(*) FROM round_claim c WHERE c.round_id = p.round_id AND c.paper_id = p.paper_id
  AND c.person_id <> :me) < coalesce(nullif(p.needed, 0), :voters)
"""

ASKED = 50  # nearest papers among which those of the round are looked for
ALIKE = 0.25  # how near papers are that speak of the same: of the seeds' pairs, those whose headings say so
TOGETHER = 9  # papers that one vote is for, beside the one before one's eyes

PAIRED = 4_000  # papers of a round, beyond which only single words are compared: ten thousand take 8 s to prepare

VOTERS = """
SELECT paper_id, count(*) FROM round_claim WHERE round_id = :round AND voted_at IS NOT NULL GROUP BY paper_id
"""


class Suggestion(NamedTuple):
    """A paper to vote on. `score` is None while it is too early for one; above zero is rather an include."""

    paper_id: int
    score: float | None
    words: tuple[str, ...]  # that spoke most for it
    unclear: bool  # here because its score says least
    ground: str  # votes, criteria or chance
    included: int  # votes that the order goes by
    excluded: int
    others: int  # people who voted on it by now


class _Kept(NamedTuple):
    """A ranker, and what it was made from."""

    made_from: tuple[int, int, str, int]
    ranker: Ranker


class Ordering(Voting):
    """Rankers are kept while the library is open; making one reads all texts of a round."""

    _kept: _Kept | None = None
    _ranking = Lock()

    def to_screen(self, name: str, count: int = BATCH) -> list[Suggestion]:
        """Lend the person the next papers, in the order that the votes they may see suggest, each with why."""
        view = self._round(name)
        if view.closed_at or not view.role:
            return []
        ranker, ranking = self.rank(name)
        lent = self.hand_out(name, count, ranking.order)
        others = self._voters(view)
        return [self._suggestion(paper, others.get(paper, 0), ranker, ranking) for paper in lent]

    def alike(self, name: str, paper_id: int) -> list[int]:
        """The papers of a round that speak of the same as one of it and wait for the person's vote, nearest first."""
        view = self._round(name)
        near = self.find(f"like:{paper_id}", limit=ASKED)
        asked = {"round": view.id, "me": self.me_id, "voters": view.voters}
        waiting = {row[0] for row in self.store.read(WAITING.format(papers=numbers(near.ids)), asked)}
        return [paper for paper in near.ids if paper in waiting and near.scores[paper] >= ALIKE][:TOGETHER]

    def rank(self, name: str) -> tuple[Ranker, Ranking]:
        """The order of a round's papers for the person, from their votes, or from all where they may see all."""
        view = self._round(name)
        with self._ranking:
            ranker = self._ranker(view)
            return ranker, ranker.rank(self._learnt_from(view))

    def _ranker(self, view: RoundView) -> Ranker:
        made_from = (view.id, view.papers, view.criteria, view.seed)
        if self._kept is None or self._kept.made_from != made_from:
            from tracker.screening.ranking import Ranker

            rows = self.store.read(TEXTS, {"round": view.id})
            texts = {paper: f"{title or ''}\n{text or ''}" for paper, title, text in rows}
            pairs = len(texts) <= PAIRED
            self._kept = _Kept(made_from, Ranker(texts, criteria=view.criteria, seed=view.seed, pairs=pairs))
        return self._kept.ranker

    def _learnt_from(self, view: RoundView) -> Mapping[int, Decision]:
        """Per paper, what was said of it: an include before a maybe, a maybe before an exclude."""
        known: dict[int, Decision] = {}
        for ballot in self.ballots(view):
            if ballot.mine or view.sees:
                known[ballot.paper_id] = max(known.get(ballot.paper_id, ballot.decision), ballot.decision, key=_weight)
        decided = {paper: settled.decision for paper, settled in self._settled(view).items()} if view.sees else {}
        return known | decided

    def _voters(self, view: RoundView) -> dict[int, int]:
        """How many people voted on each paper by now."""
        rows = self.store.read(VOTERS, {"round": view.id})
        return {int(paper): int(count) for paper, count in rows}

    def _suggestion(self, paper: int, others: int, ranker: Ranker, ranking: Ranking) -> Suggestion:
        score = None if ranking.early else ranking.scores.get(paper)
        words = tuple(ranker.why(paper)) if paper in ranking.scores else ()
        return Suggestion(
            *(paper, score, words, paper in ranking.unclear, ranking.ground.value),
            *(ranking.included, ranking.excluded, others),
        )


def _weight(decision: Decision) -> int:
    order: Sequence[Decision] = (Decision.EXCLUDE, Decision.MAYBE, Decision.INCLUDE)
    return order.index(decision)
