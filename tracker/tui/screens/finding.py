"""Looking for papers in a thread: one search at a time, the newest wins."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.tui.terms import terms, without
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.side import Overview

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.library.values import Detail, Found, Match


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

    def __init__(self, detail: Detail, matches: tuple[Match, ...]) -> None:
        super().__init__()
        self.detail, self.matches = detail, matches


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

    @work(thread=True, exclusive=True, group="find")
    def find(self, query: str) -> None:
        worker, started = get_current_worker(), perf_counter()
        try:
            found = self.library.find(query)
            milliseconds = (perf_counter() - started) * 1000
            total = self.library.count("") if query.strip() else found.total
            ways = [] if found.ids or worker.is_cancelled else ways_out(self.library, query, found)
        except TrackerError as error:
            self.post_message(ReadingFailed(error))
            return
        if not worker.is_cancelled:
            self.post_message(PapersFound(query, found, total, milliseconds, ways))

    @work(thread=True, exclusive=True, group="detail")
    def read(self, paper_id: int, query: str) -> None:
        worker = get_current_worker()
        try:
            detail = self.library.detail(paper_id)
            matches = self.library.matches(paper_id, query) if query.strip() else ()
        except TrackerError as error:
            self.post_message(ReadingFailed(error))
            return
        if not worker.is_cancelled:
            self.post_message(DetailRead(detail, matches))

    @work(thread=True, exclusive=True, group="overview")
    def read_overview(self) -> None:
        worker, library = get_current_worker(), self.library
        try:
            saved = []
            for search in library.saved():
                if worker.is_cancelled:
                    return
                saved.append((search, library.count(search.query)))
            total = library.count("")
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


def ways_out(library: Library, query: str, found: Found) -> list[WayOut]:
    """What to do where nothing was found: mend what was not understood, or drop a term."""
    ways: list[WayOut] = []
    for problem in found.problems:
        if problem.fix:
            mended = query[: problem.start] + problem.fix + query[problem.end :]
            ways.append(WayOut(problem.message, mended, library.count(mended), mends=True))
    for span in terms(query)[:9]:
        rest = without(query, span)
        ways.append(WayOut(f"without {query[slice(*span)]}", rest, library.count(rest)))
    return ways
