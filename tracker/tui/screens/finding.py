"""Looking for papers in a thread: one search at a time, the newest wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from tracker.errors import NotFound, TrackerError
from tracker.terms import NEXT, NEXT_UP
from tracker.tui.verbs.paper import PaperScreen

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.library.values import Detail, Found, Lit, Match, Reason, Stop


FIRST = 100  # papers that are shown before all that match are gathered
PEACE = 0.1  # seconds without another key before that is done


class WayOut(NamedTuple):
    """A query near the one that found nothing, and how much it finds."""

    said: str
    query: str
    papers: int
    mends: bool = False  # it is what was probably meant


class PapersFound(Message):
    """A query was answered; `typing`: with its last word as a beginning."""

    def __init__(
        self, query: str, found: Found, total: int, milliseconds: float, ways: list[WayOut], typing: bool, lit: Lit
    ) -> None:
        super().__init__()
        self.query, self.found, self.total, self.milliseconds, self.ways = query, found, total, milliseconds, ways
        self.typing, self.lit = typing, lit


class DetailRead(Message):
    """A paper was read in full, for the query that was asked."""

    def __init__(self, detail: Detail, matches: tuple[Match, ...], why: tuple[Reason, ...] | None = None) -> None:
        super().__init__()
        self.detail, self.matches, self.why = detail, matches, why


class FindingScreen(PaperScreen):
    """A screen that looks for papers and reads them without making anybody wait."""

    _all: int | None = None
    _stop: Stop | None = None
    _stood: Mapping[int, int] = {}  # the queue as it is worked through: how often each paper was passed over
    _soon = "", 0.0  # the query of which the first rows were there last, and how soon

    @work(thread=True, exclusive=True, group="find")
    def find(self, query: str, typing: bool = False, *, again: bool = False) -> None:
        """Look for papers and post what is found: the first rows at once, all of them when no other key comes.

        `again`: the list is there and may only have changed, so that the first rows alone are of no use.
        """
        from tracker.library.values import Stop, Stopped

        older = self._stop
        if older:
            older()  # a newer key makes the older search pointless
        stop = self._stop = Stop()
        try:
            first = query.strip() != NEXT_UP and not again
            if not first or not self._answer(query, stop, typing=typing, rough=True):
                self._answer(query, stop, typing=typing, rough=False, again=again)
        except Stopped:
            return
        except TrackerError as error:
            self.hand(partial(self.not_read, error))

    def _answer(self, query: str, stop: Stop, *, typing: bool, rough: bool, again: bool = False) -> bool:
        """Find papers and post them; whether that is all there is to it. Stopped where a newer search began."""
        from tracker.library.values import Stopped

        started = perf_counter()
        limit = FIRST if rough else NEXT if query.strip() == NEXT_UP else None
        found = self.library.find(query, typing=typing, rough=rough, limit=limit, stop=stop)
        if typing and not found.total and found.complete:
            typing = False  # the last word may be finished, and misspelt
            found = self.library.find(query, rough=rough, limit=limit, stop=stop)
        if query.strip() == NEXT_UP:
            found = self._in_order(found, again=again)
        milliseconds = (perf_counter() - started) * 1000
        if rough:
            self._soon = query, milliseconds
        elif self._soon[0] == query:
            milliseconds = self._soon[1]  # what a person waited for: the first rows
        if found.ids or found.complete:
            total = self.all_papers(found.total if found.complete and not query.strip() else None)
            ways = [] if found.ids else ways_out(self.library, query, found)
            lit = self.library.lit(query, typing=typing)
            if stop.stopped:
                raise Stopped
            self.post_message(PapersFound(query, found, total, milliseconds, ways, typing, lit))
        if not found.complete and stop.within(PEACE if found.ids else 0):
            raise Stopped
        return found.complete

    def _in_order(self, found: Found, *, again: bool) -> Found:
        """The queue as it stands on the screen, so that a decision moves nothing but its own paper."""
        ids, self._stood = self.library.as_it_stood(found.ids, self._stood if again else {})
        return found._replace(ids=ids)

    def all_papers(self, counted: int | None) -> int:
        """How many papers there are, counted again only after a change."""
        if counted is not None:
            self._all = counted
        elif self._all is None:
            self._all = self.library.count("")
        return self._all

    @work(thread=True, exclusive=True, group="detail")
    def read(self, paper_id: int, query: str, typing: bool = False) -> None:
        worker = get_current_worker()
        try:
            detail = self.library.detail(paper_id)
            matches = self.library.matches(paper_id, query, typing=typing) if query.strip() else ()
            why = self.library.why(paper_id) if queued(query) else None
        except NotFound:
            return  # it went this instant: the list is read again, and moves on to another
        except TrackerError as error:
            self.hand(partial(self.not_read, error))
            return
        if not worker.is_cancelled:
            self.post_message(DetailRead(detail, matches, why))

    @work(thread=True, exclusive=True, group="liking")
    def learn_liking(self) -> None:
        """After every few decisions, learn what the person likes."""
        worker = get_current_worker()
        try:
            if self.library.liking_due():
                self.library.learn_liking(lambda: worker.is_cancelled)
        except TrackerError as error:
            self.hand(partial(self.not_read, error))


def queued(query: str) -> bool:
    """Whether a query is answered in the order of the queue."""
    return "sort:next" in query


def ways_out(library: Library, query: str, found: Found) -> list[WayOut]:
    """What to do where nothing was found: mend what was not understood, or drop a term."""
    from tracker.query.edit import apply_fix, terms, without
    from tracker.query.parse import parse

    mended = [(problem.message, apply_fix(query, problem)) for problem in found.problems if problem.fix is not None]
    dropped = [(query[term.start : term.end], without(query, term)) for term in terms(parse(query))[:9]]
    return [
        *(WayOut(message, text, library.count(text), mends=True) for message, text in mended),
        *(WayOut(f"without {term}", rest, library.count(rest)) for term, rest in dropped),
    ]
