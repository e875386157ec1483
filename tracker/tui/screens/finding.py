"""Looking for papers in a thread: one search at a time, the newest wins."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.terms import NEXT, NEXT_UP
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.side import Overview

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.library.values import Detail, Found, Match, Reason, Stop


class WayOut(NamedTuple):
    """A query near the one that found nothing, and how much it finds."""

    said: str
    query: str
    papers: int
    mends: bool = False  # it is what was probably meant


class PapersFound(Message):
    """A query was answered."""

    def __init__(self, query: str, found: Found, total: int, milliseconds: float, ways: list[WayOut]) -> None:
        super().__init__()
        self.query, self.found, self.total, self.milliseconds, self.ways = query, found, total, milliseconds, ways


class DetailRead(Message):
    """A paper was read in full, for the query that was asked."""

    def __init__(self, detail: Detail, matches: tuple[Match, ...], why: tuple[Reason, ...] | None = None) -> None:
        super().__init__()
        self.detail, self.matches, self.why = detail, matches, why


class OverviewRead(Message):
    """Saved searches, tags and lists were counted."""

    def __init__(self, overview: Overview) -> None:
        super().__init__()
        self.overview = overview


class ReadingFailed(Message):
    """The library could not be read."""

    def __init__(self, error: TrackerError) -> None:
        super().__init__()
        self.error = error


class FindingScreen(PaperScreen):
    """A screen that looks for papers and reads them without making anybody wait."""

    _all: int | None = None
    _stop: Stop | None = None

    @work(thread=True, exclusive=True, group="find")
    def find(self, query: str, typing: bool = False) -> None:
        from tracker.library.values import Stop, Stopped

        worker, started, older = get_current_worker(), perf_counter(), self._stop
        if older:
            older()  # a newer key makes the older search pointless
        stop = self._stop = Stop()
        try:
            limit = NEXT if query.strip() == NEXT_UP else None
            found = self.library.find(query, typing=typing, limit=limit, stop=stop)
            if not found.total and typing:
                found = self.library.find(query, stop=stop)  # the last word may be finished, and misspelt
            milliseconds = (perf_counter() - started) * 1000
            total = self.all_papers(found.total if not query.strip() else None)
            ways = [] if found.ids or worker.is_cancelled else ways_out(self.library, query, found)
        except Stopped:
            return
        except TrackerError as error:
            self.post_message(ReadingFailed(error))
            return
        if not worker.is_cancelled:
            self.post_message(PapersFound(query, found, total, milliseconds, ways))

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
        except TrackerError as error:
            self.post_message(ReadingFailed(error))
            return
        if not worker.is_cancelled:
            self.post_message(DetailRead(detail, matches, why))

    @work(thread=True, exclusive=True, group="overview")
    def read_overview(self) -> None:
        worker, library = get_current_worker(), self.library
        try:
            saved = []
            for search in library.saved():
                if worker.is_cancelled:
                    return
                saved.append((search, library.count(search.query)))
            total = self.all_papers(None)
            decided = total - library.count("status:inbox")
            overview = Overview(saved, library.tags(), library.collections(), decided, total)
        except TrackerError as error:
            self.post_message(ReadingFailed(error))
            return
        if not worker.is_cancelled:
            self.post_message(OverviewRead(overview))

    def on_reading_failed(self, message: ReadingFailed) -> None:
        message.stop()
        self.say(str(message.error), "$error")


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
