"""Where the papers of an import stand: in which collections, under which tags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from tracker.formats.record import Record
from tracker.later import models
from tracker.library.door import OpenStep
from tracker.library.importing.personal import keywords, labels
from tracker.library.names import name_key, tag_name
from tracker.store.batches import put
from tracker.store.journal import stored

Row = dict[str, Any]
# Columns of the rows of a table in which a field has one of some values.
Select = Callable[[Any, str, Sequence[str], Iterable[str]], Sequence[Any]]


class Placing:
    """Puts papers where a file and the person want them, in bulk, as rows of the batch."""

    step: OpenStep
    batch_id: int

    def __init__(self, now: datetime, select: Select) -> None:
        self._now, self._select = now, select
        self.placed = 0  # papers that came into a collection or got a tag

    def enter(self, step: OpenStep, batch_id: int) -> None:
        """Put papers somewhere within this step; others may have changed tags and collections since the last one."""
        self.step, self.batch_id = step, batch_id
        self._collections: dict[str, int] = {}
        self._positions: dict[int, int] = {}
        self._tags: dict[str, int] = {}

    def place(
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

    def _positioned(self, row: Row) -> Row:
        position = self._positions[row["collection_id"]] = self._positions.get(row["collection_id"], 0) + 1
        return row | {"position": position}

    def _tagged(self, row: Row) -> Row:
        return row | {"person_id": self.step.person_id, "at": stored(self._now)}

    def _insert_missing(
        self, model: Any, names: Sequence[str], keys: list[tuple[int, int]], finish: Callable[[Row], Row]
    ) -> None:
        import sqlalchemy as sa

        table = model.__table__
        papers = sorted({dict(zip(names, key, strict=True))["paper_id"] for key in keys})
        statement = sa.select(*(table.c[name] for name in names)).where(table.c.paper_id.in_(papers))
        there = {tuple(row) for row in self.step.session.connection().execute(statement)}
        fresh = [dict(zip(names, key, strict=True)) for key in keys if key not in there]
        self.placed += len(fresh)
        put(self.step.session, table.name, [finish(row) | {"batch_id": self.batch_id} for row in fresh])

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
