"""What is missing of papers, filled in from services on the network. Asking writes nothing; filling in is one step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tracker.later import models, records
from tracker.library.door import OpenStep
from tracker.library.entry import cleaned, text_sha
from tracker.library.exports import Exports
from tracker.library.headings import variant
from tracker.library.values import Enrichment, Filled, Stop, Stopped, Unsure

if TYPE_CHECKING:
    from tracker.formats.record import Record
    from tracker.network import Network
    from tracker.services.asking import Asking, Outcome

IDS = ("doi", "arxiv_id", "openreview_id")

Said = Callable[[int, str], None]  # hears how many papers are done and who is asked; may raise to stop


class Enriching(Exports):
    def look_up(
        self,
        ids: Sequence[int],
        network: Network,
        *,
        services: Sequence[str] = (),
        sure: float | None = None,
        fresh: bool = False,
        said: Said = lambda *_: None,
        stop: Stop | None = None,
    ) -> Enrichment:
        """Ask the services what papers lack, and change nothing. `sure`: the least certainty, 0 to 1, that it is the
        same paper; `fresh`: without remembered answers. Raises NoNetwork, Unreadable for a service that is none, and
        Stopped soon after `stop` was called from another thread."""
        found = [row.id for row in self.rows(list(dict.fromkeys(ids)))]
        papers = dict(zip(found, self._records(found), strict=True))
        with _Asking(network, services, sure, fresh=fresh, stop=stop) as asking:
            outcome = asking.about(papers, said)
        return self._enrichment(papers, outcome)

    def enrich(self, found: Enrichment, *, without: frozenset[Filled] = frozenset()) -> int | None:
        """Fill in what was found, but for what is left out; only where there is still nothing. The step, if any."""
        wanted = [one for one in found.filled if one not in without]
        papers = list(dict.fromkeys(one.paper for one in wanted))
        with self.step(f"looked up {self.told(papers)}") as step:
            for paper_id, some in groupby(wanted, key=lambda one: one.paper):
                paper = step.session.get(models.Paper, paper_id)
                if paper is not None:
                    _fill(step, paper, list(some))
        return step.id

    def _enrichment(self, papers: Mapping[int, Record], outcome: Outcome) -> Enrichment:
        filled = [
            Filled(paper, field, _value(field, value), service, certainty)
            for paper, some in outcome.filled.items()
            for field, value, service, certainty in some
        ]
        unsure = [
            Unsure(one.paper, one.service, one.record.title or "", _address(one.record), round(one.certainty, 2))
            for one in outcome.unsure
        ]
        from tracker.services.asking import lacking

        complete = sum(not lacking(record) for record in papers.values())
        troubles = (*outcome.troubles, *self._same(filled))
        return Enrichment(len(papers), complete, tuple(filled), tuple(unsure), tuple(outcome.unknown), troubles)

    def _same(self, filled: Sequence[Filled]) -> list[str]:
        """Papers that turn out to be others that are here, in words."""
        said = []
        for one in filled:
            if one.field in IDS:
                query = f"SELECT id FROM paper WHERE {one.field} = :value AND id <> :paper"
                for row in self.store.read(query, {"value": one.value, "paper": one.paper}):
                    said.append(f"paper {one.paper} is the same as paper {row[0]}: both are {one.value}")
        return list(dict.fromkeys(said))


class _Asking:
    """Lines to the services for as long as they are needed."""

    def __init__(
        self, network: Network, services: Sequence[str], sure: float | None, *, fresh: bool, stop: Stop | None
    ) -> None:
        from tracker.network import cache_folder
        from tracker.services.asking import Asking, lines
        from tracker.services.cache import Cache
        from tracker.services.fetching import Fetcher
        from tracker.services.matching import SURE

        cache = Cache(cache_folder() / "services")
        self.fetcher = Fetcher(cache, contact=network.contact, fresh=fresh, heed=heeding(stop))
        self.asking = Asking(lines(self.fetcher, network, services), sure=sure or network.sure or SURE)

    def __enter__(self) -> Asking:
        return self.asking

    def __exit__(self, *_: object) -> None:
        self.fetcher.close()


def heeding(stop: Stop | None) -> Callable[[], None] | None:
    """What raises Stopped once `stop` was called."""
    if stop is None:
        return None

    def heed() -> None:
        if stop.stopped:
            raise Stopped

    return heed


def _value(field: str, value: object) -> str:
    """What is told, and later stored, of a field: names on lines of their own."""
    empty = records.Record._field_defaults
    tidy = getattr(cleaned(records.Record._make((empty | {field: value}).values())), field)
    return "\n".join(tidy) if isinstance(tidy, tuple) else str(tidy or "")


def _address(record: Record) -> str:
    named = {"https://doi.org/{}": record.doi, "https://arxiv.org/abs/{}": record.arxiv_id}
    return next((form.format(id) for form, id in named.items() if id), record.url or "")


def _fill(step: OpenStep, paper: models.Paper, some: Sequence[Filled]) -> None:
    """Put values where there is nothing, and say from where each came."""
    told = {one.field: one.service for one in some if one.value and _put(step, paper, one)}
    if told:
        paper.provenance = (paper.provenance or {}) | told
        paper.changed_at = datetime.now(UTC)


def _put(step: OpenStep, paper: models.Paper, one: Filled) -> bool:
    """Whether there was room for the value."""
    if one.field == "abstract":
        return _put_text(step, paper, one)
    if getattr(paper, one.field):
        return False
    value: Any = int(one.value) if one.field == "year" else one.value
    setattr(paper, one.field, value)
    if one.field == "title":
        _title(step, paper, one)
    return True


def _title(step: OpenStep, paper: models.Paper, one: Filled) -> None:
    """A real title takes the place of a heading; one that a person wrote stays as another name of the paper."""
    from tracker.text.fold import fold

    paper.title_key = fold(one.value)
    if "headline" in (paper.provenance or {}):
        step.session.add(variant(paper, paper.headline, one.service))


def _put_text(step: OpenStep, paper: models.Paper, one: Filled) -> bool:
    from sqlmodel import select

    Version = models.TextVersion
    there = select(Version).where(Version.paper_id == paper.id, Version.field == "abstract")
    if step.session.exec(there).first() is not None:
        return False
    assert paper.id is not None
    step.session.add(
        Version(paper_id=paper.id, seq=1, text=one.value, canon_sha=text_sha(one.value), source=one.service)
    )
    return True
