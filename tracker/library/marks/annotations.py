"""Annotations: spans of an abstract with a kind, a remark and tags, that outlive every change of the text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.later import models
from tracker.library.door import OpenStep
from tracker.library.marks.anchors import Spot, Wording, put
from tracker.library.marks.views import Annotated
from tracker.library.names import tag_name
from tracker.library.notes.links import Links, written
from tracker.library.tags import find_tag, tag_of
from tracker.library.values import AnnotationView
from tracker.stored import following
from tracker.terms import Visibility
from tracker.text.anchor import How, Passage, Place, State, quoted
from tracker.text.clean import clean, one_line
from tracker.text.fold import fold
from tracker.text.quote import Pages, Quote
from tracker.ulid import SHORT, ulid


class Annotations(Annotated, Links):
    """Offsets are code points of the plain text of the current abstract. Each write is one step; only its author
    changes an annotation."""

    def annotate(
        self,
        paper_id: int,
        start: int,
        end: int,
        kind: str = "note",
        *,
        body: str = "",
        tags: Sequence[str] = (),
        visibility: Visibility = Visibility.TEAM,
        origin: str = "user",
        read: str | None = None,
    ) -> AnnotationView:
        """Mark plain text `start:end`; what it touches of a formula is marked whole. Unreadable where nothing is.

        `read`: the abstract that the person had before them; where it was changed since, the place goes along, or
        Conflict.
        """
        name, wording = self._kind(kind), self._wording(paper_id)
        spot = wording.spot(*_carried(read, wording, start, end))
        start, end = wording.plain(spot)
        if not wording.text[start:end].strip():
            raise Unreadable("There are no words to mark at that place")
        private = visibility is Visibility.PRIVATE
        said = "made a private annotation on" if private else f"marked a {name} in"
        with self.step(f"{said} {self.told([paper_id])}") as step:
            made = self._made(step, paper_id, wording, spot, kind=name, body=clean(body), origin=origin)
            made.visibility = visibility
            step.session.add(made)
            step.session.flush()
            for tag in tags:
                _tag(step, made, tag)
            written(step, "annotation", made.id, paper_id, made.body)
        return self.annotation(made.id)

    def annotate_quote(
        self,
        paper_id: int,
        quote: str,
        kind: str = "note",
        comment: str = "",
        *,
        tags: Sequence[str] = (),
        visibility: Visibility = Visibility.TEAM,
    ) -> AnnotationView:
        """Mark the first place where the abstract holds these words; NotFound names the words that come near."""
        place = self.place_of(paper_id, quote)
        return self.annotate(paper_id, *place, kind, body=comment, tags=tags, visibility=visibility)

    def place_of(self, paper_id: int, quote: str) -> tuple[int, int]:
        """The first place where the abstract holds these words; NotFound names the words that come near."""
        from tracker.text.render import render

        pages, sought = Pages(self._wording(paper_id).text), Quote(render(quote).text)
        found = next(pages.occurrences(sought), None)
        if found is None:
            near = next(pages.alike(sought), None)
            hint = f"did you mean “{pages.text[near.start : near.end]}”?" if near else "quote some words of it"
            raise NotFound(f"The abstract of {self.told([paper_id])} does not hold “{one_line(quote)}”; {hint}")
        return found.start, found.end

    def toggle_annotation(
        self, paper_id: int, start: int, end: int, kind: str, *, read: str | None = None
    ) -> AnnotationView | None:
        """Mark a span, or take the person's own mark of that kind off it; None where it was taken off."""
        name, wording = self._kind(kind), self._wording(paper_id)
        start, end = _carried(read, wording, start, end)
        span = wording.plain(wording.spot(start, end))
        mine = "a.paper_id = :paper AND a.kind = :kind AND a.author_id = :me"
        for view in self._views(mine, {"paper": paper_id, "kind": name, "me": self.me_id}, paper_id):
            if (view.start, view.end) == span:
                self.remove_annotation(view.id)
                return None
        return self.annotate(paper_id, start, end, name)

    def change_annotation(
        self,
        annotation_id: str,
        *,
        kind: str | None = None,
        body: str | None = None,
        visibility: Visibility | None = None,
        rev: int | None = None,
    ) -> AnnotationView:
        """Change what is given. With the `rev` that was read, Conflict where it has another by now."""
        view = self.annotation(annotation_id)
        name = self._kind(kind) if kind else view.kind
        with self.step(f"changed {self._said(view)}") as step:
            annotation = _mine(step, view.id)
            if rev is not None and annotation.rev != rev:
                raise Conflict("The annotation was changed meanwhile; look at it again")
            if visibility is Visibility.PRIVATE and _answered(step, view.id):
                raise Conflict("Others have written below this annotation, so it cannot be made private")
            new = (name, view.body if body is None else clean(body), visibility or annotation.visibility)
            if new != (annotation.kind, annotation.body, annotation.visibility):
                annotation.kind, annotation.body, annotation.visibility = new
                annotation.origin = "user" if annotation.origin == "guess" else annotation.origin
                _touch(annotation)
            written(step, "annotation", view.id, view.paper_id, annotation.body)
        return self.annotation(view.id)

    def remove_annotation(self, annotation_id: str) -> str | None:
        """Take an annotation away; what others wrote below it stays on the paper, and undo brings it back."""
        view = self.annotation(annotation_id)
        with self.step(f"removed {self._said(view)}") as step:
            annotation = _mine(step, view.id)
            annotation.deleted_at = datetime.now(UTC)
            _touch(annotation)
        return step.said

    def accept_place(self, annotation_id: str) -> AnnotationView:
        """Say that the annotation stands where it belongs; anybody who sees it may."""
        view = self.annotation(annotation_id)
        if view.state is State.ORPHAN:
            raise Conflict("The annotation has lost its place; select the words and put it there")
        return self.place_annotation(view.id, view.start, view.end)

    def place_annotation(self, annotation_id: str, start: int, end: int, *, read: str | None = None) -> AnnotationView:
        """Put an annotation on plain text `start:end`: a doubtful place accepted, an orphan brought home."""
        view = self.annotation(annotation_id)
        wording = self._wording(view.paper_id)
        start, end = _carried(read, wording, start, end)
        start, end = wording.plain(wording.spot(start, end))
        if not wording.text[start:end].strip():
            raise Unreadable("There are no words at that place")
        with self.step(f"placed {self._said(view)}") as step:
            annotation = step.session.get(models.Annotation, view.id)
            assert annotation is not None
            put(annotation, wording, Place(start, end, State.OK, How.MANUAL, 1.0))
        return self.annotation(view.id)

    def tag_annotation(self, annotation_id: str, add: Sequence[str] = (), remove: Sequence[str] = ()) -> AnnotationView:
        """Put tags on an annotation and take tags off it; on a colleague's, too."""
        view = self.annotation(annotation_id)
        with self.step(f"tagged {self._said(view)}") as step:
            annotation = step.session.get(models.Annotation, view.id)
            assert annotation is not None
            changed = [_tag(step, annotation, name) for name in add] + [_untag(step, annotation, n) for n in remove]
            if any(changed):
                _touch(annotation)
        return self.annotation(view.id)

    def _said(self, view: AnnotationView) -> str:
        """An annotation in a sentence that everybody may read."""
        what = "a private annotation" if view.visibility is Visibility.PRIVATE else f"a {view.kind}"
        return f"{what} in {self.told([view.paper_id])}"

    def _made(
        self, step: OpenStep, paper_id: int, wording: Wording, spot: Spot, *, kind: str, body: str, origin: str
    ) -> models.Annotation:
        quote = quoted(wording.text, *wording.plain(spot))
        return models.Annotation(
            id=self._fresh(),
            paper_id=paper_id,
            kind=kind,
            version_id=spot.version_id,
            start=spot.start,
            end=spot.end,
            made_version_id=spot.version_id,
            made_start=spot.start,
            made_end=spot.end,
            exact=quote.exact,
            prefix=quote.prefix,
            suffix=quote.suffix,
            exact_folded=fold(quote.exact),
            body=body,
            author_id=step.person_id,
            origin=origin,
        )

    def _fresh(self) -> str:
        """An id whose short form is nobody else's in this library."""
        while True:
            new = ulid()
            if not self.store.one("SELECT 1 FROM annotation WHERE substr(id, -6) = :end", {"end": new[-SHORT:]}):
                return new


