"""Annotations and comments that come from elsewhere, put in as they were made: by whom, when, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tracker.later import models
from tracker.library.door import OpenStep, author_named
from tracker.library.marks.anchors import Spot, Wording, put
from tracker.library.marks.comments import Comments
from tracker.library.names import name_key, tag_name
from tracker.library.notes.links import written
from tracker.library.tags import tag_of
from tracker.terms import Visibility
from tracker.text.anchor import Place, State, located
from tracker.text.clean import clean, one_line
from tracker.text.fold import fold
from tracker.text.quote import Quote

if TYPE_CHECKING:
    from tracker.formats.annotations import Mark, Remark
    from tracker.formats.record import Record


class Bringing(Comments):
    """What is here already, by its id, is left as it is."""

    def bring(self, step: OpenStep, papers: Iterable[tuple[Record, int]]) -> int:
        """Put in what records of papers tell of annotations and comments; how much that was."""
        before = len(step.recorder.changes)
        for record, paper in papers:
            if record.annotations and (wording := _newest(step, paper)):
                self._bring_marks(step, record.annotations, paper, wording)
            if record.comments:
                self._bring_remarks(step, paper, None, record.comments)
        return len(step.recorder.changes) - before

    def _bring_marks(self, step: OpenStep, marks: Iterable[Mark], paper: int, wording: Wording) -> None:
        for mark in marks:
            if not step.session.get(models.Annotation, mark.id):
                self.bring_mark(step, mark, paper, wording, located(wording.text, quote_of(mark, wording.text)))

    def bring_mark(self, step: OpenStep, mark: Mark, paper: int, wording: Wording, place: Place | None) -> None:
        """One annotation; without a place in the wording its words are kept, and that they are gone."""
        spot = wording.spot(place.start, place.end) if place else Spot(wording.version_id, 0, 1)
        kind, body = _kind_of(step, mark.kind), clean(mark.body)
        made = self._made(step, paper, wording, spot, kind=kind, body=body, origin=mark.origin)
        made.id, made.author_id = mark.id, author_named(step, mark.author)
        made.exact, made.prefix, made.suffix = map(clean, (mark.exact, mark.prefix, mark.suffix))
        made.exact_folded = fold(made.exact)
        made.visibility = Visibility.PRIVATE if mark.private else Visibility.TEAM
        made.created_at = mark.created or made.created_at
        made.updated_at = mark.updated or made.created_at
        put(made, wording, place)
        if place and place.state is State.OK and mark.state in (State.MOVED, State.CHECK):
            made.state = State(mark.state)
        step.session.add(made)
        step.session.flush()
        for tag in {name_key(tag_name(name)): tag_name(name) for name in mark.tags if name.strip()}.values():
            step.session.add(models.AnnotationTag(annotation_id=made.id, tag_id=tag_of(step, tag).id or 0))
        written(step, "annotation", made.id, paper, made.body)
        self._bring_remarks(step, paper, made.id, mark.comments)

    def _bring_remarks(self, step: OpenStep, paper: int, annotation: str | None, remarks: Sequence[Remark]) -> None:
        for remark in remarks:
            self._bring_remark(step, paper, annotation, remark, {each.id: each for each in remarks})

    def _bring_remark(
        self, step: OpenStep, paper: int, annotation: str | None, remark: Remark, among: Mapping[str, Remark]
    ) -> None:
        if step.session.get(models.Comment, remark.id):
            return
        if remark.parent and remark.parent in among and not step.session.get(models.Comment, remark.parent):
            rest = {id: each for id, each in among.items() if id != remark.id}
            self._bring_remark(step, paper, annotation, among[remark.parent], rest)
        parent = step.session.get(models.Comment, remark.parent) if remark.parent else None
        author = author_named(step, remark.author)
        body, thread = clean(remark.body), parent.thread_id if parent else remark.id
        row = models.Comment(id=remark.id, paper_id=paper, thread_id=thread, author_id=author, body=body)
        row.annotation_id, row.parent_id = annotation, parent.id if parent else None
        row.created_at, row.edited_at = remark.created, remark.edited
        row.deleted_at = remark.edited or remark.created if remark.deleted else None
        if remark.resolved and not parent:
            row.resolved_by, row.resolved_at = author, remark.edited or remark.created
        step.session.add(row)
        step.session.flush()
        self._wrote(step, row)


def quote_of(mark: Mark, text: str) -> Quote:
    """What a mark says of its place, in characters."""
    from tracker.formats.annotations import code_points

    place = code_points(text, mark.start) if mark.utf16 and mark.start is not None else mark.start
    return Quote(mark.exact, mark.prefix, mark.suffix, place)


def _newest(step: OpenStep, paper: int) -> Wording | None:
    """The abstract as it is worded now, also of a paper that this step made."""
    from sqlmodel import col, select

    Version = models.TextVersion
    asked = select(Version.id, Version.text).where(Version.paper_id == paper, Version.field == "abstract")
    row = step.session.exec(asked.order_by(col(Version.seq).desc())).first()
    return Wording(row[0] or 0, row[1]) if row else None


def _kind_of(step: OpenStep, name: str) -> str:
    """The kind of this name, made where there is none."""
    name = name_key(one_line(name)) or "note"
    if step.session.get(models.Kind, name) is None:
        step.session.add(models.Kind(name=name, sign=name[0].upper(), colour="#aaaaaa", zotero="#aaaaaa", position=99))
        step.session.flush()
    return name
