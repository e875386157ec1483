"""Asks the services about papers, by ids and then by words, until nothing is missing that they could tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tracker.errors import Unreadable
from tracker.formats.record import Record
from tracker.network import Network
from tracker.services import arxiv, crossref, openalex, openreview, semanticscholar
from tracker.services.fetching import Fetcher
from tracker.services.line import Line, Service
from tracker.services.matching import SURE, certainty, judged, words
from tracker.services.trouble import NoNetwork, Trouble, Unreachable

SERVICES: dict[str, Service] = {one.NAME: one for one in (arxiv, openreview, crossref, openalex, semanticscholar)}
FILLED = (
    *("title", "authors", "abstract", "year", "venue", "doi", "arxiv_id", "openreview_id", "url", "pdf_url"),
    *("proceedings", "pages"),
)
NAMING = {"title", "authors", "abstract", "id"}  # without one of these a paper is worth looking for by words
PIECE = 50  # papers asked for together


class Found(NamedTuple):
    """What a service said of a paper, and how certain it is that it is this paper."""

    paper: int
    service: str
    record: Record
    certainty: float


class Outcome(NamedTuple):
    """What came of asking. `filled` holds field, value, service and certainty for each paper in which some is new."""

    filled: Mapping[int, Sequence[tuple[str, object, str, float]]]
    unsure: Sequence[Found]
    unknown: Sequence[int]
    troubles: Sequence[str]


def lacking(paper: Record) -> set[str]:
    """What a paper should have and has not: `id` is any identifier, `link` any page to read it at."""
    found = {name for name in ("title", "authors", "abstract", "year", "venue") if not getattr(paper, name)}
    ids, links = (paper.doi, paper.arxiv_id, paper.openreview_id), (paper.url, paper.pdf_url)
    return found | ({"id"} if not any(ids) else set()) | ({"link"} if not any((*ids, *links)) else set())


def lines(fetcher: Fetcher, told: Network, names: Sequence[str] = ()) -> list[Line]:
    """Lines to the services named, else to those that the settings name, in that order."""
    chosen = named(names or told.ask)
    return [Line(SERVICES[name], fetcher, told.access.get(name), told.contact) for name in chosen]


def named(names: Iterable[str]) -> list[str]:
    """Names of services, each once. Raises Unreadable that lists those there are."""
    chosen = list(dict.fromkeys(names))
    for name in chosen:
        if name not in SERVICES:
            raise Unreadable(f"No service is named {name}; there are {', '.join(SERVICES)}")
    return chosen


class Asking:
    """One run: the lines that still answer, and what was learnt."""

    def __init__(self, lines: Sequence[Line], *, sure: float = SURE) -> None:
        self.every, self.lines, self.sure = lines, list(lines), sure
        self._unreachable = False
        self.known: dict[int, Record] = {}
        self.filled: dict[int, list[tuple[str, object, str, float]]] = {}
        self.unsure: dict[int, Found] = {}
        self.troubles: dict[str, None] = {}
        self._met: set[int] = set()
        self._asked: dict[tuple[str, int], tuple[str | None, ...]] = {}

    def about(self, papers: Mapping[int, Record], said: Callable[[int, str], None] = lambda *_: None) -> Outcome:
        """Ask about papers. `said` hears how many are done and who is asked, and may raise to stop.

        Raises NoNetwork where nobody could be reached.
        """
        self.known |= papers
        open_ones = [paper for paper, known in papers.items() if lacking(known)]
        for at in range(0, len(open_ones), PIECE):
            piece = open_ones[at : at + PIECE]
            self._by_ids(piece, partial(said, at))
            for number, paper in enumerate(piece, at):
                self._by_words(paper, partial(said, number))
            self._by_ids(piece, partial(said, at + len(piece)))  # words may have brought ids
            if self._unreachable and not any(line.fetcher.reached for line in self.every):
                raise NoNetwork
            said(at + len(piece), "")
        unknown = [paper for paper in open_ones if paper not in self._met and paper not in self.unsure]
        return Outcome(self.filled, list(self.unsure.values()), unknown, list(self.troubles))

    def _by_ids(self, papers: Sequence[int], said: Callable[[str], None]) -> None:
        for line in list(self.lines):
            able = [one for one in papers if self._may_tell(line.service, one)]
            for at in range(0, len(able), line.service.BATCH):
                piece = able[at : at + line.service.BATCH]
                said(line.service.TITLE)
                asked = [self.known[one] for one in piece]
                found = self._answers(line, partial(line.service.by_ids, line, asked))
                for paper in piece:
                    self._take_by_id(line, paper, found)

    def _may_tell(self, service: Service, paper: int) -> bool:
        """Whether something is missing and the service has not been asked by the ids that the paper has by now."""
        known = self.known[paper]
        ids = tuple(getattr(known, name) for name in service.IDS)
        new = self._asked.get((service.NAME, paper)) != ids
        self._asked[service.NAME, paper] = ids
        return bool(lacking(known)) and any(ids) and new

    def _take_by_id(self, line: Line, paper: int, found: Sequence[Record]) -> None:
        sure = ((certainty(self.known[paper], one), one) for one in found)
        best = max(sure, key=lambda one: one[0], default=None)
        if best and best[0] >= self.sure:
            self._take(line, paper, best[1], best[0])

    def _by_words(self, paper: int, said: Callable[[str], None]) -> None:
        """Ask until a service is sure; the likeliest of those that are not is remembered."""
        for line in list(self.lines):
            known = self.known[paper]
            if not lacking(known) & NAMING or (paper in self._met and not {"title", "abstract"} & lacking(known)):
                return
            said(line.service.TITLE)
            found = self._answers(line, partial(line.service.by_words, line, words(known)))
            best, certain = judged(known, found)
            if best and certain and best.certainty >= self.sure:
                self._take(line, paper, best.record, best.certainty)
            elif best and best.certainty > getattr(self.unsure.get(paper), "certainty", 0.0):
                self.unsure[paper] = Found(paper, line.service.NAME, best.record, best.certainty)

    def _answers(self, line: Line, ask: Callable[[], Iterator[Record]]) -> list[Record]:
        """What a service answers; one that is in trouble is told of, and not asked again where that is of no use."""
        if line not in self.lines:
            return []
        try:
            return list(ask())
        except Trouble as trouble:
            line.forget()
            self.troubles[f"{line.service.TITLE}: {trouble}"] = None
            self._unreachable |= isinstance(trouble, Unreachable)
            if trouble.lasting:
                self.lines.remove(line)
            return []

    def _take(self, line: Line, paper: int, record: Record, certainty: float) -> None:
        """Fill what the paper lacks; what is known stays."""
        known = self.known[paper]
        new = {name: value for name in FILLED if not getattr(known, name) and (value := getattr(record, name))}
        self._met.add(paper)
        self.unsure.pop(paper, None)
        if new:
            self.known[paper] = known._replace(**new)
            told = [(name, value, line.service.NAME, round(certainty, 2)) for name, value in new.items()]
            self.filled[paper] = [*self.filled.get(paper, ()), *told]
