"""Which paper a record is: one that is here, one that came with the same import, or a new one; and what it is like."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from tracker.formats.record import Record
from tracker.later import models
from tracker.library.importing.arrival import IDS, Arrival
from tracker.library.importing.reports import Decision
from tracker.store import alike
from tracker.store.reader import raw
from tracker.text.alike import Face, compare
from tracker.text.bands import Band
from tracker.text.fold import fold
from tracker.text.titles import telling

if TYPE_CHECKING:
    from sqlmodel import Session

Bare = tuple[object, ...]  # all that is known of a paper without a text
NAMESAKES = 20  # papers of one title that a record is compared with


class Match(NamedTuple):
    """Where a record belongs. `paper` below 0 is the new one of the arrival with the place `-paper - 1`.

    `likely`: papers that it may be, surely enough to ask and not to decide, each with a score.
    """

    paper: int
    likely: tuple[tuple[int, float], ...] = ()


class _Known:
    """What is known by some names: papers of the library, and those that the arrivals before make."""

    def __init__(self, names: dict[str, list[int]], near: Mapping[int, list[int]], faces: Mapping[int, Face]) -> None:
        self.names = names
        self._near = near  # papers of the library, by an arrival's number
        self._faces, self._made = faces, dict[int, Arrival]()
        self._fresh: dict[int, list[int]] = {}  # new papers, by the numbers of their sketches

    def __contains__(self, paper: int) -> bool:
        return paper in self._faces or paper in self._made

    def face(self, paper: int) -> Face:
        return self._faces[paper] if paper > 0 else self._made[paper].face

    def add(self, paper: int, arrival: Arrival) -> None:
        """An arrival is, or makes, this paper: what comes after it is known by its names too."""
        for name in (*arrival.names, *filter(None, [_only_url(arrival) and f"url:{arrival.record.url}"])):
            self.names[name] = [*self.names.get(name, ()), paper]
        if paper > 0 or paper in self._made:
            return
        self._made[paper] = arrival
        for number in arrival.known.numbers if arrival.number in self._near else ():
            self._fresh.setdefault(number, []).append(paper)

    def near(self, arrival: Arrival) -> list[int]:
        """Papers that share much of an arrival's wording."""
        if arrival.number not in self._near:
            return []
        return [*self._near[arrival.number], *alike.nearest(self._fresh, arrival.known.numbers)]


