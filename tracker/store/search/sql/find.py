"""Finds papers: what matches, the best of it first where the query has words, else in the order asked for."""

import sqlite3
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from tracker.query.tree import And, Node, Problem, Query, Sort, Text
from tracker.store.liking import likes
from tracker.store.reader import Reader
from tracker.store.search.hits import Hits, Pool, Queue, Stopped
from tracker.store.search.near import warm
from tracker.store.search.rank import Word
from tracker.store.search.sql.behind import TOLD, mark
from tracker.store.search.sql.clock import Clock, Late
from tracker.store.search.sql.compile import Compiler, Saved, asks_rows_only
from tracker.store.search.sql.fields import IS, Asker, one_by_one
from tracker.store.search.sql.gather import Gather
from tracker.store.search.sql.head import Head, best, joined, loosened, newest, rarest
from tracker.store.search.sql.meant import FEW, Instead, likeliest, offered
from tracker.store.search.sql.patterns import understand
from tracker.store.search.sql.plan import Value, Window, all_of
from tracker.store.search.sql.sort import by_likelihood, order, parts

SCORED = 16  # words by which papers are ranked: of more, the rarest
MOST_PROBLEMS = 20  # that are told of one query
EVERY = 2**31  # more papers than there can be
RECENT = (250, 1000)  # of the last papers so many are looked through where there was no time for all


def find(
    connection: Reader,
    query: Query,
    *,
    me: int | None = None,
    name: str = "",
    now: datetime | None = None,
    limit: int | None = None,
    exact: bool = False,
    saved: Saved | None = None,
    stop: Callable[[], bool] | None = None,
    rough: bool = False,
    queue: Queue | None = None,
) -> Hits:
    """The papers that a query finds.

    `me`: a person's id, and `name` that by which others ask them, for who has no id yet. `limit` 0 only counts.
    `rough`: the first rows are wanted soon, so `total` may be too small, and `complete` is False then. `stop` is asked
    now and then; it, or `connection.interrupt()`, ends in Stopped. `queue` gives the order that
    `sort:next` means.
    """
    asker = Asker(me or 0, now or datetime.now(UTC), name)
    search = Search(connection, query, asker, saved, stop or _never, rough=rough, queue=queue)
    with _stoppable():
        return search.hits(limit, exact=exact)


def _is_text(tree: Node | None) -> bool:
    """Whether a query is a row of words and phrases, wherever they stand, and nothing else."""
    return isinstance(tree, And) and all(isinstance(part, Text) and not part.fields for part in tree.parts)


@contextmanager
def _stoppable() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise Stopped from error
        raise


def _never() -> bool:
    return False


