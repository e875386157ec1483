"""A paper's marks with their threads, as lines to choose from, in the order of the text. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from tracker.text.when import spoken
from tracker.tui.safe import plain, shown
from tracker.tui.widgets.cells import sides
from tracker.tui.widgets.marks import CHANGED, first, groups, hung, names, quoted

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView, CommentView

DEEPEST = 2  # levels of answers that are told by their place; those below stand there too
Threads = Mapping[str | None, Sequence["CommentView"]]  # by annotation, None: on the paper itself


class Entry(NamedTuple):
    """The paper (neither), a mark, or a comment on one of them; `mark` is the person's own where several share it."""

    mark: AnnotationView | None = None
    comment: CommentView | None = None
    group: tuple[AnnotationView, ...] = ()

    @property
    def key(self) -> str:
        """What it is known by when everything is read again."""
        return self.comment.id if self.comment else self.mark.id if self.mark else ""

    @property
    def place(self) -> int | None:
        """Where in the text it is about."""
        return self.mark.start if self.mark and self.mark.end else None


def entries(marks: Sequence[AnnotationView], threads: Threads) -> Iterator[Entry]:
    """The paper and what was said about it; then every mark, those without a place last."""
    there = {mark.id for mark in marks}
    yield Entry()
    for on, comments in threads.items():
        if on not in there:
            yield from (Entry(None, comment) for comment in comments)
    for group in groups(marks):
        mark = next((mark for mark in group if mark.mine), group[0])
        yield Entry(mark, None, tuple(group))
        yield from (Entry(mark, comment) for one in group for comment in threads.get(one.id, ()))


def told(entry: Entry, signs: Mapping[str, str], heading: str, width: int, today: date) -> Content:
    """An entry in so many cells, on as many lines as it takes."""
    if entry.comment:
        return _comment(entry.comment, width, today)
    if entry.mark:
        return _mark(entry, signs, width)
    return Content.styled(plain(heading), "$heading bold")


def _mark(entry: Entry, signs: Mapping[str, str], width: int) -> Content:
    assert entry.mark
    private = " · only you see it" if entry.mark.visibility == "private" else ""
    left, right = sides(first(entry.mark, signs), f"{names(entry.group)}{private}", width)
    lines = [Content.assemble(Content("\n"), (left, "bold"), (right, "$muted"))]
    lines += [Content("\n".join(hung(quoted(entry.mark), width, 2)))]
    if entry.mark.state in ("check", "moved") and entry.mark.text != entry.mark.quote:
        made = hung(f"made on “{plain(entry.mark.quote)}”", width, 2)
        lines.append(Content.styled("\n".join(made), "$muted"))
    if entry.mark.state == "check":
        lines.append(Content.styled(f"  {CHANGED}", "$warning"))
    lines += [_said(one.author, one.body, 2, width) for one in entry.group if one.body]
    return Content("\n").join(lines)


def _comment(comment: CommentView, width: int, today: date) -> Content:
    indent = 4 + 2 * min(comment.depth, DEEPEST)
    when = spoken(comment.created_at.astimezone().date(), today)
    marks = [when, "edited" if comment.edited_at else "", _resolved(comment)]
    who = f"{' ' * indent}{plain(comment.author)}"
    head = Content.assemble((who, "bold"), (" · " + " · ".join(filter(None, marks)), "$muted"))
    style = "$muted" if comment.deleted or comment.resolved_at else ""
    body = "\n".join(line for part in shown(comment.shown).split("\n") for line in hung(part, width, indent))
    return Content.assemble(head, "\n", (body, style))


def _resolved(comment: CommentView) -> str:
    return f"resolved by {plain(comment.resolved_by)}" if comment.resolved_by and not comment.depth else ""


def _said(author: str, body: str, indent: int, width: int) -> Content:
    parts = f"{plain(author)}: {shown(body)}".split("\n")
    return Content("\n".join(line for part in parts for line in hung(part, width, indent)))
