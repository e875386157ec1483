"""Annotations on a paper's wordings: where they stand in one, and where they go when the abstract is worded anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tracker.later import models
from tracker.library.door import OpenStep
from tracker.text.anchor import Passage, Place, State

if TYPE_CHECKING:
    from tracker.text.rendered import Rendered


class Spot(NamedTuple):
    """A span of a text version as it is stored."""

    version_id: int
    start: int
    end: int


class Wording:
    """A text version: annotations are kept by offsets into its source, and shown by those into its plain text."""

    def __init__(self, version_id: int, source: str) -> None:
        self.version_id = version_id
        self.source = source

    @cached_property
    def rendered(self) -> Rendered:
        from tracker.text.render import render

        return render(self.source)

    @property
    def text(self) -> str:
        return self.rendered.text

    def plain(self, spot: Spot) -> tuple[int, int]:
        return self.rendered.to_plain(spot.start, spot.end)

    def spot(self, start: int, end: int) -> Spot:
        """The span that plain text stands for: all of a formula that it touches."""
        return Spot(self.version_id, *self.rendered.to_source(start, end))


class Move:
    """The way to a new wording; that from each older one is worked out once."""

    def __init__(self, new: Wording, source: Callable[[int], str]) -> None:
        self.new = new
        self._source = source
        self._passages: dict[int, tuple[Wording, Passage]] = {}

    def place(self, now: Spot, made: Spot, state: State) -> Place | None:
        """Where an annotation goes, in plain text; None where its words are gone.

        From where it is now, if nobody need doubt that; else also from where it was made, as often as it takes: the
        words may have come back.
        """
        current = self._carry(now) if state is not State.ORPHAN else None
        if current and current.state is not State.CHECK and state in (State.OK, State.MOVED):
            return current
        original = self._carry(made) if made != now or not current else current
        if current is None or original is None:
            return current or original
        best = original if original.score > current.score else current
        apart = original.end <= current.start or current.end <= original.start
        return best._replace(state=State.CHECK) if apart else best

    def _carry(self, spot: Spot) -> Place | None:
        if spot.version_id not in self._passages:
            old = Wording(spot.version_id, self._source(spot.version_id))
            self._passages[spot.version_id] = old, Passage(old.text, self.new.text)
        old, passage = self._passages[spot.version_id]
        return passage.carry(*old.plain(spot))


def reanchor(step: OpenStep, paper_id: int, text: models.TextVersion) -> None:
    """Carry all annotations of a paper, whoever may see them, to a version of its text; those that stand on it stay."""
    from sqlmodel import select

    Annotation = models.Annotation
    asked = select(Annotation).where(Annotation.paper_id == paper_id, Annotation.field == text.field)
    found = [annotation for annotation in step.session.exec(asked) if annotation.version_id != text.id]
    if not found:
        return
    step.session.flush()
    assert text.id is not None

    def source(version_id: int) -> str:
        old = step.session.get(models.TextVersion, version_id)
        return old.text if old else ""

    move = Move(Wording(text.id, text.text), source)
    for annotation in found:
        place = move.place(now_of(annotation), made_of(annotation), annotation.state)
        put(annotation, move.new, place)


def put(annotation: models.Annotation, wording: Wording, place: Place | None) -> None:
    """Set where an annotation is; one without a place keeps the last one it had."""
    if place is None:
        annotation.state, annotation.score = State.ORPHAN, 0.0
        return
    annotation.version_id, annotation.start, annotation.end = wording.spot(place.start, place.end)
    annotation.state, annotation.how, annotation.score = place.state, place.how, round(place.score, 3)


def now_of(annotation: models.Annotation) -> Spot:
    return Spot(annotation.version_id, annotation.start, annotation.end)


def made_of(annotation: models.Annotation) -> Spot:
    return Spot(annotation.made_version_id, annotation.made_start, annotation.made_end)
