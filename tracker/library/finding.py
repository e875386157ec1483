"""Finding papers: one query language for the search box, the command line and saved searches."""

from __future__ import annotations

from datetime import datetime

from tracker.library.listing import Listing
from tracker.library.saved import SavedSearches
from tracker.library.values import Found, Match
from tracker.query.parse import parse
from tracker.query.tree import Query
from tracker.store import search
from tracker.store.sqlite import translated
from tracker.store.stop import Stop


class Finding(Listing, SavedSearches):
    def find(
        self,
        query: str,
        *,
        sort: str | None = None,
        limit: int | None = None,
        typing: bool = False,
        exact: bool = False,
        stop: Stop | None = None,
    ) -> Found:
        """Ids of the papers that match, best first where the query has words, else by its `sort:`.

        `sort`: what a `sort:` takes, before those of the query. `typing`: the last word is still being written.
        `exact`: no word is corrected. Problems never raise: what could be understood was looked for. `stop()` from
        another thread ends it with search.Stopped.
        """
        parsed = self._parse(query, typing=typing)
        if sort:
            parsed = parsed._replace(sort=(*self._parse(f"sort:{sort}").sort, *parsed.sort))
        connection = self.store.reader()
        stop = stop or Stop()
        with translated(self.store.path), stop.ends(connection):
            return search.find(
                connection,
                parsed,
                me=self.me_id,
                now=datetime.now().astimezone(),
                limit=limit,
                exact=exact,
                saved=self._saved,
                stop=lambda: stop.stopped,
            )

    def count(self, query: str) -> int:
        return self.find(query, limit=0).total

    def matches(self, paper_id: int, query: str, *, typing: bool = False) -> tuple[Match, ...]:
        """Where the words of a query stand in a paper's plain texts, corrected words too."""
        with translated(self.store.path):
            found = search.matches(self.store.reader(), paper_id, self._parse(query, typing=typing), me=self.me_id)
        return tuple(Match(*place) for place in found)

    def explain(self, query: str) -> str:
        """The query in words."""
        from tracker.query.explain import explain

        return explain(self._parse(query))

    def _parse(self, query: str, *, typing: bool = False) -> Query:
        return parse(query, typing=typing)

    def _saved(self, name: str) -> Query:
        return self._parse(self.saved_query(name))
