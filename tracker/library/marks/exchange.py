"""Annotations out of the library and into it, in the formats in which they are exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tracker.errors import NotFound
from tracker.later import models
from tracker.library.details import Details
from tracker.library.door import Nothing, OpenStep
from tracker.library.finding import Finding
from tracker.library.importing.reports import MarkReport
from tracker.library.marks.incoming import Bringing, quote_of
from tracker.library.values import AnnotationView, CommentView
from tracker.terms import Visibility
from tracker.text.anchor import State, located
from tracker.text.clean import one_line

if TYPE_CHECKING:
    from tracker.formats.annotations import Mark, Remark

LINKS = ("url", "pdf_url", "code_url", "project_url")
OWN = "urn:tracker:paper:"


class Exchange(Bringing, Finding, Details):
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
                kind = kinds.get(view.kind)
                yield mark._replace(sign=kind.sign, colour=kind.colour) if kind else mark

    def marks(self, ids: Sequence[int]) -> Iterator[tuple[int, Mark]]:
        """The annotations on papers with their comments, each with its paper, as that paper's record holds them."""
        for view in self.annotated(ids):
            yield view.paper_id, _mark(view, self.comments(view.paper_id, view.id) if view.comments else ())

    def _take(self, step: OpenStep, mark: Mark, report: MarkReport) -> MarkReport:
        if step.session.get(models.Annotation, mark.id):
            return report._replace(same=report.same + 1)
        try:
            paper = self._paper_of(mark)
        except NotFound as missing:
            return report._replace(left_out=(*report.left_out, f"“{one_line(mark.exact)}”: {missing}"))
        wording = self._wording(paper)
        place = located(wording.text, quote_of(mark, wording.text))
        if place is None:
            told = f"“{one_line(mark.exact)}” is not in the abstract of {self.told([paper])}"
            return report._replace(left_out=(*report.left_out, told))
        self.bring_mark(step, mark, paper, wording, place)
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
        comments=tuple(map(remark_of, comments)),
    )


def remark_of(view: CommentView) -> Remark:
    from tracker.formats.annotations import Remark

    resolved = view.resolved_at is not None and view.parent_id is None
    edited = view.edited_at
    return Remark(view.id, view.author, view.body, view.created_at, edited, view.parent_id, view.deleted, resolved)
