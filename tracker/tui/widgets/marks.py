"""The list of marks beside or below an abstract: sign, kind, who, what; what is in doubt; what has lost its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from tracker.tui.passage import wrap
from tracker.tui.safe import plain
from tracker.tui.widgets.cells import crop, fit

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView, CommentView
    from tracker.tui.page import Page

Group = list["AnnotationView"]  # of several people on one span, of one kind


def groups(marks: Sequence[AnnotationView]) -> list[Group]:
    """Marks that show as one, in the order of the text; those without a place last."""
    found: dict[tuple[object, ...], Group] = {}
    for mark in marks:
        key = (mark.kind, mark.start, mark.end) if mark.end else (mark.kind, mark.quote)
        found.setdefault(key, []).append(mark)
    return sorted(found.values(), key=lambda group: not group[0].end)


def below(page: Page, width: int) -> Content:
    """A line for each mark."""
    signs = {kind.name: kind.sign for kind in page.kinds}
    return Content("\n").join(_row(group, signs, width) for group in groups(page.marks))


def _row(group: Group, signs: Mapping[str, str], width: int) -> Content:
    mark = group[0]
    threads = sum(one.threads for one in group)
    right = f" {names(group)}" + (f" ↳ {threads}" if threads else "")
    left = fit(first(mark, signs), 12)
    said = " ".join([quoted(mark), *(f"— {plain(one.body)}" for one in group if one.body)])
    room = max(0, width - len(left) - len(right) - 1)
    return Content.assemble((f"{left} ", "bold"), fit(said, room), (crop(right, width), "$muted"))


def beside(page: Page, width: int) -> Content:
    """A block for each mark: who on its first line, its words and what was said about it below."""
    signs = {kind.name: kind.sign for kind in page.kinds}
    blocks = [_block(group, signs, page, width) for group in groups(page.marks)]
    title = Content.styled(f"MARKS {len(blocks)}" if blocks else "MARKS none yet", "$muted bold")
    return Content("\n\n").join([title, *blocks, *_acronyms(page)])


def _acronyms(page: Page) -> list[Content]:
    """What the paper's own short forms stand for."""
    pairs = page.passage.acronyms
    lines = [Content.assemble((f"{plain(pair.short)}  ", "bold"), plain(pair.long)) for pair in pairs]
    title = Content.styled("ACRONYMS", "$muted bold")
    return [Content("\n").join([title, *lines])] if pairs else []


def _block(group: Group, signs: Mapping[str, str], page: Page, width: int) -> Content:
    who = names(group)
    head = fit(first(group[0], signs), max(0, width - len(who) - 1))
    lines = [Content.assemble((head, "bold"), (f" {who}", "$muted")), Content(f"  {quoted(group[0])}")]
    lines += [Content.styled(f"  {plain(one.author)}: {plain(one.body)}", "$muted") for one in group if one.body]
    lines += [Content.styled(_comment(comment), "$muted") for one in group for comment in page.comments.get(one.id, ())]
    if group[0].state == "check":
        lines.append(Content.styled("  the text changed: A accepts the place, X drops it", "$warning"))
    return Content("\n").join(lines)


def first(mark: AnnotationView, signs: Mapping[str, str]) -> str:
    doubt = {"check": "⚠ ", "orphan": "∅ "}.get(str(mark.state), "")
    tags = "".join(f" #{plain(tag)}" for tag in mark.tags)
    return f"{doubt}{signs.get(mark.kind, '·')} {plain(mark.kind)}{tags}"


def names(group: Sequence[AnnotationView]) -> str:
    return " ".join(dict.fromkeys(plain(mark.author) for mark in group))


def quoted(mark: AnnotationView) -> str:
    return plain(mark.text if mark.end else f"“{mark.quote}” has lost its place")


def hung(text: str, width: int, indent: int) -> str:
    """A text on lines of so many cells, all of them indented."""
    clean = plain(text)
    return "\n".join(" " * indent + clean[start:end] for start, end in wrap(clean, max(4, width - indent)))


def _comment(comment: CommentView) -> str:
    return f"  {'  ' * min(comment.depth, 2)}{plain(comment.author)}: {plain(comment.shown)}"