class Matching:
    """Finds the papers of one import's records, a piece at a time."""

    session: Session

    def __init__(self) -> None:
        self.shared: Mapping[int, Sequence[int]] = {}  # papers of the library by the numbers of the last piece
        self._claimed: set[int] = set()  # papers without a telling title that a record of this import is already
        self._last: int | None = None  # paper that was here before the import

    def enter(self, session: Session) -> None:
        """Look for papers in what this session sees."""
        self.session = session
        if self._last is None:
            self._last = session.connection().execute(sa.text("SELECT max(id) FROM paper")).scalar() or 0

    def match(
        self, arrivals: Sequence[Arrival], decided: Mapping[int, Decision], *, by_wording: bool = True
    ) -> list[Match]:
        """The match of each. `decided`: what a person said, by an arrival's number. `by_wording`: those are found too
        that have no name in common, text, identifier or title."""
        known = self._known(arrivals, arrivals if by_wording else ())
        twins = self._twins(arrivals, known)
        matches = []
        for place, arrival in enumerate(arrivals):
            decision = decided.get(arrival.number)
            if decision and (not decision.same or self.session.get(models.Paper, decision.paper)):
                match = Match(decision.paper if decision.same else -place - 1)
            elif twins and not telling(arrival.record.title or "") and (twin := self._twin(arrival, twins)):
                match = Match(twin)
            else:
                match = self._find(arrival, known, place)
            known.add(match.paper, arrival)
            matches.append(match)
        return matches

    def _find(self, arrival: Arrival, known: _Known, place: int) -> Match:
        candidates = dict.fromkeys(self._candidates(arrival, known))
        certain = [paper for name in _certain(arrival) for paper in known.names.get(name, ())]
        if not candidates and not certain:
            return Match(-place - 1)
        same_text = set(known.names.get(f"text:{arrival.sha}", ())) if arrival.sha else set()
        likely: list[tuple[int, float]] = []
        best = (-place - 1, 0.0)
        for paper in [*certain, *candidates]:
            if paper in certain:
                return Match(paper)
            verdict = compare(arrival.face, known.face(paper), same_text=paper in same_text)
            if verdict.band is Band.SAME and verdict.score > best[1]:
                best = (paper, verdict.score)
            elif verdict.band is Band.LIKELY:
                likely.append((paper, verdict.score))
        return Match(best[0], () if best[1] else tuple(sorted(likely, key=lambda each: -each[1])))

    def _candidates(self, arrival: Arrival, known: _Known) -> list[int]:
        """Papers that share a name with an arrival, then those that share much of its wording."""
        names = [name for name in arrival.names if name in known.names]
        if names and not telling(arrival.record.title or ""):
            names = [name for name in names if not name.startswith("title:")]
        named = [paper for name in names for paper in known.names[name][:NAMESAKES]]
        return [p for p in (*named, *known.near(arrival)) if p in known]

    def _known(self, arrivals: Sequence[Arrival], worded: Sequence[Arrival]) -> _Known:
        """What is known by the names of arrivals, and by the wording of some."""
        found = self._named(arrivals)
        self.shared = alike.sharing(self.session, {number for each in worded for number in each.known.numbers})
        near = {each.number: alike.nearest(self.shared, each.known.numbers) for each in worded}
        wanted = {paper for papers in (*near.values(), *found.values()) for paper in papers}
        return _Known(found, near, alike.faces(self.session, wanted))

    def _named(self, arrivals: Sequence[Arrival]) -> dict[str, list[int]]:
        """Papers of the library by the names that the arrivals have too."""
        found: dict[str, list[int]] = {}

        def add(name: str, paper: int) -> None:
            if paper not in (papers := found.setdefault(name, [])):
                papers.append(paper)

        for paper, sha in self.select(
            models.TextVersion, "canon_sha", ["paper_id", "canon_sha"], (a.sha for a in arrivals)
        ):
            add(f"text:{sha}", paper)
        for kind in IDS:
            values = [each for a in arrivals if (value := getattr(a.record, kind)) for each in _spellings(value)]
            for paper, value in self.select(models.Paper, kind, ["id", kind], values):
                add(f"{kind}:{value.casefold()}", paper)
            for paper, value in self.select(models.MergedPaper, kind, ["paper_id", kind], values):
                add(f"former:{kind}:{value.casefold()}", paper)
        for paper, url in self.select(models.Paper, "url", ["id", "url"], map(_only_url, arrivals)):
            add(f"url:{url}", paper)
        titles = [a.title_key for a in arrivals]
        for paper, title in self.select(models.Paper, "title_key", ["id", "title_key"], titles):
            add(f"title:{title}", paper)
        for paper, title in self.select(models.TitleVariant, "title_key", ["paper_id", "title_key"], titles):
            add(f"title:{title}", paper)
        return found

    def select(self, model: Any, field: str, columns: Sequence[str], values: Iterable[str]) -> Sequence[Any]:
        """Columns of the rows in which a field has one of some values: all of these as one, so that the statement is
        the same however many they are."""
        wanted = json.dumps(sorted({value for value in values if value}), ensure_ascii=False)
        if wanted == "[]":
            return ()
        among = f"{field} IN (SELECT given.value FROM json_each(?) AS given)"
        sql = f"SELECT {', '.join(columns)} FROM {model.__tablename__} WHERE {among}"
        rows: Sequence[Any] = raw(self.session).execute(sql, (wanted,)).fetchall()
        return rows

    # Titles that tell nothing: a record is a paper of the library only where all that is known of both is the same,
    # and each such paper is one record's, so that a hundred editorials stay a hundred however often they come.

    def _twins(self, arrivals: Sequence[Arrival], known: _Known) -> dict[Bare, list[int]]:
        twins: dict[Bare, list[int]] = {}
        titles = {a.title_key: a.record.title for a in arrivals if a.record.title}
        for title in [each for each in titles if f"title:{each}" in known.names and not telling(titles[each])]:
            for paper in known.names[f"title:{title}"]:
                if paper <= (self._last or 0) and paper not in self._claimed and not known.face(paper).text:
                    twins.setdefault(_bare(known.face(paper)), []).append(paper)
        return twins

    def _twin(self, arrival: Arrival, twins: Mapping[Bare, list[int]]) -> int | None:
        waiting = twins.get(_bare(arrival.face)) if not arrival.face.text else None
        if not waiting:
            return None
        self._claimed.add(waiting[0])
        return waiting.pop(0)


def _certain(arrival: Arrival) -> list[str]:
    """Names that leave no doubt: an identifier of a merged paper, an address where nothing else is known."""
    ids = [f"former:{kind}:{_id(arrival.record, kind)}" for kind in IDS if getattr(arrival.record, kind)]
    return [*ids, f"url:{url}"] if (url := _only_url(arrival)) else ids


def _only_url(arrival: Arrival) -> str:
    record = arrival.record
    return record.url or "" if not (record.title or record.abstract) else ""


def _id(record: Record, kind: str) -> str:
    return str(getattr(record, kind) or "").casefold()


def _spellings(value: str) -> set[str]:
    """An identifier as the rows may hold it: of a DOI, case says nothing."""
    return {value, value.lower(), value.upper()}


def _bare(face: Face) -> Bare:
    return tuple(map(fold, face.titles[:1])), face.authors, face.year, tuple(sorted(face.ids.items())), face.place
