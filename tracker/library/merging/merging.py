"""Two papers that are one become one: all that people did with either stays, and one step takes it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.later import models
from tracker.library.details import Details
from tracker.library.door import OpenStep
from tracker.library.headings import variant
from tracker.library.importing.arrival import FIELDS, IDS
from tracker.library.importing.reports import Side
from tracker.library.marks.anchors import reanchor
from tracker.library.merging.duplicates import Duplicates
from tracker.library.merging.joining import join
from tracker.store.follows import author_key
from tracker.text.fold import fold

CHOOSABLE = ("title", "authors", "abstract", *FIELDS)


class Merging(Duplicates, Details):
    def sides(self, one: int, other: int) -> tuple[Side, ...]:
        """Two papers field by field, and how much people did with each; without what neither has."""
        known = [self._fields(paper) for paper in (one, other)]
        told = [Side(name, *(fields.get(name, "") for fields in known)) for name in known[0]]
        return tuple(side for side in told if side.one or side.other)

    def merge(self, kept: int, gone: int, *, take: Sequence[str] = ()) -> str | None:
        """Make the second paper a part of the first, which keeps its own words where both have some.

        `take` names the fields of which the second one's words are to stand. What was written, marked, voted and
        decided on either is the first one's then; asking for the second finds the first.
        """
        if kept == gone:
            raise Unreadable("A paper cannot be merged with itself; name another one")
        if unknown := set(take) - set(CHOOSABLE):
            raise Unreadable(f"There is no field {min(unknown)} to take; there are {', '.join(CHOOSABLE)}")
        with self.step(f"merged {self.told([gone])} into {self.told([kept])}") as step:
            stays, leaves = (step.session.get(models.Paper, paper) for paper in (kept, gone))
            if stays is None or leaves is None:
                raise Conflict("One of the papers is gone by now")
            step.recorder.forget((kept, gone))
            texts = _Texts(step, kept, gone, theirs="abstract" in take)
            join(step, kept, gone)
            texts.settle()
            _links(step, kept, gone)
            _take(step, stays, leaves, frozenset(take))
            step.session.flush()
            step.session.delete(leaves)
            step.session.flush()
        return step.said

    def _fields(self, paper: int) -> dict[str, str]:
        detail = self.detail(paper)
        row = self.store.one(f"SELECT {', '.join(FIELDS)} FROM paper WHERE id = :paper", {"paper": paper})
        if row is None:
            raise NotFound(f"There is no paper {paper} any more")
        fields = {"title": detail.title or "", "authors": ", ".join(detail.row.authors), "abstract": detail.abstract}
        fields |= {name: "" if value is None else str(value) for name, value in zip(FIELDS, row, strict=True)}
        counts = {"notes": len(detail.notes), "annotations": len(self.annotations(paper))}
        kept = {"tags": ", ".join(detail.row.tags), "collections": ", ".join(detail.row.collections)}
        kept |= {"status": detail.row.status.value}
        return fields | kept | {name: str(count or "") for name, count in counts.items()}


class _Texts:
    """The wordings of both papers: the one that is to stand last, and no text twice."""

    def __init__(self, step: OpenStep, kept: int, gone: int, *, theirs: bool) -> None:
        self.step, self.kept = step, kept
        mine, other = (_versions(step, paper) for paper in (kept, gone))
        self.stands = (other if theirs and other else mine or other)[-1:]
        same = {version.text: version for version in mine}
        self._twins = [(version, same[version.text]) for version in other if version.text in same]
        if self.stands and self.stands[0] in [version for version, _ in self._twins]:
            self.stands = [same[self.stands[0].text]]

    def settle(self) -> None:
        for twin, version in self._twins:
            self._repoint(twin, version)
            self.step.session.delete(twin)
        self.step.session.flush()
        versions = [v for v in _versions(self.step, self.kept) if v not in self.stands] + self.stands
        for turn in (10_000, 0):
            for place, version in enumerate(versions, 1):
                version.seq = turn + place
            self.step.session.flush()
        if self.stands:
            reanchor(self.step, self.kept, self.stands[0])

    def _repoint(self, twin: models.TextVersion, version: models.TextVersion) -> None:
        """Have annotations stand on the wording that stays; the text is the same, so their places are."""
        from sqlmodel import select

        Annotation = models.Annotation
        assert version.id is not None
        for annotation in self.step.session.exec(select(Annotation).where(Annotation.paper_id == self.kept)):
            if annotation.version_id == twin.id:
                annotation.version_id = version.id
            if annotation.made_version_id == twin.id:
                annotation.made_version_id = version.id
        self.step.session.flush()


def _versions(step: OpenStep, paper: int) -> list[models.TextVersion]:
    from sqlmodel import col, select

    Version = models.TextVersion
    mine = select(Version).where(Version.paper_id == paper, Version.field == "abstract")
    return list(step.session.exec(mine.order_by(col(Version.seq))))


def _links(step: OpenStep, kept: int, gone: int) -> None:
    """What is written with a link to one paper points to the other."""
    from sqlmodel import select

    Link = models.Link
    for link in step.session.exec(select(Link).where(Link.to_kind == "paper", Link.to_id == str(gone))):
        link.to_id = str(kept)


def _take(step: OpenStep, kept: models.Paper, gone: models.Paper, take: frozenset[str]) -> None:
    """Fill what is missing, and what is to be the other's; keep what it was called by."""
    batch = step.session.get(models.ImportBatch, gone.batch_id) if gone.batch_id else None
    told: dict[str, str] = {}
    for field in ("authors", *FIELDS):
        if (value := getattr(gone, field)) and (field in take or not getattr(kept, field)):
            setattr(kept, field, value)
            told[field] = _source(gone, field, batch)
    kept.author_key = author_key(kept.authors)
    if gone.title and (kept.title is None or "title" in take):
        told["title"] = _source(gone, "title", batch)
        _rename(step, kept, gone.title)
    elif gone.title and gone.title_key != kept.title_key:
        step.session.add(variant(kept, gone.title, _source(gone, "title", batch)))
    kept.headline = kept.headline or gone.headline
    kept.provenance = {**(kept.provenance or {}), **{f: s for f, s in told.items() if s}} or None
    kept.changed_at = datetime.now(UTC)
    step.session.add(_former(kept, gone))


def _rename(step: OpenStep, kept: models.Paper, title: str) -> None:
    old = kept.title or (kept.headline if "headline" in (kept.provenance or {}) else "")
    if old and fold(old) != fold(title):
        step.session.add(variant(kept, old, (kept.provenance or {}).get("title", "")))
    kept.title, kept.title_key = title, fold(title)


def _former(kept: models.Paper, gone: models.Paper) -> models.MergedPaper:
    """By what the paper that leaves is still found."""
    assert gone.id is not None
    assert kept.id is not None
    ids: Mapping[str, Any] = {k: v for k in IDS if (v := getattr(gone, k)) and v != getattr(kept, k)}
    return models.MergedPaper(id=gone.id, key=gone.key, paper_id=kept.id, **ids)


def _source(paper: models.Paper, field: str, batch: models.ImportBatch | None) -> str:
    return (paper.provenance or {}).get(field) or (batch.source if batch else "")
