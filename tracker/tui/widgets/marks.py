"""The list of marks beside or below an abstract: sign, kind, who, what; what is in doubt; what has lost its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from tracker.text.when import short
from tracker.tui.passage import wrap
from tracker.tui.safe import plain
from tracker.tui.widgets.cells import crop, fit, sides

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView, CommentView
    from tracker.tui.page import Page

DOUBTS = {"check": "⚠", "orphan": "∅"}  # what stands before a mark that somebody should look at
CHANGED = "the text changed{}: A accepts the place, X drops it"
RANKS = {"check": 1, "orphan": 2}
Group = Sequence["AnnotationView"]  # of several people on one span, of one kind


def groups(marks: Sequence[AnnotationView]) -> list[Group]:
    """Marks that show as one, in the order of the text; those in doubt and those without a place last."""
    found: dict[tuple[object, ...], list[AnnotationView]] = {}
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


class Block(NamedTuple):
    """Lines that belong together, the ids of the marks they are about, and what stands in front of the first line."""

    lines: tuple[Content, ...]
    marks: frozenset[str] = frozenset()
    lead: str = ""


def beside(page: Page, width: int, today: date) -> list[Block]:
    """A block for each mark: number, who and when on its first line, its words and what was said about it below."""
    signs = {kind.name: kind.sign for kind in page.kinds}
    found = groups(page.marks)
    blocks, indent = [], len(str(len(found))) + 1
    for number, group in enumerate(found, 1):
        talk = tuple(comment for mark in group for comment in page.comments.get(mark.id, ()))
        day = page.changed_on if group[0].state == "check" else None
        lines = _lines(tuple(group), signs.get(group[0].kind, "·"), talk, day, today, width - indent)
        blocks.append(Block(lines, frozenset(mark.id for mark in group), f"{number:<{indent}}"))
    return [Block((_title(page, len(blocks), width),)), *blocks, *_acronyms(page, width), *_guesses(page, signs, width)]


def _title(page: Page, blocks: int, width: int) -> Content:
    """How many marks there are, and what to look at."""
    doubtful = sum(mark.state in DOUBTS for mark in page.marks)
    said = f"MARKS {blocks}" if blocks else "MARKS none yet"
    left, right = sides(said, f"⚠ {doubtful} to look at" if doubtful else "[ ] hop" if blocks else "", width)
    return Content.assemble((left, "$muted bold"), (right, "$warning" if doubtful else "$muted"))


def _guesses(page: Page, signs: Mapping[str, str], width: int) -> list[Block]:
    """The guessed roles of sentences, by their numbers."""
    if not page.guesses:
        return []
    told = " · ".join(f"{page.passage.sentence(g.start) + 1} {signs.get(g.kind, '')} {g.kind}" for g in page.guesses)
    left, right = sides("ROLES, guessed", "a keeps them", width)
    return [Block((Content.assemble((left, "$muted bold"), (right, "$muted")), *_quiet(told, width)))]


def _acronyms(page: Page, width: int) -> list[Block]:
    """What the paper's own short forms stand for."""
    lines = [line for pair in page.passage.acronyms for line in _explained(plain(pair.short), pair.long, width)]
    return [Block((Content.styled("ACRONYMS", "$muted bold"), *lines))] if lines else []


def _explained(short: str, long: str, width: int) -> list[Content]:
    """`TSV  Truthfulness Separator Vector`, its later lines below the long form."""
    indent = min(len(short) + 2, width // 2)
    first, *more = hung(long, width, indent)
    return [Content.assemble((f"{short}  ", "bold"), first[indent:]), *map(Content, more)]


@lru_cache(maxsize=256)  # of many marks, a key changes one
def _lines(
    group: tuple[AnnotationView, ...],
    sign: str,
    talk: tuple[CommentView, ...],
    changed: date | None,
    today: date,
    width: int,
) -> tuple[Content, ...]:
    day = max(mark.created_at for mark in group).astimezone().date()
    who = names(group) if day == today else f"{names(group)} · {short(day)}"
    left, right = sides(first(group[0], {group[0].kind: sign}), who, width)
    lines = [Content.assemble((left, "bold"), (right, "$muted"))]
    lines += map(Content, hung(quoted(group[0]), width, 0))
    for text in (f"{plain(one.author)}: {plain(one.body)}" for one in group if one.body):
        lines += _quiet(text, width, 0)
    lines += [line for comment in talk for line in _comment(comment, width)]
    return tuple(lines) + (tuple(_doubt(group[0], changed, width)) if group[0].state == "check" else ())


def _doubt(mark: AnnotationView, changed: date | None, width: int) -> list[Content]:
    """What a mark stood on before its text changed, and what can be done about it."""
    was = _quiet(f"was: {mark.quote}", width, 0) if mark.quote != mark.text else []
    when = f" on {short(changed)}" if changed else ""
    return [*was, *(Content.styled(text, "$warning") for text in hung(CHANGED.format(when), width, 0))]


def _quiet(text: str, width: int, indent: int = 2) -> list[Content]:
    return [Content.styled(line, "$muted") for line in hung(text, width, indent)]


def first(mark: AnnotationView, signs: Mapping[str, str]) -> str:
    doubt = f"{DOUBTS[mark.state]} " if mark.state in DOUBTS else ""
    tags = "".join(f" #{plain(tag)}" for tag in mark.tags)
    return f"{doubt}{signs.get(mark.kind, '·')} {plain(mark.kind)}{tags}"


def names(group: Sequence[AnnotationView]) -> str:
    return " ".join(dict.fromkeys(plain(mark.author) for mark in group))


def quoted(mark: AnnotationView) -> str:
    return plain(mark.text if mark.end else f"“{mark.quote}” has lost its place")


def hung(text: str, width: int, indent: int) -> list[str]:
    """A text as lines of so many cells, all of them indented."""
    clean = plain(text)
    return [" " * indent + clean[start:end] for start, end in wrap(clean, max(4, width - indent))]


def _comment(comment: CommentView, width: int) -> list[Content]:
    done = "✓ " if comment.resolved_at else ""
    return _quiet(f"{done}{plain(comment.author)}: {plain(comment.shown)}", width, 2 * min(comment.depth, 2))
