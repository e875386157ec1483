"""Records become papers: what is new, what is here already, what a record adds to what is here.

New papers go in as whole rows under the batch's id, many at a time; they are undone as a batch. What a record
adds to a paper that was here is an ordinary change of a row.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tracker.formats.record import Record
from tracker.later import models
from tracker.library.door import OpenStep
from tracker.library.importing.additions import combined, here, meet
from tracker.library.importing.arrival import FIELDS, Arrival, address, arrived, guessed, other_names, text_sha
from tracker.library.importing.keys import Keys
from tracker.library.importing.matching import Match, Matching
from tracker.library.importing.personal import Personal
from tracker.library.importing.placing import Placing
from tracker.library.importing.reports import Decision, NearDuplicate, Outcome
from tracker.library.names import paper_key
from tracker.store import alike
from tracker.store.batches import insert, put
from tracker.store.follows import author_key
from tracker.store.journal import stored
from tracker.text.clean import clean
from tracker.text.fold import fold

HEADING = 300  # characters of a text that stand for a title
COMPARED = 2_000  # records of an import whose wording is compared as they come; that of more is compared behind it
Rows = list[dict[str, Any]]
Watch = Callable[[Outcome], None]


class Intake:
    """One import while it runs: takes records in pieces and counts what became of them."""

    step: OpenStep
    batch: models.ImportBatch

    def __init__(
        self,
        source: str,
        format: str,
        decided: Mapping[int, Decision] = {},
        watch: Watch | None = None,
        *,
        thorough: bool = False,
    ) -> None:
        """`decided`: what a person said of records that are like a paper here, by the record's number. `thorough`: the
        wording of all is compared as they come."""
        self.source, self._format = source, format
        self.new = self.same = self.changed = 0
        self.brought = 0  # annotations and comments that came along
        self.likely: list[NearDuplicate] = []
        self._decided, self._watch = decided, watch
        self._read, self._thorough, self._compares = 0, thorough, True
        self._now = datetime.now(UTC)
        self._when = stored(self._now)
        self._matching, self._keys = Matching(), Keys(self._taken)
        self.placing, self.personal = Placing(self._now, self._select), Personal(self._now)

    def enter(self, step: OpenStep) -> None:
        """Take in what comes now within this step, as rows of its batch; of one of its own where it has none."""
        self.step = step
        self.batch = self._batch(step)
        self.batch_id = step.batch_id = self.batch.id or 0
        self._matching.enter(step.session)
        self.placing.enter(step, self.batch_id)
        self.personal.enter(step, self.batch_id)
        alike.ensure(step.session)

    def _batch(self, step: OpenStep) -> models.ImportBatch:
        if step.batch_id is not None:
            return step.session.get_one(models.ImportBatch, step.batch_id)
        batch = models.ImportBatch(source=self.source, format=self._format, person_id=step.person_id)
        step.session.add(batch)
        step.session.flush()
        return batch

    @property
    def did_something(self) -> bool:
        told = self.personal.states or self.personal.notes or self.brought
        return bool(self.new or self.changed or self.placing.placed or told)

    def take(self, records: Sequence[tuple[str, Record]], *, collection: str | None, tags: Sequence[str]) -> list[int]:
        """Take in some records, each with where it comes from; the paper that each became."""
        arrivals = [arrived(record, source, self._read + n) for n, (source, record) in enumerate(records, 1)]
        self._compares = self._thorough or self._read < COMPARED
        self._read += len(arrivals)
        matches = self._matching.match(arrivals, self._decided, by_wording=self._compares)
        made, left = self._make(arrivals, matches)
        papers = [made.get(match.paper, match.paper) for match in matches]
        changes = self._meet(arrivals, matches, papers, left)
        pairs = [(arrival.record, paper) for arrival, paper in zip(arrivals, papers, strict=True)]
        self.placing.place(pairs, frozenset(made.values()), collection, tags)
        self.personal.take(pairs)
        for place, (arrival, match) in enumerate(zip(arrivals, matches, strict=True)):
            self._tell(place, arrival, match, made, changes.get(place, ()))
        return papers

    def _tell(self, place: int, arrival: Arrival, match: Match, made: Mapping[int, int], fields: Sequence[str]) -> None:
        """Count what became of a record, and say it to who wants to know."""
        record = arrival.record
        likely = tuple((made.get(paper, paper), score) for paper, score in match.likely)
        if match.paper == -place - 1:
            verdict, paper = "likely" if likely else "new", made[match.paper]
        else:
            verdict, paper = "changed" if fields and match.paper > 0 else "same", made.get(match.paper, match.paper)
            self.changed += verdict == "changed"
            self.same += verdict == "same"
        if not self._watch and verdict != "likely":  # of very many records nobody asks
            return
        heading = (record.title or record.headline or record.abstract or address(record))[:HEADING]
        new, told = match.paper < 0, (arrival.source, record.line)
        if verdict == "likely":
            self.likely += [NearDuplicate(paper, other, score, heading, *told) for other, score in likely]
        if self._watch:
            self._watch(Outcome(arrival.number, verdict, heading, *told, paper, new, tuple(fields), likely))

    # New papers

    def _make(self, arrivals: Sequence[Arrival], matches: Sequence[Match]) -> tuple[dict[int, int], frozenset[int]]:
        """Insert new papers: their ids by the number that matches call them, and the places of arrivals that tell
        more than one row can hold."""
        groups: dict[int, list[int]] = {}
        for place, match in enumerate(matches):
            if match.paper < 0:
                groups.setdefault(match.paper, []).append(place)
        if not groups:
            return {}, frozenset()
        joined = {name: combined([arrivals[place] for place in places]) for name, places in groups.items()}
        fresh = [each for each, _ in joined.values()]
        rows = [self._paper_row(each, told, len(groups[name])) for name, (each, told) in joined.items()]
        ids = self._insert_papers(rows, fresh)
        made = dict(zip(groups, ids, strict=True))
        self._remember(arrivals, matches, made, dict(zip(ids, fresh, strict=True)))
        left = {p for name, places in groups.items() for p in places[1:] if _tells_more(arrivals[p], joined[name][0])}
        return made, frozenset(left)

    def _insert_papers(self, rows: Rows, fresh: Sequence[Arrival]) -> list[int]:
        self._keys.settle(rows, [arrival.sha for arrival in fresh])
        ids = insert(self.step.session, "paper", rows)
        made = list(zip(ids, fresh, strict=True))
        put(self.step.session, "text_version", [row for i, a in made for row in self._text_rows(i, a)])
        put(self.step.session, "title_variant", [row for i, a in made for row in self._variant_rows(i, a)])
        self.new += len(made)
        self.step.recorder.to_index.update(ids)
        return ids

    def _remember(
        self,
        arrivals: Sequence[Arrival],
        matches: Sequence[Match],
        made: Mapping[int, int],
        fresh: Mapping[int, Arrival],
    ) -> None:
        """Have new papers known by their wording, with what they are like and what somebody said they are not."""
        pairs = [
            alike.pair(made[match.paper], made.get(other, other), score, sure=False)
            for place, match in enumerate(matches)
            if match.paper == -place - 1
            for other, score in match.likely
        ]
        if self._compares:
            known = {paper: arrival.known for paper, arrival in fresh.items()}
            alike.keep(self.step.session, known, pairs, self._matching.shared)
        else:
            alike.keep(self.step.session, {}, pairs)
            alike.postpone(self.step.session, fresh)
        self.step.recorder.compared.update(fresh)
        for place, arrival in enumerate(arrivals):
            decision = self._decided.get(arrival.number)
            if decision and not decision.same and -place - 1 in made:
                low, high = sorted((made[-place - 1], decision.paper))
                self.step.session.add(models.NotSame(paper_id=low, other_id=high, person_id=self.step.person_id))

    def _paper_row(self, arrival: Arrival, told: Mapping[str, str], records: int) -> dict[str, Any]:
        record = arrival.record
        headline, name = record.headline or "", record.system_name
        if not record.title and not headline and record.abstract:
            headline, name = guessed(record.abstract)
        if not record.title and not headline:
            headline = address(record)
        base = paper_key(record.authors, record.year, record.title or headline)
        row = {field: getattr(record, field) for field in FIELDS} | {"system_name": name}
        return row | {
            "key": base if record.authors or not arrival.sha else f"{base}-{arrival.sha[:6]}",
            "title": record.title,
            "title_key": arrival.title_key if record.title else None,
            "headline": headline,
            "authors": "\n".join(record.authors),
            "author_key": author_key("\n".join(record.authors)),
            "provenance": json.dumps(where) if (where := self._provenance(arrival, told)) else None,
            "batch_id": self.batch_id,
            "added_at": self._when,
            "changed_at": self._when,
        }

    def _provenance(self, arrival: Arrival, told: Mapping[str, str]) -> dict[str, str]:
        """Where each field comes from, as far as the batch itself does not say it."""
        if not told and arrival.source == self.source:
            return {}
        fields = [f for f in (*FIELDS, "title", "authors", "abstract") if getattr(arrival.record, f)]
        sources = {field: told.get(field, arrival.source) for field in fields}
        return {field: source for field, source in sources.items() if source != self.source}

    def _taken(self, keys: Iterable[str]) -> set[str]:
        """Those of some keys that papers have, or had before they were merged."""
        asked = list(keys)
        found = (self._select(model, "key", ["key"], asked) for model in (models.Paper, models.MergedPaper))
        return {row[0] for rows in found for row in rows}

    def _text_rows(self, paper: int, arrival: Arrival) -> Iterator[dict[str, Any]]:
        """The abstract, behind the older wordings that a file of ours brings along."""
        abstract = arrival.record.abstract
        now = [(abstract, arrival.source, self._when)] if abstract else []
        wordings = ((clean(each.text).strip(), each) for each in arrival.record.wordings)
        older = [(text, each.source, stored(each.at)) for text, each in wordings if text]
        for seq, (text, source, at) in enumerate([*older, *now] if now else [], 1):
            sha = arrival.sha if text == abstract else text_sha(text)
            row = {"paper_id": paper, "field": "abstract", "seq": seq, "text": text, "canon_sha": sha}
            yield row | {"source": source, "batch_id": self.batch_id, "created_at": at}

    def _variant_rows(self, paper: int, arrival: Arrival) -> Iterable[dict[str, Any]]:
        for key, name in other_names(arrival.record).items():
            row = {"paper_id": paper, "title": name, "title_key": key, "source": arrival.source}
            yield row | {"batch_id": self.batch_id}

    # Papers that are here

    def _meet(
        self, arrivals: Sequence[Arrival], matches: Sequence[Match], papers: Sequence[int], left: frozenset[int]
    ) -> dict[int, list[str]]:
        """Add to papers what records tell besides: the fields that changed, by the record's place."""
        meeting = [place for place, match in enumerate(matches) if place in left or match.paper > 0]
        known = here(self.step, (papers[place] for place in meeting))
        return {
            place: changed
            for place in meeting
            if (changed := meet(self.step, known[papers[place]], arrivals[place], self._now))
        }

    def _select(self, model: Any, field: str, columns: Sequence[str], values: Iterable[str]) -> Sequence[Any]:
        return self._matching.select(model, field, columns, values)


def _tells_more(arrival: Arrival, joined: Arrival) -> bool:
    """Whether a record has another title or text than the paper that it became a part of."""
    record, whole = arrival.record, joined.record
    other_title = bool(record.title) and fold(record.title or "") != fold(whole.title or "")
    return other_title or bool(arrival.sha and arrival.sha != joined.sha)
