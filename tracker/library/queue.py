"""What to read next: the order in which a person's open papers wait, and why each stands where it does."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from heapq import nlargest
from typing import TYPE_CHECKING, Any

from tracker.library.awaited import Awaited
from tracker.library.door import numbers
from tracker.store import liking
from tracker.stored import day, moment, word
from tracker.terms import Status

if TYPE_CHECKING:
    from tracker.queue.points import Facts, Reason
    from tracker.store.liking import Likes
    from tracker.store.search.hits import Pool
    from tracker.text.vectors import Vector

AHEAD = 10  # times as many papers as are wanted are looked at first: some do not match
LOTS = 200  # papers that chance may choose from
STOOD = 500  # papers whose place is kept while one works through the queue

FACTS = """
SELECT paper_id, status, status_at, priority, starred, due_on, snoozed_until, passed
FROM reading_state WHERE person_id = :me AND status IN ('inbox', 'later', 'reading')
"""
DUE = 2  # the place of the due day behind the paper, its status and since when
ONE = FACTS + " AND paper_id = :paper"
LAST_READ = """
SELECT paper_id FROM reading_state WHERE person_id = :me AND status = 'done' AND finished_at IS NOT NULL
ORDER BY finished_at DESC LIMIT 3
"""
SHOWN_BEFORE = """
SELECT p.id FROM paper p WHERE p.id IN ({ids})
  AND (EXISTS (SELECT 1 FROM seen s WHERE s.person_id = :me AND s.paper_id = p.id AND s.seen_at < :today)
    OR EXISTS (SELECT 1 FROM reading_state r WHERE r.person_id = :me AND r.paper_id = p.id AND r.status <> 'inbox'))
