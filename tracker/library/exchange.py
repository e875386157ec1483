"""Annotations out of the library and into it, in the formats in which they are exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tracker.errors import NotFound
from tracker.later import models
from tracker.library.comments import Comments
from tracker.library.door import Nothing, OpenStep
from tracker.library.finding import Finding
from tracker.library.links import written
from tracker.library.names import name_key, tag_name
from tracker.library.tags import tag_of
from tracker.library.values import AnnotationView, CommentView, MarkReport
from tracker.library.wording import Wording, put
from tracker.terms import Visibility
from tracker.text.anchor import Place, State, located
from tracker.text.clean import clean, one_line
from tracker.text.fold import fold
from tracker.text.quote import Quote

if TYPE_CHECKING:
    from tracker.formats.annotations import Mark, Remark

LINKS = ("url", "pdf_url", "code_url", "project_url")
OWN = "urn:tracker:paper:"


class Exchange(Comments, Finding):
    def export_annotations(self, ids: Sequence[int], format: str) -> Iterator[str]:
        """The annotations on papers that the person may see, in pieces of text. Unreadable for an unknown format."""
        from tracker.formats import annotations

        return annotations.writer(format).write(self._marks(ids))

    def import_annotations(self, text: str, format: str = "jsonld") -> MarkReport:
        """Take annotations in, in one step. One that is here already is left as it is; one whose paper or words are
        not here is told and left out."""
        from tracker.formats import annotations

        marks = list(annotations.reader(format).read(text))
        report = MarkReport(len(marks), 0, 0, ())
        with self.step(f"imported annotations from {format}") as step:
            for mark in marks:
                report = self._take(step, mark, report)
            if not report.new:
                raise Nothing
            step.title = f"imported {report.new} annotations from {format}"
        return report

    def _marks(self, ids: Sequence[int]) -> Iterator[Mark]:
        kinds = {kind.name: kind for kind in self.kinds()}
        for paper, views in groupby(self.annotated(ids), key=lambda view: view.paper_id):
            row, links, text = self.rows([paper])[0], self.detail(paper).links, self._wording(paper).text
            source = links[0].url if links else f"{OWN}{row.id}"
            for view in views:
                comments = self.comments(paper, view.id) if view.comments else ()
                mark = _mark(view, comments)._replace(paper=row.key, source=source, heading=row.heading, text=text)
                yield mark._replace(sign=kinds[view.kind].sign, colour=kinds[view.kind].colour)

    def _take(self, step: OpenStep, mark: Mark, report: MarkReport) -> MarkReport:
        if step.session.get(models.Annotation, mark.id):
            return report._replace(same=report.same + 1)
        try:
            paper = self._paper_of(mark)
        except NotFound as missing:
            return report._replace(left_out=(*report.left_out, f"“{one_line(mark.exact)}”: {missing}"))
        wording = self._wording(paper)
        place = located(wording.text, _quote(mark, wording.text))
        if place is None:
            told = f"“{one_line(mark.exact)}” is not in the abstract of {self.told([paper])}"
            return report._replace(left_out=(*report.left_out, told))
        self._add(step, mark, paper, wording, place)
        return report._replace(new=report.new + 1)

    def _paper_of(self, mark: Mark) -> int:
        """The paper that a mark names by key, number or address; else the one that holds its words."""
        for name in filter(None, (mark.paper, mark.source.removeprefix(OWN))):
            row = self.store.one("SELECT id FROM paper WHERE key = :name", {"name": name})
            where = " OR ".join(f"{column} = :name" for column in LINKS)
            row = row or self.store.one(f"SELECT id FROM paper WHERE {where}", {"name": name})
            if row:
                return int(row[0])
            if name.isascii() and name.isdigit():
                return self.paper(name)
        found = self.find('abs:"' + mark.exact.replace('"', " ") + '"', limit=2) if mark.exact.strip() else None
        if found is None or found.total != 1:
            raise NotFound(f"no paper here is {mark.paper or mark.source or 'named'}")
        return found.ids[0]

    def _add(self, step: OpenStep, mark: Mark, paper: int, wording: Wording, place: Place) -> None:
        kind = _kind_of(step, mark.kind)
        author = _person(step, mark.author)
        spot, body = wording.spot(place.start, place.end), clean(mark.body)
        made = self._made(step, paper, wording, spot, kind=kind, body=body, origin=mark.origin)
        made.id, made.author_id = mark.id, author
        made.exact, made.prefix, made.suffix = map(clean, (mark.exact, mark.prefix, mark.suffix))
        made.exact_folded = fold(made.exact)
        made.visibility = Visibility.PRIVATE if mark.private else Visibility.TEAM
        made.created_at = mark.created or made.created_at
        made.updated_at = mark.updated or made.created_at
        put(made, wording, place)
        step.session.add(made)
        step.session.flush()
        for tag in {name_key(tag_name(name)): tag_name(name) for name in mark.tags if name.strip()}.values():
            step.session.add(models.AnnotationTag(annotation_id=made.id, tag_id=tag_of(step, tag).id or 0))
        written(self, step, "annotation", made.id, paper, made.body)
        for remark in mark.comments:
            self._add_comment(step, made, remark, {each.id: each for each in mark.comments})

    def _add_comment(self, step: OpenStep, on: models.Annotation, remark: Remark, among: dict[str, Remark]) -> None:
        if step.session.get(models.Comment, remark.id):
            return
        if remark.parent in among and not step.session.get(models.Comment, remark.parent):
            self._add_comment(step, on, among[remark.parent], {k: v for k, v in among.items() if k != remark.id})
        parent = step.session.get(models.Comment, remark.parent) if remark.parent else None
        author = _person(step, remark.author)
        body, thread = clean(remark.body), parent.thread_id if parent else remark.id
        row = models.Comment(id=remark.id, paper_id=on.paper_id, thread_id=thread, author_id=author, body=body)
        row.annotation_id = on.id
        row.parent_id = parent.id if parent else None
        row.created_at, row.edited_at = remark.created, remark.edited
        row.deleted_at = remark.edited or remark.created if remark.deleted else None
        if remark.resolved and not parent:
            row.resolved_by, row.resolved_at = author, remark.edited or remark.created
        step.session.add(row)
        step.session.flush()
        self._wrote(step, row)


def _mark(view: AnnotationView, comments: Sequence[CommentView]) -> Mark:
    from tracker.formats.annotations import Mark

    placed = view.state is not State.ORPHAN
    return Mark(
        id=view.id,
        exact=view.quote,
        kind=view.kind,
        prefix=view.prefix,
        suffix=view.suffix,
        start=view.start if placed else None,
        end=view.end if placed else None,
        body=view.body,
        tags=view.tags,
        author=view.author,
        created=view.created_at,
        updated=view.updated_at,
        state=view.state.value,
        private=view.visibility is Visibility.PRIVATE,
        origin=view.origin,
        comments=tuple(map(_remark, comments)),
    )


def _quote(mark: Mark, text: str) -> Quote:
    from tracker.formats.annotations import code_points

    place = code_points(text, mark.start) if mark.utf16 and mark.start is not None else mark.start
    return Quote(mark.exact, mark.prefix, mark.suffix, place)


def _remark(view: CommentView) -> Remark:
    from tracker.formats.annotations import Remark

    resolved = view.resolved_at is not None and view.parent_id is None
    edited = view.edited_at
    return Remark(view.id, view.author, view.body, view.created_at, edited, view.parent_id, view.deleted, resolved)


def _kind_of(step: OpenStep, name: str) -> str:
    """The kind of this name, made where there is none."""
    name = name_key(one_line(name)) or "note"
    if step.session.get(models.Kind, name) is None:
        step.session.add(models.Kind(name=name, sign=name[0].upper(), colour="#aaaaaa", zotero="#aaaaaa", position=99))
        step.session.flush()
    return name


def _person(step: OpenStep, name: str) -> int:
    """Who wrote it: the person of this name, made where there is none; without a name, who imports it."""
    from sqlmodel import select

    name = one_line(name)
    if not name:
        return step.person_id
    person = step.session.exec(select(models.Person).where(models.Person.name_key == name_key(name))).first()
    if person is None:
        person = models.Person(name=name, name_key=name_key(name))
        step.session.add(person)
        step.session.flush()
    assert person.id is not None
    return person.id
