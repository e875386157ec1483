"""What a record adds to a paper that is here: what was missing, another name, a new wording. Nothing is overwritten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from tracker.later import models
from tracker.library.door import OpenStep, chunks
from tracker.library.headings import variant
from tracker.library.importing.arrival import FIELDS, Arrival
from tracker.library.marks.anchors import reanchor
from tracker.store.follows import author_key
from tracker.text.fold import fold

TOGETHER = ("title_variants", "aliases", "tags", "keywords", "notes")


class Here(NamedTuple):
    """A paper that is here, with the wordings (hash of each, by number) and other names that it has."""

    paper: models.Paper
    texts: dict[str, int]
    names: set[str]


def here(step: OpenStep, papers: Iterable[int]) -> dict[int, Here]:
    """Papers with what a record may add to, read at once."""
    from sqlmodel import col, select

    Paper, Version, Variant = models.Paper, models.TextVersion, models.TitleVariant
    found: dict[int, Here] = {}
    for part in chunks(sorted(set(papers))):
        for paper in step.session.exec(select(Paper).where(col(Paper.id).in_(part))):
            found[paper.id or 0] = Here(paper, {}, set())
        texts = select(Version.paper_id, Version.canon_sha, Version.seq).where(col(Version.paper_id).in_(part))
        for paper_id, sha, seq in step.session.exec(texts.where(Version.field == "abstract")):
            found[paper_id].texts[sha] = max(seq, found[paper_id].texts.get(sha, 0))
        names = select(Variant.paper_id, Variant.title_key).where(col(Variant.paper_id).in_(part))
        for paper_id, key in step.session.exec(names):
            found[paper_id].names.add(key)
    return found


def meet(step: OpenStep, known: Here, arrival: Arrival, now: datetime) -> list[str]:
    """Give a paper what a record tells besides; the fields that changed, `title_variant` for another name."""
    changed = _fill(known.paper, arrival) + _title(step, known, arrival) + _text(step, known, arrival)
    if changed:
        known.paper.provenance = (known.paper.provenance or {}) | dict.fromkeys(changed, arrival.source)
        known.paper.changed_at = now
    return changed


def _fill(paper: models.Paper, arrival: Arrival) -> list[str]:
    record = arrival.record
    changed = [field for field in FIELDS if getattr(paper, field) is None and getattr(record, field) is not None]
    for field in changed:
        setattr(paper, field, getattr(record, field))
    if not paper.authors and record.authors:
        paper.authors = "\n".join(record.authors)
        paper.author_key = author_key(paper.authors)
        changed.append("authors")
    return changed


def _title(step: OpenStep, known: Here, arrival: Arrival) -> list[str]:
    paper, title = known.paper, arrival.record.title
    key = fold(title or "")
    if not title or key == paper.title_key:
        return []
    if paper.title is None:
        paper.title, paper.title_key = title, key
        if "headline" in (paper.provenance or {}):  # a person's words stay as a variant
            step.session.add(variant(paper, paper.headline, arrival.source))
        return ["title"]
    if key in known.names:
        return []
    known.names.add(key)
    step.session.add(variant(paper, title, arrival.source))
    return ["title_variant"]


def _text(step: OpenStep, known: Here, arrival: Arrival) -> list[str]:
    """A wording that this paper never had is its new version, to which annotations are carried."""
    if not arrival.record.abstract or arrival.sha in known.texts:
        return []
    paper = known.paper.id
    assert paper is not None
    seq = known.texts[arrival.sha] = max(known.texts.values(), default=0) + 1
    version = models.TextVersion(
        paper_id=paper,
        seq=seq,
        text=arrival.record.abstract,
        canon_sha=arrival.sha,
        source=arrival.source,
        person_id=step.person_id,
    )
    step.session.add(version)
    reanchor(step, paper, version)
    return ["abstract"]


def combined(arrivals: Sequence[Arrival]) -> tuple[Arrival, Mapping[str, str]]:
    """Records of one new paper as one: the first, and what the others tell besides; where each field comes from."""
    if len(arrivals) == 1:
        return arrivals[0], {}
    first, told = arrivals[0], dict[str, str]()
    record = first.record
    for other in arrivals[1:]:
        fields = [f for f in (*FIELDS, "title", "abstract", "authors", "headline") if not getattr(record, f)]
        added = {field: value for field in fields if (value := getattr(other.record, field))}
        told |= dict.fromkeys(added, other.source)
        record = record._replace(**added)
        if "abstract" in added:
            first = replace(first, sha=other.sha)
        if "title" in added:
            first = replace(first, title_key=other.title_key)
    lists: dict[str, Any] = {field: _together(arrivals, field) for field in TOGETHER}
    status = next((a.record.status for a in arrivals if a.record.status), None)
    collection = next((a.record.collection for a in arrivals if a.record.collection), None)
    record = record._replace(**lists, status=status, collection=collection)
    return replace(first, record=record), told


def _together(arrivals: Sequence[Arrival], field: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for arrival in arrivals for value in getattr(arrival.record, field)))