class Search:
    """One search while it runs."""

    def __init__(
        self,
        connection: Reader,
        query: Query,
        asker: Asker,
        saved: Saved | None = None,
        stop: Callable[[], bool] = _never,
        *,
        rough: bool = False,
        queue: Queue | None = None,
    ) -> None:
        self.connection = connection
        self.query = query
        self.asker = asker
        self.saved = saved
        self.stop = stop
        self.rough = rough
        self.queue = queue
        # What comes next is sought in few papers, and one that is missed would not be what comes next.
        rows_only = asks_rows_only(query.tree)
        queued = bool(query.sort) and query.sort[0].key == "next" and rows_only
        if rough and not rows_only:
            warm()
        self.clock = Clock(connection, hurry=rough and not queued)
        self.gather = Gather(connection, self.clock, stop)
        self.offers: list[Problem] = []

    def hits(self, limit: int | None, *, exact: bool) -> Hits:
        self._compile(exact=exact)
        hits, texting = self._hits(limit), self.compiler.texting
        if not (exact or self.clock.cut or texting.sought) and texting.needles and hits.total <= FEW:
            hits = self._again(hits, limit)
        if self.gather.late and not hits.ids and limit:
            hits = self._recent(limit)
        self.compiler.words.needles.keep((self.query.tree, exact), tuple(self.compiler.texting.needles))
        return hits

    def _recent(self, limit: int) -> Hits:
        """Where there was no time for any row: the first of the last papers, of which there are few."""
        (last,) = self.connection.execute("SELECT coalesce(max(id), 0) FROM paper").fetchone()
        ids = next(filter(None, (self._within(Window(last - most, last), limit) for most in RECENT)), [])
        return self._told(array("q", ids), len(ids), {}, complete=False)

    def _within(self, window: Window, limit: int) -> list[int]:
        condition, values = self.plan.condition(window)
        # A list that is sorted has no row before it has all; one by number has its rows as they are met.
        by = "p.id DESC" if self.compiler.texting.sought else order(self.query.sort, self.asker, self.query.tree)
        # Without an index: these few are sorted sooner than all are gone through in order.
        return self.gather.more(
            f"SELECT p.id FROM paper p NOT INDEXED WHERE {condition} ORDER BY {by} LIMIT {limit}", values
        )

    def _again(self, hits: Hits, limit: int | None) -> Hits:
        """Nothing or little was found: it may be that other words were meant."""
        if not hits.total and (instead := self._instead()):
            self._compile(instead=instead)
            return self._hits(limit)
        if hits.total and not self.rough:
            self.offers += offered(self.query, self.compiler.words, hits.total, self._counted)
        return hits._replace(problems=self._problems())

    def _instead(self) -> Instead | None:
        try:
            with self.clock.ending():
                return likeliest(self.query, self.compiler.words, self.compiler.texting.corrections, self._counted)
        except Late:
            return None

    def _compile(self, *, exact: bool = False, instead: Instead | None = None) -> None:
        self.compiler = self._compiled(exact, instead)
        self.plan = self.compiler.plan()
        if self.compiler.texting.sought and isinstance(self.connection, sqlite3.Connection):
            understand(self.connection, self.compiler.texting.patterns, self._is_pointless)

    def _compiled(self, exact: bool, instead: Instead | None) -> Compiler:
        return Compiler(
            self.connection, self.query, self.asker, self.clock, saved=self.saved, exact=exact, instead=instead
        )

    def _is_pointless(self) -> bool:
        return self.gather.is_over() or self.stop()

    def _counted(self, instead: Instead, most: int) -> int:
        """How many papers are found with other words, common beginnings apart, counted so far."""
        return len(newest(self.gather, loosened(self.compiler.words, self._compiled(False, instead).plan()), most))

    def _hits(self, limit: int | None) -> Hits:
        words = [needle.forms for needle in self.compiler.texting.needles if needle.forms]
        if limit == 0:
            return self._told(array("q"), self._count(), {})
        if self.rough and self.compiler.texting.sought:
            return self._first_matches(limit)
        if self.query.sort:
            return self._in_order(self.query.sort[0], limit)
        if words:
            return self._ranked(self._best(words), limit)
        if self.compiler.near:
            return self._nearest(self.compiler.near, limit)
        return self._sorted(limit)

    def _nearest(self, near: Mapping[int, float], limit: int | None) -> Hits:
        sql, values = self._every()
        there = set(self._ids(sql, values))
        scores = {paper: score for paper, score in near.items() if paper in there}
        ids = array("q", [*scores, *sorted(there - scores.keys())])
        shown = ids if limit is None else ids[:limit]
        return self._told(shown, len(ids), scores, complete=not self.gather.late)

    def _best(self, words: Sequence[Word]) -> Head:
        lexicon = self.compiler.words
        unasked = self.compiler.texting.unasked
        every, words = [*words, *unasked], lexicon.telling(words, SCORED)
        alone = _is_text(self.query.tree)
        if self.rough and len(every) > len(words) and (alone or unasked):
            return rarest(lexicon, self.gather, None if alone else self.plan, words, every, self.stop)
        ways = self.plan.ways or (self.plan,)
        return joined([best(lexicon, self.gather, way, words, self.stop) for way in ways])

    def _in_order(self, first: Sort, limit: int | None) -> Hits:
        if first.key == "next" and self.queue:
            return self._queued(self.queue, limit, backwards=first.descending)
        if first.key == "score":
            known = likes(self.connection, self.asker.me)
            return self._queued(by_likelihood(known, last_first=first.descending), limit)
        return self._sorted(limit)

    def _queued(self, queue: Queue, limit: int | None, *, backwards: bool = False) -> Hits:
        sql, values = self._every()
        by = order(self.query.sort[1:], self.asker, self.query.tree)

        def among(papers: Sequence[int]) -> "array[int]":
            listed = f"[{','.join(map(str, papers))}]"
            few = f"{one_by_one(sql)} AND p.id IN (SELECT value FROM json_each(?)) ORDER BY {by}"
            return self._ids(few, (*values, listed))

        def found(most: int | None = None) -> "array[int]":
            return self._ids(f"{sql} ORDER BY {by}" + (f" LIMIT {most}" if most is not None else ""), values)

        ids = queue(Pool(found, found, among), None if backwards else limit)
        if backwards:
            ids = ids[::-1] if limit is None else ids[::-1][:limit]
        return self._told(ids, len(ids) if limit is None or self.rough else self._count(), {}, complete=not self.rough)

    def _sorted(self, limit: int | None) -> Hits:
        ids = self._part_by_part(limit)
        if not self.query.sort and (woken := self._woken()):
            above = frozenset(woken)
            ids = (woken + array("q", (paper for paper in ids if paper not in above)))[: len(ids)]
        every = (limit is None or len(ids) < limit) and not self.gather.late
        return self._told(ids, len(ids) if every or self.rough else self._count(), {}, complete=every or not self.rough)

    def _part_by_part(self, limit: int | None) -> "array[int]":
        condition, values = self.plan.condition()
        ids = array("q")
        for part in parts(self.query.sort, self.asker, self.query.tree):
            most = "" if limit is None else f" LIMIT {limit - len(ids)}"
            sql = f"SELECT p.id FROM {part.source} WHERE {part.condition} AND {condition} ORDER BY {part.by}{most}"
            ids += self._ids(sql, values)
        return ids

    def _woken(self) -> "array[int]":
        """Those of the papers that were put off until now: they come back on top of their list."""
        condition, values = all_of([IS["woken"](self.asker), self.plan]).condition()
        return self._ids(f"SELECT p.id FROM paper p WHERE {condition} ORDER BY p.id", values)

    def _first_matches(self, limit: int | None) -> Hits:
        """The newest papers that match, as many as there is time for."""
        ids = array("q", newest(self.gather, self.plan, EVERY if limit is None else limit))
        return self._told(ids, len(ids), {}, complete=False)

    def _ranked(self, head: Head, limit: int | None) -> Hits:
        if head.complete or self.rough:
            ids = array("q", head.scores)
            ids.extend(paper for paper in head.others[:limit] if paper not in head.scores)
            return self._told(ids if limit is None else ids[:limit], len(ids), head.scores, complete=head.complete)
        sql, asked = self._all()
        every = self._ids(f"{sql} ORDER BY id DESC", asked)
        there = head.scores.keys() & every
        scores = {paper: score for paper, score in head.scores.items() if paper in there}
        ids = array("q", scores)
        ids.extend(self.gather.others(every, scores))
        return self._told(ids if limit is None else ids[:limit], len(ids), scores)

    def _all(self) -> tuple[str, tuple[Value, ...]]:
        """SQL for all that match, in no order."""
        if self.plan.match and self.plan._replace(unless="").only_matches:
            return "SELECT rowid AS id FROM search WHERE search MATCH ?", (self.plan.expression(),)
        return self._every()

    def _every(self) -> tuple[str, tuple[Value, ...]]:
        condition, values = self.plan.condition()
        return f"SELECT p.id FROM paper p WHERE {condition}", values

    def _ids(self, sql: str, values: tuple[Value, ...]) -> "array[int]":
        return array("q", self.gather.ids(sql, values)) if self.rough else self.gather.every(sql, values)

    def _count(self) -> int:
        sql, values = self._all()
        self.gather.go_on()
        return int(self.connection.execute(f"SELECT count(*) FROM ({sql}) AS found", values).fetchone()[0])

    def _told(self, ids: "array[int]", total: int, scores: Mapping[int, float], *, complete: bool = True) -> Hits:
        corrections = tuple(self.compiler.texting.corrections)
        return Hits(ids, total, corrections, self._problems(), scores, complete and not self.clock.cut)

    def _problems(self) -> tuple[Problem, ...]:
        late = {TOLD} if self.compiler.texting.needles and mark(self.connection) is not None else set()
        asked = {*self.query.problems, *self.compiler.problems, *self.compiler.texting.given_up()}
        told = sorted(late | asked | {*self.offers}, key=lambda p: p[:3])
        return tuple(told[:MOST_PROBLEMS])
