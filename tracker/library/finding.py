"""Finding papers: one query language for the search box, the command line and saved searches."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from tracker.library.lines import Match
from tracker.library.listing import Listing
from tracker.library.names import name_key
from tracker.library.saved import SavedSearches
from tracker.query.parse import parse
from tracker.store.search.spans import Lit
from tracker.store.stop import Stop
from tracker.terms import NEXT, NEXT_UP

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Mapping, Sequence

    from tracker.library.queue import Queue
    from tracker.library.values import Found, Reason, Waiting
    from tracker.query.tree import Query
    from tracker.store.search.hits import Pool


class Finding(Listing, SavedSearches):
    def find(
        self,
        query: str,
        *,
        sort: str | None = None,
        limit: int | None = None,
        typing: bool = False,
        exact: bool = False,
        rough: bool = False,
        stop: Stop | None = None,
    ) -> Found:
        """Ids of the papers that match, best first where the query has words, else by its `sort:`.

        `sort`: what a `sort:` takes, before those of the query. `typing`: the last word is still being written.
        `exact`: no word is corrected. `rough`: only the first rows, soon; unless they are `complete`, ask again.
        Problems never raise: what could be understood was looked for. `stop()` from another thread ends it with
        search.Stopped.
        """
        parsed = self._parse(query, typing=typing)
        if sort:
            parsed = parsed._replace(sort=(*self._parse(f"sort:{sort}").sort, *parsed.sort))
        connection = self.store.reader()
        stop = stop or Stop()
        with self.store.translated(), stop.ends(connection):
            return self.store.search.find(
                connection,
                parsed,
                me=self.me_id,
                name=name_key(self.me),
                now=datetime.now().astimezone(),
                limit=limit,
                exact=exact,
                saved=self._saved,
                rough=rough,
                stop=lambda: stop.stopped,
                queue=self._queued,
            )

    def next_up(self, limit: int = NEXT) -> list[Waiting]:
        """The papers to read next, each with the reasons for its place."""
        from tracker.library.values import Waiting

        rows = self.rows(self.find(NEXT_UP, limit=limit, rough=True).ids)
        why = {row.id: self.why(row.id) for row in rows}
        return [
            Waiting(row, round(sum(r.points for r in why[row.id]), 1), why[row.id], row.id in self._queue.picked)
            for row in rows
        ]

    def as_it_stood(self, found: Sequence[int], stood: Mapping[int, int]) -> tuple[array[int], dict[int, int]]:
        """The queue in the order in which it stood, while one works through it: see `Queue.as_it_stood`."""
        named = ",".join(map(str, [*stood, *found]))
        return self._queue.as_it_stood(found, stood, self.find(f"is:open id:{named}").ids if named else ())

    def why(self, paper_id: int) -> tuple[Reason, ...]:
        """The reasons for a paper's place in the queue, the weightiest first."""
        return self._queue.why(paper_id)

    def count(self, query: str) -> int:
        return self.find(query, limit=0).total

    def matches(self, paper_id: int, query: str, *, typing: bool = False, exact: bool = False) -> tuple[Match, ...]:
        """Where the words of a query stand in a paper's plain texts, corrected words too."""
        return self.all_matches([paper_id], query, typing=typing, exact=exact).get(paper_id, ())

    def all_matches(
        self, ids: Iterable[int], query: str, *, typing: bool = False, exact: bool = False
    ) -> dict[int, tuple[Match, ...]]:
        """The same by paper; where nothing is looked for in texts, and for papers that are gone, nothing."""
        with self.store.translated():
            found = self.store.search.matches(
                self.store.reader(),
                ids,
                self._parse(query, typing=typing),
                me=self.me_id,
                exact=exact,
                saved=self._saved,
            )
        return {paper: tuple(Match(*place) for place in places) for paper, places in found.items()}

    def lit(self, query: str, *, typing: bool = False, exact: bool = False) -> Lit:
        """What says of any heading where the words of a query stand in it, corrected words too."""
        with self.store.translated():
            parsed = self._parse(query, typing=typing)
            sought = self.store.search.needles(
                self.store.reader(), parsed, me=self.me_id, exact=exact, saved=self._saved
            )
        return Lit(tuple(needle for needle in sought if not needle.columns or "heading" in needle.columns))

    def explain(self, query: str) -> str:
        """The query in words."""
        from tracker.query.explain import explain

        return explain(self._parse(query))

    @cached_property
    def _queue(self) -> Queue:
        from tracker.library.queue import Queue  # few lists are in its order

        return Queue(self)

    def _queued(self, pool: Pool, limit: int | None = None) -> array[int]:
        return self._queue.ordered(pool, limit)

    def _parse(self, query: str, *, typing: bool = False) -> Query:
        return parse(query, typing=typing)

    def _saved(self, name: str) -> Query:
        return self._parse(self.saved_query(name))