"""

PASSED = "SELECT paper_id, passed FROM reading_state WHERE person_id = :me AND paper_id IN ({ids})"


class Queue(Awaited):
    """The queue of the person at the keyboard. Its order is what `sort:next` means, wherever it is asked for.

    `picked` are the papers that stand where they do by chance, since the queue was put in order last.
    """

    picked: frozenset[int] = frozenset()

    def why(self, paper_id: int) -> tuple[Reason, ...]:
        """The reasons for a paper's place in the queue, the weightiest first."""
        from tracker.queue.points import Reason, reasons

        now = _now()
        row = self.library.store.one(ONE, {"me": self.library.me_id, "paper": paper_id})
        like, alike = self._likes().get(paper_id, (None, ""))
        facts = self._facts(row[1:] if row else None, self._team(now, paper_id).about(paper_id), now)
        found = reasons(facts._replace(like=like, alike=alike), now)
        by_chance = (Reason("chance", 0.0, "chance pick"),) if paper_id in self.picked else ()
        return by_chance + found

    def ordered(self, pool: Pool, limit: int | None = None) -> array[int]:
        """Papers in the order of the queue, the first `limit` of them; those with equal points as they come."""
        from tracker.queue.order import HEAD, chances, with_chance

        points, lots = self._points(), self._lots()
        found = pool.every() if limit is None else enough(pool, points, lots, max(limit, HEAD))
        ordered = sorted(found, key=lambda paper: -points.get(paper, 0.0))
        head = self._diverse({paper: points.get(paper, 0.0) for paper in ordered[:HEAD]})
        there = set(found).difference(head)
        picked = self._unseen([paper for paper in lots if paper in there])[: chances(len(head))]
        self.picked = frozenset(picked)
        return array("q", with_chance([*head, *ordered[len(head) :]], picked)[:limit])

    def as_it_stood(
        self, found: Sequence[int], stood: Mapping[int, int], open: Sequence[int]
    ) -> tuple[array[int], dict[int, int]]:
        """What was found in the order in which it stood before; what is new or was passed over since comes behind.

        `stood`: how often each paper had been passed over when it was shown; the same for the next time comes back.
        `open`: those of all these papers that are still open.
        """
        passed = dict(self.library.store.read(PASSED.format(ids=numbers(open)), {"me": self.library.me_id}))
        waiting = set(open)
        kept = [paper for paper, times in stood.items() if paper in waiting and passed.get(paper, 0) <= times]
        ids = list(dict.fromkeys([*kept, *found]))[: len(found)]
        standing = {**{paper: passed.get(paper, 0) for paper in ids}, **stood}
        order = dict.fromkeys([*stood, *ids])
        return array("q", ids), {paper: standing[paper] for paper in list(order)[-STOOD:]}

    def _diverse(self, points: Mapping[int, float]) -> list[int]:
        """The first papers so that no twins stand in a row, nor behind what was read last."""
        from tracker.queue.order import diverse

        read = [row[0] for row in self.library.store.read(LAST_READ, {"me": self.library.me_id})]
        vectors = self._vectors([*reversed(read), *points])
        return diverse(points, vectors, [vectors[paper] for paper in reversed(read) if paper in vectors])

    def _lots(self) -> list[int]:
        """Numbers of papers drawn by lot, the same all day long; not each is there."""
        (last,) = self.library.store.one("SELECT coalesce(max(id), 0) FROM paper") or (0,)
        from random import Random  # a list without a queue needs no chance

        chance = Random(f"{_now().toordinal()} {self.library.me}")
        return list(dict.fromkeys(chance.randint(1, last) for _ in range(LOTS))) if last else []

    def _unseen(self, ids: Sequence[int]) -> list[int]:
        """Those of the papers that the person never had before their eyes until today."""
        today = _now().replace(hour=0, minute=0, second=0, microsecond=0)
        asked = {"me": self.library.me_id, "today": _stored(today)}
        known = {row[0] for row in self.library.store.read(SHOWN_BEFORE.format(ids=numbers(ids)), asked)}
        return [paper for paper in ids if paper not in known]

    def _vectors(self, ids: Sequence[int]) -> dict[int, Vector]:
        from tracker.text.fold import words
        from tracker.text.vectors import vectors

        texts = self.library.texts(ids)
        return dict(zip(texts, vectors([words(text) for text in texts.values()]), strict=True))

    def _points(self) -> dict[int, float]:
        """The points of every paper that has any."""
        from tracker.queue.points import liked, points, waited

        now, worth = _now(), dict[tuple[Any, ...], float]()
        likes, team = self._likes(), self._team(now)
        found: dict[int, float] = {}
        for paper, stored, since, *state in self.library.store.read(FACTS, {"me": self.library.me_id}):
            about = team.about(paper)
            known = (*state, *about)
            if known not in worth:  # but for how long they wait, many papers stand just as another does
                worth[known] = points(self._facts((Status.INBOX, None, *state), about, now), now)
            status = word(Status, stored)
            found[paper] = worth[known] + waited(status, _moment(since) if since else None, now)
            if paper in likes:
                found[paper] += liked(likes[paper][0], dated=state[DUE] is not None)
        for paper in (team.papers | likes.keys()) - found.keys():
            about = team.about(paper)
            if about not in worth:
                worth[about] = points(self._facts(None, about, now), now)
            found[paper] = worth[about] + (liked(likes[paper][0], dated=False) if paper in likes else 0.0)
        return found

    def _likes(self) -> Likes:
        """How likely the person keeps a paper, and the words that say so, of the papers that were judged."""
        with self.library.store.translated():
            return liking.likes(self.library.store.reader(), self.library.me_id)

    def _facts(self, state: Sequence[Any] | None, about: tuple[bool, bool, int], now: datetime) -> Facts:
        from tracker.queue.points import Facts

        asked, conflict, wanted = about
        facts = Facts(asked=asked, conflict=conflict, wanted=wanted)
        if state is None:
            return facts
        status, since, priority, starred, due, until, passed = state
        woken = _moment(until) if until and _moment(until) <= now else None
        return facts._replace(
            status=word(Status, status),
            since=_moment(since) if since else None,
            priority=priority,
            starred=bool(starred),
            due_on=day(due),
            woken_at=woken,
            passed=passed,
        )


def enough(pool: Pool, points: Mapping[int, float], lots: Sequence[int], want: int) -> list[int]:
    """Papers among which are the first `want`, and those drawn by lot: not all are looked at for a few.

    Those with equal points stand as they do among all.
    """
    ahead = [paper for paper, each in points.items() if each > 0]
    for most in (AHEAD * want, len(ahead)):
        least = min(nlargest(most, map(points.__getitem__, ahead)), default=0.0)
        leading = {paper for paper in ahead if points[paper] >= least}
        found = pool.among([*leading, *lots])
        if sum(paper in leading for paper in found) >= want:
            return list(found)
        if most >= len(ahead):
            break
    behind = sum(each < 0 for each in points.values())
    led = [paper for paper in found if paper in leading]
    return list(dict.fromkeys([*led, *pool.first(2 * want + behind), *found]))


def _now() -> datetime:
    return datetime.now().astimezone()


def _stored(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


@lru_cache(maxsize=1024)  # papers that came or were marked together say the same one
def _moment(stored: str) -> datetime:
    return moment(stored)