def _carried(read: str | None, wording: Wording, start: int, end: int) -> tuple[int, int]:
    """The place in the wording there is now of one in what was read."""
    if read is None or read == wording.source:
        return start, end
    from tracker.text.render import render

    place = Passage(render(read).text, wording.text).carry(start, end)
    if place is None or place.state is State.CHECK:
        raise Conflict("The abstract was changed just now, and these words are not the same any more; look again")
    return place.start, place.end


def _mine(step: OpenStep, annotation_id: str) -> models.Annotation:
    annotation = step.session.get(models.Annotation, annotation_id)
    if annotation is None or annotation.deleted_at:
        raise Conflict("The annotation was removed meanwhile")
    if annotation.author_id != step.person_id:
        raise Conflict("Only its author can change an annotation; make one of your own, or comment on it")
    return annotation


def _touch(annotation: models.Annotation) -> None:
    annotation.updated_at, annotation.rev = datetime.now(UTC), following(annotation.rev)


def _answered(step: OpenStep, annotation_id: str) -> bool:
    from sqlmodel import col, select

    Comment = models.Comment
    others = select(Comment.id).where(
        Comment.annotation_id == annotation_id, Comment.author_id != step.person_id, col(Comment.deleted_at).is_(None)
    )
    return step.session.exec(others.limit(1)).first() is not None


def _tag(step: OpenStep, annotation: models.Annotation, name: str) -> bool:
    tag = tag_of(step, tag_name(name))
    if step.session.get(models.AnnotationTag, (annotation.id, tag.id)):
        return False
    assert tag.id is not None
    step.session.add(models.AnnotationTag(annotation_id=annotation.id, tag_id=tag.id))
    step.session.flush()
    return True


def _untag(step: OpenStep, annotation: models.Annotation, name: str) -> bool:
    tag = find_tag(step, tag_name(name))
    link = step.session.get(models.AnnotationTag, (annotation.id, tag.id)) if tag else None
    if link is None:
        raise NotFound(f"The annotation has no tag “{name}”")
    step.session.delete(link)
    return True
