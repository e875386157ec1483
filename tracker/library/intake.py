"""Records become papers: what is new, what is here already, what a record adds to what is here.

New papers go in as whole rows under the batch's id, a thousand at a time; they are undone as a batch. What a record
adds to a paper that was here is an ordinary change of a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tracker.formats.record import Record
from tracker.later import models
from tracker.library.door import OpenStep
from tracker.library.entry import FIELDS, IDS, address, cleaned, guessed, identities, text_sha
from tracker.library.headings import variant
from tracker.library.names import name_key, paper_key, tag_name
from tracker.library.tags import tag_of
from tracker.library.wording import reanchor
from tracker.text.fold import fold

Rows = list[dict[str, Any]]


class Intake:
    """One import while it runs: takes records in pieces and counts what became of them."""

    def __init__(self, step: OpenStep, source: str, batch_id: int) -> None:
        self.step, self.source, self.batch_id = step, source, batch_id
        self.new = self.same = self.changed = 0
        self.placed = 0  # papers that came into a collection or got a tag
        self._collections: dict[str, int] = {}
        self._positions: dict[int, int] = {}
        self._tags: dict[str, int] = {}
        self._now = datetime.now(UTC)

    @property
    def did_something(self) -> bool:
        return bool(self.new or self.changed or self.placed)

    def take(self, records: Sequence[Record], *, collection: str | None, tags: Sequence[str]) -> list[int]:
        """Take in some records; the paper that each became. The same paper twice among them becomes one."""
        records = [cleaned(record) for record in records]
        shas = [text_sha(r.abstract) if r.abstract else "" for r in records]
        known = self._known(records, shas)
        fresh: dict[str, tuple[Record, str]] = {}
        places: list[tuple[Record, int | str]] = []
        for record, sha in zip(records, shas, strict=True):
            paper = next((known[name] for name in identities(record, sha) if name in known), None)
            if paper is None:
                paper = next(iter(identities(record, sha)), f"line:{record.line}:{id(record)}")
                fresh[paper] = (record, sha)
                known |= dict.fromkeys(identities(record, sha), paper)
            elif isinstance(paper, int):
                self._meet(paper, record, sha)
            else:
                self.same += 1
            places.append((record, paper))
        made = self._make(fresh)
        papers = [made[place] if isinstance(place, str) else place for _, place in places]
        self._place(list(zip(records, papers, strict=True)), frozenset(made.values()), collection, tags)
        return papers

    def _known(self, records: Sequence[Record], shas: Sequence[str]) -> dict[str, int | str]:
        """Identity → paper, for those that are in the library."""
        known: dict[str, int | str] = {}
        for paper, sha in self._select(models.TextVersion, "canon_sha", ["paper_id", "canon_sha"], shas):
            known[f"text:{sha}"] = paper
        for field in IDS:
            values = [value for r in records if (value := getattr(r, field))]
            for paper, value in self._select(models.Paper, field, ["id", field], values):
                known[f"{field}:{value}"] = paper
        titles = [fold(r.title) for r in records if r.title]
        for paper, title, year in self._select(models.Paper, "title_key", ["id", "title_key", "year"], titles):
            known[f"title:{title}:{year or ''}"] = paper
        return known

    def _select(self, model: Any, field: str, columns: Sequence[str], values: Iterable[str]) -> Sequence[Any]:
        import sqlalchemy as sa

        wanted = sorted({value for value in values if value})
        if not wanted:
            return ()
        table = model.__table__
        statement = sa.select(*(table.c[name] for name in columns)).where(table.c[field].in_(wanted))
        return self.step.session.connection().execute(statement).fetchall()

    def _make(self, fresh: Mapping[str, tuple[Record, str]]) -> dict[str, int]:
        """Insert new papers; identity → id."""
        if not fresh:
            return {}
        rows = [self._paper_row(record, sha) for record, sha in fresh.values()]
        self._settle_keys(rows, [sha for _, sha in fresh.values()])
        self._insert(models.Paper, rows)
        by_key = dict(self._select(models.Paper, "key", ["key", "id"], [row["key"] for row in rows]))
        ids = [by_key[row["key"]] for row in rows]
        made = list(zip(ids, fresh.values(), strict=True))
        self._insert(models.TextVersion, [self._text_row(i, r, sha) for i, (r, sha) in made if r.abstract])
        self._insert(models.TitleVariant, [row for i, (r, _) in made for row in self._variant_rows(i, r)])
        self.new += len(made)
        self.step.recorder.to_index.update(ids)
        return dict(zip(fresh, ids, strict=True))

    def _paper_row(self, record: Record, sha: str) -> dict[str, Any]:
        headline, name = record.headline or "", record.system_name
        if not record.title and not headline and record.abstract:
            headline, name = guessed(record.abstract)
        if not record.title and not headline:
            headline = address(record)
        base = paper_key(record.authors, record.year, record.title or headline)
        row = {field: getattr(record, field) for field in FIELDS} | {"system_name": name}
        return row | {
            "key": base if record.authors or not sha else f"{base}-{sha[:6]}",
            "title": record.title,
            "title_key": fold(record.title) if record.title else None,
            "headline": headline,
            "authors": "\n".join(record.authors),
            "batch_id": self.batch_id,
            "added_at": self._now,
            "changed_at": self._now,
        }

    def _settle_keys(self, rows: Rows, shas: Sequence[str]) -> None:
        """Make keys unique: one that is taken gets some digits of the text's hash, or a number."""
        taken = {row[0] for row in self._select(models.Paper, "key", ["key"], [row["key"] for row in rows])}
        for row, sha in zip(rows, shas, strict=True):
            base, number = row["key"], 2
            if base in taken and sha:
                row["key"] = f"{base}-{sha[:6]}"
            while row["key"] in taken or self._exists(row["key"], base):
                row["key"], number = f"{base}-{number}", number + 1
            taken.add(row["key"])

    def _exists(self, key: str, base: str) -> bool:
        return key != base and bool(self._select(models.Paper, "key", ["key"], [key]))

    def _text_row(self, paper: int, record: Record, sha: str) -> dict[str, Any]:
        row = {"paper_id": paper, "field": "abstract", "seq": 1, "text": record.abstract, "canon_sha": sha}
        return row | {"source": self.source, "batch_id": self.batch_id, "created_at": self._now}

    def _variant_rows(self, paper: int, record: Record) -> Iterable[dict[str, Any]]:
        names = [*record.title_variants, *record.aliases, record.system_name or "", record.system_expansion or ""]
        title = fold(record.title or "")
        for key, name in {fold(name): name for name in names if name}.items():
            if key != title:
                row = {"paper_id": paper, "title": name, "title_key": key, "source": self.source}
                yield row | {"batch_id": self.batch_id}

    def _meet(self, paper_id: int, record: Record, sha: str) -> None:
        """A record of a paper that is here: fill what is missing, keep what differs as a variant or a new version."""
        paper = self.step.session.get(models.Paper, paper_id)
        assert paper is not None
        changed = [field for field in FIELDS if getattr(paper, field) is None and getattr(record, field) is not None]
        for field in changed:
            setattr(paper, field, getattr(record, field))
        changed += (
            self._meet_title(paper, record) + self._meet_authors(paper, record) + self._meet_text(paper, record, sha)
        )
        if changed:
            paper.provenance = (paper.provenance or {}) | dict.fromkeys(changed, self.source)
            paper.changed_at = self._now
            self.changed += 1
        else:
            self.same += 1

    def _meet_title(self, paper: models.Paper, record: Record) -> list[str]:
        key = fold(record.title or "")
        if not record.title or key == paper.title_key:
            return []
        if paper.title is None:
            paper.title, paper.title_key = record.title, key
            if "headline" in (paper.provenance or {}):  # a person's words stay as a variant
                self.step.session.add(variant(paper, paper.headline, self.source))
            return ["title"]
        if paper.id in {row[0] for row in self._select(models.TitleVariant, "title_key", ["paper_id"], [key])}:
            return []
        self.step.session.add(variant(paper, record.title, self.source))
        return ["title_variant"]

    def _meet_authors(self, paper: models.Paper, record: Record) -> list[str]:
        if paper.authors or not record.authors:
            return []
        paper.authors = "\n".join(record.authors)
        return ["authors"]

    def _meet_text(self, paper: models.Paper, record: Record, sha: str) -> list[str]:
        """A wording that this paper never had is its new version."""
        from sqlmodel import col, select

        Version = models.TextVersion
        versions = self.step.session.exec(
            select(Version).where(Version.paper_id == paper.id, Version.field == "abstract").order_by(col(Version.seq))
        ).all()
        if not record.abstract or sha in {version.canon_sha for version in versions}:
            return []
        assert paper.id is not None
        seq = versions[-1].seq + 1 if versions else 1
        version = Version(paper_id=paper.id, seq=seq, text=record.abstract, canon_sha=sha, source=self.source)
        self.step.session.add(version)
        reanchor(self.step, paper.id, version)
        return ["abstract"]

    def _place(
        self, papers: Sequence[tuple[Record, int]], made: frozenset[int], collection: str | None, tags: Sequence[str]
    ) -> None:
        """Put papers into their collections and tag them. A file's own tags are for new papers only: somebody may
        have taken them off the others."""
        places: dict[tuple[int, int], None] = {}
        marks: dict[tuple[int, int], None] = {}
        for record, paper in papers:
            name = collection or record.collection
            if name:
                places[self._collection(name), paper] = None
            for tag in [*(record.tags if paper in made else ()), *tags]:
                marks[paper, self._tag(tag)] = None
        self._insert_missing(models.CollectionPaper, ("collection_id", "paper_id"), list(places), self._positioned)
        self._insert_missing(models.PaperTag, ("paper_id", "tag_id"), list(marks), self._tagged)

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

    def _tag(self, name: str) -> int:
        if name not in self._tags:
            made = tag_of(self.step, tag_name(name)).id
            assert made is not None
            self._tags[name] = made
        return self._tags[name]


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
