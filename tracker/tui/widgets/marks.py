"""The list of marks beside or below an abstract: sign, kind, who, what; what is in doubt; what has lost its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from tracker.tui.passage import wrap
from tracker.tui.safe import plain
from tracker.tui.widgets.cells import crop, fit, sides

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView, CommentView
    from tracker.tui.page import Page

DOUBTS = {"check": "⚠", "orphan": "∅"}  # what stands before a mark that somebody should look at
RANKS = {"check": 1, "orphan": 2}
Group = list["AnnotationView"]  # of several people on one span, of one kind


def groups(marks: Sequence[AnnotationView]) -> list[Group]:
    """Marks that show as one, in the order of the text; those in doubt and those without a place last."""
    found: dict[tuple[object, ...], Group] = {}
    for mark in marks:
        key = (mark.kind, mark.start, mark.end) if mark.end else (mark.kind, mark.quote)
        found.setdefault(key, []).append(mark)
    return sorted(found.values(), key=lambda group: RANKS.get(group[0].state, 0))


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


def beside(page: Page, width: int, here: Sequence[str] = ()) -> tuple[Content, int]:
    """A block for each mark: who on its first line, its words and what was said about it below.

    And the line on which the block of the marks that the caret is on begins (`here`: their ids), which a bar shows.
    """
    signs = {kind.name: kind.sign for kind in page.kinds}
    found, line = 0, 2
    blocks: list[Content] = []
    for group in groups(page.marks):
        now = any(mark.id in here for mark in group)
        block = _block(group, signs, page, width, now=now)
        found = found or (line if now else 0)
        line += block.plain.count("\n") + 2
        blocks.append(block)
    parts = [_title(page, len(blocks), width), *blocks, *_acronyms(page, width), *_guesses(page, signs, width)]
    return Content("\n\n").join(parts), found


def _title(page: Page, blocks: int, width: int) -> Content:
    """How many marks there are, and what to look at."""
    doubtful = sum(mark.state in DOUBTS for mark in page.marks)
    said = f"MARKS {blocks}" if blocks else "MARKS none yet"
    left, right = sides(said, f"⚠ {doubtful} to look at" if doubtful else "[ ] hop" if blocks else "", width)
    return Content.assemble((left, "$muted bold"), (right, "$warning" if doubtful else "$muted"))


def _guesses(page: Page, signs: Mapping[str, str], width: int) -> list[Content]:
    """The guessed roles of sentences, by their numbers."""
    if not page.guesses:
        return []
    told = " · ".join(f"{page.passage.sentence(g.start) + 1} {signs.get(g.kind, '')} {g.kind}" for g in page.guesses)
    left, right = sides("ROLES, guessed", "a keeps them", width)
    return [Content.assemble((left, "$muted bold"), (right, "$muted"), "\n", (hung(told, width, 2), "$muted"))]


def _acronyms(page: Page, width: int) -> list[Content]:
    """What the paper's own short forms stand for."""
    pairs = page.passage.acronyms
    lines = [_explained(plain(pair.short), pair.long, width) for pair in pairs]
    title = Content.styled("ACRONYMS", "$muted bold")
    return [Content("\n").join([title, *lines])] if pairs else []


def _explained(short: str, long: str, width: int) -> Content:
    """`TSV  Truthfulness Separator Vector`, its later lines below the long form."""
    indent = min(len(short) + 2, width // 2)
    return Content.assemble((f"{short}  ", "bold"), hung(long, width, indent)[indent:])


def _block(group: Group, signs: Mapping[str, str], page: Page, width: int, *, now: bool) -> Content:
    left, right = sides(("▌" if now else "") + first(group[0], signs), names(group), width)
    lines = [Content.assemble((left, "$primary bold" if now else "bold"), (right, "$muted"))]
    lines.append(Content(hung(quoted(group[0]), width, 2)))
    said = [f"{plain(one.author)}: {plain(one.body)}" for one in group if one.body]
    lines += [Content.styled(hung(text, width, 2), "$muted") for text in said]
    comments = [comment for one in group for comment in page.comments.get(one.id, ())]
    lines += [Content.styled(_comment(comment, width), "$muted") for comment in comments]
    if group[0].state == "check":
        lines.append(Content.styled("  the text changed: A accepts\n  the place, X drops it", "$warning"))
    return Content("\n").join(lines)


def first(mark: AnnotationView, signs: Mapping[str, str]) -> str:
    doubt = f"{DOUBTS[mark.state]} " if mark.state in DOUBTS else ""
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


def _comment(comment: CommentView, width: int) -> str:
    done = "✓ " if comment.resolved_at else ""
    return hung(f"{done}{plain(comment.author)}: {plain(comment.shown)}", width, 2 + 2 * min(comment.depth, 2))
