"""A paper as one line of the list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tracker.terms import Status
from tracker.text.when import age, until
from tracker.tui.safe import plain
from tracker.tui.widgets.cells import crop

if TYPE_CHECKING:
    from tracker.library.values import Row

GLYPHS = {Status.LATER: "▷", Status.READING: "◐", Status.DONE: "✓", Status.SKIPPED: "✗"}
NARROW = 72  # cells; below, the tags leave more room to the heading
LEAD = 5  # cells before the heading: cursor, status, star, priority, blank

# Component classes of the list that a line is painted with.
PARTS = (
    "paper--cursor",
    "paper--bar",
    "paper--marked",
    "paper--unseen",
    "paper--open",
    "paper--closed",
    "paper--guess",
    "paper--star",
    "paper--priority",
    "paper--tag",
    "paper--age",
    "paper--due",
    "paper--found",
)

Look = Mapping[str, Style]
Place = tuple[int, int]


def glyph(row: Row) -> str:
    """The sign for where a paper stands."""
    if row.snoozed or row.woken:
        return "z" if row.snoozed else "☼"
    return GLYPHS.get(row.status) or ("○" if row.seen else "●")


def tone(row: Row) -> str:
    """Which of the three ways a heading is painted: not seen, open, closed."""
    if row.status in (Status.DONE, Status.SKIPPED) or row.snoozed:
        return "paper--closed"
    return "paper--open" if row.seen else "paper--unseen"


def tags_in(tags: tuple[str, ...], width: int) -> str:
    """As many tags as there is room for, and how many are left out."""
    shown = ""
    for number, tag in enumerate(tags):
        left = f" +{len(tags) - number - 1}" if number + 1 < len(tags) else ""
        longer = f"{shown} #{plain(tag)}"
        if cell_len(longer + left) > width and not (longer := _first(shown, tag, width, left)):
            return f"{shown} +{len(tags) - number}" if width > 4 else shown
        shown = longer
    return shown


def _first(shown: str, tag: str, width: int, left: str) -> str:
    room = width - 1 - len(left)
    return f" {crop('#' + plain(tag), room)}" if not shown and room >= 6 else ""


def paint(
    row: Row, width: int, look: Look, *, cursor: bool, marked: bool, now: datetime, lit: Sequence[Place] = ()
) -> Strip:
    """The line for a paper, `width` cells wide; `lit`: places in its heading."""
    when = until(row.due_on, now.date()) if row.due_on else age(row.added_at, now)
    when = f"{when:>4} "
    tags = tags_in(row.tags, min(30, width * 3 // 10 if width >= NARROW else width // 4)) if width >= 50 else ""
    room = width - LEAD - len(when) - cell_len(tags)
    segments = [
        *_lead(row, look, cursor, marked),
        *_heading(row, room, look, lit),
        Segment(tags, look["paper--tag"]),
        Segment(when, look["paper--due" if row.due_on else "paper--age"]),
    ]
    strip = Strip(segments, width)
    return strip.apply_style(look["paper--cursor"]) if cursor else strip


def _heading(row: Row, room: int, look: Look, lit: Sequence[Place]) -> Iterator[Segment]:
    """The heading in exactly `room` cells, what the query found in it lit."""
    body, before = look[tone(row)], "≈ " if row.guessed else ""
    heading = plain(row.heading)
    text = crop(before + heading, room)
    at = 0
    for start, end in lit if heading == row.heading else ():
        start, end = (min(place + len(before), len(text)) for place in (start, end))
        yield Segment(text[at:start], body)
        yield Segment(text[start:end], body + look["paper--found"])
        at = end
    yield Segment(text[at:] + " " * (room - cell_len(text)), body)


def _lead(row: Row, look: Look, cursor: bool, marked: bool) -> list[Segment]:
    bar = look["paper--marked"] if marked else look["paper--bar"]
    first = "✓" if marked else "▌" if cursor else " "
    # A marked paper under the cursor keeps its tick; the reversed cell says that the cursor is there.
    return [
        Segment(first, bar + Style(reverse=True) if cursor and marked else bar),
        Segment(glyph(row), look[tone(row)]),
        Segment("★" if row.starred else " ", look["paper--star"]),
        Segment(f"{row.priority or ' '} ", look["paper--priority"]),
    ]
