"""Comments: threads on an annotation or on a paper, with replies, and questions to one another by `@name`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.later import models, wikilinks
from tracker.library.door import OpenStep
from tracker.library.marks.guesses import Guesses
from tracker.library.names import name_key
from tracker.library.notes.links import written
from tracker.library.values import CommentView
from tracker.stored import moment, moment_or_none
from tracker.text.clean import clean
from tracker.ulid import ulid

COMMENT = """
SELECT c.id, c.paper_id, c.annotation_id, c.thread_id, c.parent_id, p.name, c.author_id = :me, c.body,
       c.deleted_at IS NOT NULL, c.created_at, c.edited_at, r.name, t.resolved_at
FROM comment c JOIN person p ON p.id = c.author_id JOIN comment t ON t.id = c.thread_id
LEFT JOIN person r ON r.id = t.resolved_by LEFT JOIN annotation a ON a.id = c.annotation_id
WHERE (a.id IS NULL OR a.visibility = 'team' OR a.author_id = :me) AND {where}
ORDER BY c.created_at, c.id
"""

# Asked, in a thread that is still open, and not answered there since.
ASKED = """c.deleted_at IS NULL AND t.resolved_at IS NULL
 AND c.id IN (SELECT comment_id FROM ask WHERE name_key = :name)
 AND NOT EXISTS (SELECT 1 FROM comment mine WHERE mine.thread_id = c.thread_id AND mine.author_id = :me
   AND mine.deleted_at IS NULL AND mine.created_at > c.created_at)"""


class Comments(Guesses):
    """Each write is one step. Only its author edits or deletes a comment; anybody in it may resolve a thread."""

    def comments(self, paper_id: int, annotation_id: str | None = None) -> tuple[CommentView, ...]:
        """The comments on a paper, or only those on one annotation: by thread, each reply below its parent."""
        where, values = "c.paper_id = :paper", {"paper": paper_id, "annotation": annotation_id}
        if annotation_id:
            where += " AND c.annotation_id = :annotation"
        return tuple(_threaded(self._comments(where, values)))

    def comment_of(self, comment_id: str) -> CommentView:
        """One comment by its id."""
        found = self._comments("c.id = :id AND c.deleted_at IS NULL", {"id": comment_id})
        if not found:
            raise NotFound("There is no such comment any more")
        return found[0]

    def comment(self, paper_id: int, body: str, *, on: str | None = None, reply_to: str | None = None) -> CommentView:
        """Begin a thread on a paper or (`on`) an annotation, or answer a comment (`reply_to`)."""
        body = _body(body)
        annotation = self.annotation(on) if on else None
        if annotation and annotation.paper_id != paper_id:
            raise NotFound(f"{annotation.short} is no annotation on {self.told([paper_id])}")
        parent = self.comment_of(reply_to) if reply_to else None
        with self.step(f"commented on {self.told([paper_id])}") as step:
            new = self._begun(step, paper_id, body, annotation.id if annotation else None, parent)
        return self.comment_of(new)

    def _begun(
        self, step: OpenStep, paper_id: int, body: str, annotation: str | None, parent: CommentView | None = None
    ) -> str:
        """A new comment in a step; its id."""
        new = ulid()
        row = models.Comment(id=new, paper_id=paper_id, thread_id=new, author_id=step.person_id, body=body)
        row.annotation_id = annotation
        if parent:
            row.paper_id, row.annotation_id = parent.paper_id, parent.annotation_id
            row.thread_id, row.parent_id = parent.thread_id, parent.id
        step.session.add(row)
        step.session.flush()
        self._wrote(step, row)
        return new

    def edit_comment(self, comment_id: str, body: str) -> CommentView:
        """Change the words of a comment; that they were changed is shown."""
        view, body = self.comment_of(comment_id), _body(body)
        with self.step(f"edited a comment on {self.told([view.paper_id])}") as step:
            row = _mine(step, view.id)
            if row.body != body:
                row.body, row.edited_at = body, datetime.now(UTC)
                self._wrote(step, row)
        return self.comment_of(view.id)

    def delete_comment(self, comment_id: str) -> str | None:
        """Take the words of a comment away; where somebody answered it, that it was there stays."""
        view = self.comment_of(comment_id)
        with self.step(f"deleted a comment on {self.told([view.paper_id])}") as step:
            row = _mine(step, view.id)
            row.body, row.deleted_at = "", datetime.now(UTC)
            self._wrote(step, row)
        return step.said

    def resolve(self, comment_id: str, on: bool = True) -> str | None:
        """Close the thread of a comment, or open it again."""
        view = self.comment_of(comment_id)
        with self.step(f"{'resolved' if on else 'reopened'} a thread on {self.told([view.paper_id])}") as step:
            root = step.session.get(models.Comment, view.thread_id)
            assert root is not None
            if (root.resolved_at is not None) != on:
                root.resolved_by, root.resolved_at = (step.person_id, datetime.now(UTC)) if on else (None, None)
        return step.said

    def asked(self) -> tuple[CommentView, ...]:
        """What others ask of the person by name and still wait for, the oldest first."""
        return tuple(self._comments(ASKED, {"name": name_key(self.me)}))

    def people(self) -> list[str]:
        """The names of everybody who wrote in this library, for completion."""
        return [row[0] for row in self.store.read("SELECT name FROM person ORDER BY name_key")]

    def _comments(self, where: str, values: dict[str, Any]) -> list[CommentView]:
        rows = self.store.read(COMMENT.format(where=where), values | {"me": self.me_id})
        return [_comment(row) for row in rows]

    def _wrote(self, step: OpenStep, row: models.Comment) -> None:
        """Keep whom a comment asks and what it links to."""
        from sqlmodel import select

        asked = {name_key(name) for name in wikilinks.names(row.body)}
        asked |= {key for name in self.people() if " " in (key := name_key(name)) and f"@{key}" in name_key(row.body)}
        for ask in step.session.exec(select(models.Ask).where(models.Ask.comment_id == row.id)).all():
            if ask.name_key in asked:
                asked.remove(ask.name_key)
            else:
                step.session.delete(ask)
        step.session.add_all(models.Ask(comment_id=row.id, name_key=key) for key in sorted(asked))
        written(step, "comment", row.id, row.paper_id, row.body)


def _body(text: str) -> str:
    body = clean(text).strip()
    if not body:
        raise Unreadable("A comment needs some words")
    return body


def _comment(row: Sequence[Any]) -> CommentView:
    comment, paper, annotation, thread, parent, author, mine, body, deleted, created, edited, resolver, resolved = row
    return CommentView(
        id=comment,
        paper_id=paper,
        annotation_id=annotation,
        thread_id=thread,
        parent_id=parent,
        depth=0,
        author=author,
        mine=bool(mine),
        body=body,
        deleted=bool(deleted),
        created_at=moment(created),
        edited_at=moment_or_none(edited),
        resolved_by=resolver,
        resolved_at=moment_or_none(resolved),
    )


def _threaded(comments: Iterable[CommentView]) -> Iterator[CommentView]:
    """Each comment with its depth, its replies below it; deleted ones only where something below them is not."""
    every = {comment.id: comment for comment in comments}
    below: dict[str | None, list[CommentView]] = {}
    for comment in every.values():
        below.setdefault(comment.parent_id if comment.parent_id in every else None, []).append(comment)
    waiting = [(comment, 0) for comment in reversed(below.get(None, ()))]
    found: list[CommentView] = []
    while waiting or every:
        # one that answers itself, by whatever way, is below no other: it stands first
        comment, depth = waiting.pop() if waiting else (next(iter(every.values())), 0)
        if every.pop(comment.id, None):
            found.append(comment._replace(depth=depth))
            waiting += [(reply, depth + 1) for reply in reversed(below.get(comment.id, ()))]
    kept: list[CommentView] = []
    for comment in reversed(found):
        if not comment.deleted or (kept and kept[-1].depth > comment.depth):
            kept.append(comment)
    yield from reversed(kept)


def _mine(step: OpenStep, comment_id: str) -> models.Comment:
    row = step.session.get(models.Comment, comment_id)
    if row is None or row.deleted_at:
        raise Conflict("The comment was deleted meanwhile")
    if row.author_id != step.person_id:
        raise Conflict("Only its author can change a comment; answer it instead")
    return row
