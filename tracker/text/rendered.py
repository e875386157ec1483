"""What an abstract reads as: plain text, styled spans, and the way back to its source."""

from bisect import bisect_right
from enum import StrEnum
from typing import NamedTuple


class Style(StrEnum):
    """How a span is set. Spans may nest; a link carries its URL."""

    BOLD = "bold"
    ITALIC = "italic"
    CODE = "code"
    MATH = "math"
    LINK = "link"


class Span(NamedTuple):
    """Characters `start` to `end` (exclusive) of the plain text; `url` is empty unless `style` is a link."""

    start: int
    end: int
    style: Style
    url: str = ""


class Run(NamedTuple):
    """A stretch of plain text and the stretch of source it came from; equal sizes correspond character by character,
    unequal ones (a formula, an escape) only as a whole. Source between two runs is markup that is not shown."""

    plain: int
    source: int
    plain_size: int
    source_size: int


class Rendered(NamedTuple):
    """Plain text with its spans, sorted by start, longest first.

    `runs` is empty where the plain text is the source. Offsets count code points.
    """

    text: str
    spans: tuple[Span, ...] = ()
    runs: tuple[Run, ...] = ()

    def to_source(self, start: int, end: int) -> tuple[int, int]:
        """The source of the plain text `start` to `end`, without markup around it but all of a formula it touches.

        Total (offsets are cut to the text) and monotone in each argument.
        """
        start, end = _within(start, end, len(self.text))
        if not self.runs:
            return start, end
        first = _place(self.runs, start, 0)
        if start == end:
            return first, first
        return first, max(first, _place(self.runs, end, 1))

    def to_plain(self, start: int, end: int) -> tuple[int, int]:
        """The plain text made of the source `start` to `end`; empty where that is all markup. Total and monotone."""
        if not self.runs:
            return _within(start, end, len(self.text))
        start, end = max(0, start), max(0, start, end)
        first = _place_back(self.runs, start, 0)
        if start == end:
            return first, first
        return first, max(first, _place_back(self.runs, end, 1))


def _within(start: int, end: int, size: int) -> tuple[int, int]:
    start = min(max(0, start), size)
    return start, min(max(start, end), size)


def _place(runs: tuple[Run, ...], offset: int, side: int) -> int:
    """Where a plain offset lies in the source: as the start (side 0) or the end (side 1) of a range."""
    index = max(0, bisect_right(runs, offset - side, key=lambda run: run.plain) - 1)
    plain, source, plain_size, source_size = runs[index]
    inside = min(max(0, offset - plain), plain_size)
    if plain_size == source_size:
        return source + inside
    return source + source_size if inside and (side or inside == plain_size) else source


def _place_back(runs: tuple[Run, ...], offset: int, side: int) -> int:
    """Where a source offset lies in the plain text, likewise."""
    index = max(0, bisect_right(runs, offset - side, key=lambda run: run.source) - 1)
    plain, source, plain_size, source_size = runs[index]
    inside = min(max(0, offset - source), source_size)
    if plain_size == source_size:
        return plain + inside
    return plain + plain_size if inside and (side or inside == source_size) else plain
