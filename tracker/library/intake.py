"""Records become papers: what is new, what is here already, what a record adds to what is here.

New papers go in as whole rows under the batch's id, a thousand at a time; they are undone as a batch. What a record
adds to a paper that was here is an ordinary change of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tracker.formats.record import Record
from tracker.later import models
from tracker.library.door import OpenStep
from tracker.library.entry import FIELDS, Arrival, address, arrived, guessed, other_names
from tracker.library.matching import Match, Matching
from tracker.library.meeting import combined, here, meet
from tracker.library.names import name_key, paper_key, tag_name
from tracker.library.personal import Linked, Personal, keywords, labels
from tracker.library.values import Decision, NearDuplicate, Outcome
from tracker.store import alike
from tracker.text.alike import telling
from tracker.text.fold import fold

HEADING = 300  # characters of a text that stand for a title
Rows = list[dict[str, Any]]
Watch = Callable[[Outcome], None]


class Intake:
    """One import while it runs: takes records in pieces and counts what became of them."""

    def __init__(
        self,
        step: OpenStep,
        batch: models.ImportBatch,
        linked: Linked | None,
        decided: Mapping[int, Decision] = {},
        watch: Watch = lambda _: None,
    ) -> None:
        """`decided`: what a person said of records that are like a paper here, by the record's number."""
        assert batch.id is not None
        self.step, self.batch, self.source, self.batch_id = step, batch, batch.source, batch.id
        self.new = self.same = self.changed = 0
        self.placed = 0  # papers that came into a collection or got a tag
        self.likely: list[NearDuplicate] = []
        self._decided, self._watch = decided, watch
        self._read = 0
        self._collections: dict[str, int] = {}
        self._positions: dict[int, int] = {}
        self._tags: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._now = datetime.now(UTC)
        self._matching = Matching(step.session)
        self.personal = Personal(step, self.batch_id, self._now, linked)
        alike.ensure(step.session)

    @property
    def did_something(self) -> bool:
        return bool(self.new or self.changed or self.placed or self.personal.states or self.personal.notes)

    def take(self, records: Sequence[tuple[str, Record]], *, collection: str | None, tags: Sequence[str]) -> list[int]:
        """Take in some records, each with where it comes from; the paper that each became."""
        arrivals = [arrived(record, source, self._read + n) for n, (source, record) in enumerate(records, 1)]
        self._read += len(arrivals)
        matches = self._matching.match(arrivals, self._decided)
        made, left = self._make(arrivals, matches)
        papers = [made.get(match.paper, match.paper) for match in matches]
        changes = self._meet(arrivals, matches, papers, left)
        pairs = [(arrival.record, paper) for arrival, paper in zip(arrivals, papers, strict=True)]
        self._place(pairs, frozenset(made.values()), collection, tags)
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
        heading = (record.title or record.headline or record.abstract or address(record))[:HEADING]
        new = match.paper < 0
        self.likely += [
            NearDuplicate(paper, other, score, heading, arrival.source, record.line)
            for other, score in likely
            if verdict == "likely"
        ]
        self._watch(
            Outcome(arrival.number, verdict, heading, arrival.source, record.line, paper, new, tuple(fields), likely)
        )

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
        self._settle_keys(rows, [arrival.sha for arrival in fresh])
        self._insert(models.Paper, rows)
        by_key = dict(self._select(models.Paper, "key", ["key", "id"], [row["key"] for row in rows]))
        ids = [by_key[row["key"]] for row in rows]
        made = list(zip(ids, fresh, strict=True))
        self._insert(models.TextVersion, [self._text_row(i, a) for i, a in made if a.record.abstract])
        self._insert(models.TitleVariant, [row for i, a in made for row in self._variant_rows(i, a)])
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
        known = {paper: arrival.known for paper, arrival in fresh.items()}
        alike.keep(self.step.session, known, pairs, self._matching.shared)
        self.step.recorder.compared.update(fresh)
        self._matching.claim(p for p, arrival in fresh.items() if not telling(arrival.record.title or ""))
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
            "title_key": fold(record.title) if record.title else None,
            "headline": headline,
            "authors": "\n".join(record.authors),
            "provenance": self._provenance(arrival, told) or None,
            "batch_id": self.batch_id,
            "added_at": self._now,
            "changed_at": self._now,
        }

    def _provenance(self, arrival: Arrival, told: Mapping[str, str]) -> dict[str, str]:
        """Where each field comes from, as far as the batch itself does not say it."""
        fields = [f for f in (*FIELDS, "title", "authors", "abstract") if getattr(arrival.record, f)]
        sources = {field: told.get(field, arrival.source) for field in fields}
        return {field: source for field, source in sources.items() if source != self.source}

    def _settle_keys(self, rows: Rows, shas: Sequence[str]) -> None:
        """Make keys unique: one that is taken gets some digits of the text's hash, or a number."""
        given = self._taken(row["key"] for row in rows)
        unsure: list[tuple[dict[str, Any], str]] = []
        for row, sha in zip(rows, shas, strict=True):
            base = row["key"]
            if base in given:
                hashed = f"{base}-{sha[:6]}"
                row["key"] = hashed if sha and hashed not in given else self._numbered(base, given)
                unsure.append((row, base))
            given.add(row["key"])
        while clashes := self._taken(row["key"] for row, _ in unsure):
            unsure = [(row, base) for row, base in unsure if row["key"] in clashes]
            self._numbers |= {base: 2 * self._numbers.get(base, 1) for _, base in unsure}  # leaps over what is taken
            for row, base in unsure:
                row["key"] = self._numbered(base, given)
                given.add(row["key"])

    def _numbered(self, base: str, given: set[str]) -> str:
        """The key with the next number."""
        number = self._numbers.get(base, 1) + 1
        while f"{base}-{number}" in given:
            number += 1
        self._numbers[base] = number
        return f"{base}-{number}"

    def _taken(self, keys: Iterable[str]) -> set[str]:
        """Those of some keys that papers have, or had before they were merged."""
        asked = list(keys)
        found = (self._select(model, "key", ["key"], asked) for model in (models.Paper, models.MergedPaper))
        return {row[0] for rows in found for row in rows}

    def _text_row(self, paper: int, arrival: Arrival) -> dict[str, Any]:
        row = {"paper_id": paper, "field": "abstract", "seq": 1, "text": arrival.record.abstract}
        return row | {
            "canon_sha": arrival.sha,
            "source": arrival.source,
            "batch_id": self.batch_id,
            "created_at": self._now,
        }

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

    # Where papers stand

    def _place(
        self, papers: Sequence[tuple[Record, int]], made: frozenset[int], collection: str | None, tags: Sequence[str]
    ) -> None:
        """Put papers into their collections and tag them. A file's own tags and keywords are for new papers only:
        somebody may have taken them off the others."""
        places: dict[tuple[int, int], None] = {}
        marks: dict[tuple[int, str], None] = {}
        for record, paper in papers:
            for name in filter(None, (collection or record.collection, *record.collections)):
                places[self._collection(name), paper] = None
            own = (*record.tags, *keywords(record), *labels(record)) if paper in made else ()
            marks |= {(paper, tag): None for tag in (*own, *tags)}
        self._know_tags({tag for _, tag in marks})
        tagged = dict.fromkeys((paper, self._tags[name_key(tag)]) for paper, tag in marks)
        self._insert_missing(models.CollectionPaper, ("collection_id", "paper_id"), list(places), self._positioned)
        self._insert_missing(models.PaperTag, ("paper_id", "tag_id"), list(tagged), self._tagged)

    def _positioned(self, row: dict[str, Any]) -> dict[str, Any]:
        position = self._positions[row["collection_id"]] = self._positions.get(row["collection_id"], 0) + 1
        return row | {"position": position}

    def _tagged(self, row: dict[str, Any]) -> dict[str, Any]:
        return row | {"person_id": self.step.person_id, "at": self._now}

    def _insert_missing(self, model: Any, names: Sequence[str], keys: list[tuple[int, int]], finish: Any) -> None:
        import sqlalchemy as sa

        table = model.__table__
        papers = sorted({dict(zip(names, key, strict=True))["paper_id"] for key in keys})
        statement = sa.select(*(table.c[name] for name in names)).where(table.c.paper_id.in_(papers))
        there = {tuple(row) for row in self.step.session.connection().execute(statement)}
        fresh = [dict(zip(names, key, strict=True)) for key in keys if key not in there]
        self.placed += len(fresh)
        self._insert(model, [finish(row) | {"batch_id": self.batch_id} for row in fresh])

    def _insert(self, model: Any, rows: Rows) -> None:
        import sqlalchemy as sa

        if rows:
            self.step.session.connection().execute(sa.insert(model.__table__), rows)

    def _collection(self, name: str) -> int:
        if name not in self._collections:
            self._collections[name], place = collection_of(self.step, name)
            self._positions[self._collections[name]] = place
        return self._collections[name]

    def _know_tags(self, names: Iterable[str]) -> None:
        """Have the ids of tags; those that are not there yet are made."""
        wanted = {name_key(name): name for name in map(tag_name, sorted(names))}
        wanted = {key: name for key, name in wanted.items() if key not in self._tags}
        self._tags |= dict(self._select(models.Tag, "name_key", ["name_key", "id"], wanted))
        made = [models.Tag(name=name, name_key=key) for key, name in wanted.items() if key not in self._tags]
        self.step.session.add_all(made)
        self.step.session.flush()
        self._tags |= {tag.name_key: tag.id for tag in made if tag.id is not None}

    def _select(self, model: Any, field: str, columns: Sequence[str], values: Iterable[str]) -> Sequence[Any]:
        return self._matching.select(model, field, columns, values)


def _tells_more(arrival: Arrival, joined: Arrival) -> bool:
    """Whether a record has another title or text than the paper that it became a part of."""
    record, whole = arrival.record, joined.record
    other_title = bool(record.title) and fold(record.title or "") != fold(whole.title or "")
    return other_title or bool(arrival.sha and arrival.sha != joined.sha)


def collection_of(step: OpenStep, name: str) -> tuple[int, int]:
    """The collection of this name, made where there is none, and its last place."""
    from sqlalchemy import func
    from sqlmodel import select

    found = step.session.exec(select(models.Collection).where(models.Collection.name_key == name_key(name))).first()
    if found is None:
        found = models.Collection(name=name, name_key=name_key(name))
        step.session.add(found)
        step.session.flush()
    assert found.id is not None
    last = select(func.max(models.CollectionPaper.position)).where(models.CollectionPaper.collection_id == found.id)
    return found.id, step.session.exec(last).one() or 0
