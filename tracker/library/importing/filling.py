"""What was found of a paper, put where there is nothing, with where it came from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from tracker.later import models
from tracker.library.door import OpenStep
from tracker.library.headings import variant
from tracker.library.importing.arrival import text_sha
from tracker.library.importing.reports import Filled
from tracker.store.follows import author_key


def fill(step: OpenStep, paper_id: int, some: Sequence[Filled]) -> None:
    """Put values where there is nothing, and say from where each came. A paper that is gone is left alone."""
    paper = step.session.get(models.Paper, paper_id)
    if paper is None:
        return
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
    paper.author_key = author_key(paper.authors)
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
    text = Version(paper_id=paper.id, seq=1, text=one.value, canon_sha=text_sha(one.value), source=one.service)
    text.person_id = step.person_id
    step.session.add(text)
    return True
