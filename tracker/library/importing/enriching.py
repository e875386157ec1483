"""What is missing of papers, filled in from services on the network. Asking writes nothing; filling in is one step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tracker.later import records
from tracker.library.exporting.exports import Exports
from tracker.library.importing.arrival import cleaned
from tracker.library.importing.filling import fill
from tracker.library.importing.reports import Enrichment, Filled, Unsure
from tracker.library.values import Stop, Stopped

if TYPE_CHECKING:
    from tracker.formats.record import Record
    from tracker.network import Network
    from tracker.services.asking import Asking, Found, Outcome

OFFLINE = "the settings or TRACKER_OFFLINE say to ask nobody"
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

    def look_up_new(
        self, named: Record, network: Network, *, said: Said = lambda *_: None, stop: Stop | None = None
    ) -> Enrichment:
        """The same for a paper that is not here yet, as `paper` 0. Nobody is asked where it is here by an id."""
        if self._known_by_id(named):
            return Enrichment(0, 0, (), (), (), ())
        with _Asking(network, (), None, fresh=False, stop=stop) as asking:
            outcome = asking.about({0: named}, said)
        return self._enrichment({0: named}, outcome)

    def _known_by_id(self, named: Record) -> bool:
        ids = [(name, value) for name in IDS if (value := getattr(named, name))]
        return any(
            self.store.one(f"SELECT 1 FROM paper WHERE {name} = :value", {"value": value}) is not None
            for name, value in ids
        )

    def enrich(
        self, found: Enrichment, *, without: frozenset[Filled] = frozenset(), accepted: Collection[Unsure] = ()
    ) -> int | None:
        """Fill in what was found, but for what is left out, and what somebody accepted though it was not certain;
        only where there is still nothing. The step, if any."""
        wanted = [one for one in found.filled if one not in without]
        wanted += [change for one in found.unsure if one in accepted for change in one.changes]
        papers = list(dict.fromkeys(one.paper for one in wanted))
        with self.step(f"looked up {self.told(papers)}") as step:
            for paper_id, some in groupby(sorted(wanted, key=lambda one: one.paper), key=lambda one: one.paper):
                fill(step, paper_id, list(some))
        return step.id

    def _enrichment(self, papers: Mapping[int, Record], outcome: Outcome) -> Enrichment:
        filled = [
            Filled(paper, field, _value(field, value), service, certainty)
            for paper, some in outcome.filled.items()
            for field, value, service, certainty in some
        ]
        unsure = [_unsure(one, papers[one.paper]) for one in outcome.unsure]
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
        from tracker.services.trouble import NoNetwork

        if network.offline:
            raise NoNetwork(OFFLINE)
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


def _unsure(found: Found, known: Record) -> Unsure:
    """What may be a paper, with what it would tell of it."""
    from tracker.services.asking import FILLED

    record, certainty = found.record, round(found.certainty, 2)
    new = [name for name in FILLED if not getattr(known, name) and getattr(record, name)]
    changes = [Filled(found.paper, name, _value(name, getattr(record, name)), found.service, certainty) for name in new]
    return Unsure(found.paper, found.service, record.title or "", _address(record), certainty, tuple(changes))


def _address(record: Record) -> str:
    named = {"https://doi.org/{}": record.doi, "https://arxiv.org/abs/{}": record.arxiv_id}
    return next((form.format(id) for form, id in named.items() if id), record.url or "")
