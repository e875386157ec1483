"""Links between notes, papers and annotations, kept as rows when a text is written: so they are found both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.later import models, wikilinks
from tracker.library.door import OpenStep
from tracker.library.listing import Listing
from tracker.library.names import name_key
from tracker.library.notes.link_meaning import Meaning, meaning
from tracker.library.values import LinkView
from tracker.store.linked import SEEN, THERE
from tracker.stored import following

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Holder = models.Note | models.Annotation | models.Comment

LINK = f"""
SELECT l.from_kind, l.from_id, l.paper_id, p.name, l.text, l.start,
       CASE WHEN {THERE} THEN l.to_kind ELSE '' END, CASE WHEN {THERE} THEN l.to_id END
{SEEN} AND ({{where}})
ORDER BY l.id
"""

TO_PAPER = """(l.to_kind = 'paper' AND l.to_id = CAST(:paper AS TEXT))
 OR (l.to_kind = 'annotation' AND l.to_id IN (SELECT id FROM annotation WHERE paper_id = :paper))"""


class Links(Listing):
    """Reading links; they are written with the text that holds them."""

    def backlinks(self, paper_id: int) -> tuple[LinkView, ...]:
        """What points to a paper or an annotation on it, and is not written on that paper itself."""
        return self._links(f"({TO_PAPER}) AND l.paper_id IS NOT :paper", {"paper": paper_id})

    def note_backlinks(self, note_id: int) -> tuple[LinkView, ...]:
        """What points to a note."""
        return self._links("l.to_kind = 'note' AND l.to_id = CAST(:note AS TEXT)", {"note": note_id})

    def dead_links(self) -> tuple[LinkView, ...]:
        """Links to what is not there."""
        return self._links(f"NOT ({THERE})", {})

    def resolve_link(self, text: str) -> tuple[str, str | None]:
        """What is meant by the text between the brackets: its kind and id, or `("", None)`."""
        return Meaning(self.store.read, self.me_id).of(text)

    def _links(self, where: str, values: Mapping[str, object]) -> tuple[LinkView, ...]:
        rows = self.store.read(LINK.format(where=where), {**values, "me": self.me_id})
        return tuple(LinkView(*row) for row in rows)


def written(step: OpenStep, kind: str, id: str | int, paper_id: int | None, body: str) -> None:
    """Keep the links of a text that is being written, in the same step; an empty body has none."""
    from sqlmodel import select

    Link, meant = models.Link, meaning(step)
    wanted = {(link.start, link.target): meant.of(link.target) for link in wikilinks.wikilinks(body)}
    for row in step.session.exec(select(Link).where(Link.from_kind == kind, Link.from_id == str(id))).all():
        if wanted.get((row.start, row.text)) == (row.to_kind, row.to_id):
            del wanted[row.start, row.text]
        else:
            step.session.delete(row)
    for (start, text), (to_kind, to_id) in wanted.items():
        link = Link(from_kind=kind, from_id=str(id), paper_id=paper_id, text=text, start=start)
        link.to_kind, link.to_id = to_kind, to_id
        step.session.add(link)


def named(step: OpenStep, note: models.Note, old: str) -> None:
    """A note got a title: links that waited for it find it, and those by its old title follow."""
    from sqlmodel import col, select

    Link, key = models.Link, name_key(note.title)
    if not key or key == name_key(old):
        return
    for link in step.session.exec(select(Link).where(col(Link.to_id).is_(None))).all():
        if name_key(link.text) == key:
            link.to_kind, link.to_id = "note", str(note.id)
    step.session.flush()
    if old:
        _follow(step, note, old)


def _follow(step: OpenStep, note: models.Note, old: str) -> None:
    from sqlmodel import select

    Link = models.Link
    rows = step.session.exec(select(Link).where(Link.to_kind == "note", Link.to_id == str(note.id))).all()
    for kind, id in dict.fromkeys((row.from_kind, row.from_id) for row in rows if row.text != note.title):
        if holder := _holder(step, kind, id):
            _rewrite(step, kind, id, holder, wikilinks.renamed(holder.body, old, note.title))


def headed(step: OpenStep, paper: models.Paper, old: str, new: str) -> None:
    """A paper got another heading: links that spell out the old one follow, `[[key Old heading]]`."""
    from sqlmodel import select

    from tracker.vault.names import stem

    Link = models.Link
    rows = step.session.exec(select(Link).where(Link.to_kind == "paper", Link.to_id == str(paper.id))).all()
    for kind, id, text in dict.fromkeys((row.from_kind, row.from_id, row.text) for row in rows):
        name = text.partition(" ")[0]
        spelt = {name_key(f"{name} {old}"), name_key(stem(name, old))}
        if name_key(text) in spelt and (holder := _holder(step, kind, id)):
            _rewrite(step, kind, id, holder, wikilinks.renamed(holder.body, text, stem(name, new)))


def retag(step: OpenStep, old: str, new: str) -> None:
    """A tag got another name: `#old` in notes, remarks and comments follows."""
    for kind, holder in _tagging(step):
        _rewrite(step, kind, str(holder.id), holder, wikilinks.retagged(holder.body, old, new))


def _tagging(step: OpenStep) -> Iterator[tuple[str, Holder]]:
    """Every text in which a tag may stand."""
    from sqlmodel import col, select

    Note, Annotation, Comment = models.Note, models.Annotation, models.Comment
    for note in step.session.exec(select(Note).where(col(Note.body).contains("#"))).all():
        yield "note", note
    for annotation in step.session.exec(select(Annotation).where(col(Annotation.body).contains("#"))).all():
        yield "annotation", annotation
    for comment in step.session.exec(select(Comment).where(col(Comment.body).contains("#"))).all():
        yield "comment", comment


def _rewrite(step: OpenStep, kind: str, id: str, holder: Holder, body: str) -> None:
    """Give a text that links or tags another spelling of the same things."""
    if body == holder.body:
        return
    holder.body = body
    if isinstance(holder, models.Note):
        holder.version = following(holder.version)
    elif isinstance(holder, models.Annotation):
        holder.rev = following(holder.rev)
    step.session.add(holder)
    step.session.flush()
    _renew(step, kind, id, body)


def _renew(step: OpenStep, kind: str, id: str, body: str) -> None:
    """Links keep what they point to; their places and texts are those of the new body, in the same order."""
    from sqlmodel import col, select

    Link = models.Link
    rows = step.session.exec(
        select(Link).where(Link.from_kind == kind, Link.from_id == id).order_by(col(Link.start))
    ).all()
    for row, link in zip(rows, wikilinks.wikilinks(body), strict=False):
        row.start, row.text = link.start, link.target


def _holder(step: OpenStep, kind: str, id: str) -> Holder | None:
    match kind:
        case "note":
            return step.session.get(models.Note, int(id))
        case "annotation":
            return step.session.get(models.Annotation, id)
        case _:
            return step.session.get(models.Comment, id)
