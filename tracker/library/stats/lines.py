"""The statistics as lines of text: the same for the terminal interface and for the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

from tracker.library.stats.values import Figure, Pace, Stats
from tracker.queue.bars import bar, columns, sparkline
from tracker.text.cells import cells
from tracker.text.when import short, spoken

LABEL, NARROW = 25, 13  # cells for what a line is about
ROOMY = 60  # cells from which on there is room for the longer labels
PLOT = 5  # lines of the burn-down
WORDS = re.compile(r"\S+\s*|\s+")


class Piece(NamedTuple):
    """A part of a line: `tone` is label, number, bar, tag, quiet or nothing; `query` finds what it counts."""

    text: str
    tone: str = ""
    query: str | None = None


Line = list[Piece]


def lines(stats: Stats, width: int, today: date) -> Iterator[Line]:
    """All of it, in lines of at most `width` cells."""
    page = Page(width)
    yield [Piece(stats.query or "all papers", "label"), Piece(f" · {stats.papers:,} papers", "quiet")]
    yield []
    yield from page.standing(stats)
    yield []
    yield from page.pace(stats, today)
    yield []
    yield from page.worth(stats)
    if stats.decided.papers:
        yield []
        yield from page.weeks(stats)
        yield []
        yield from page.burn_down(stats)


class Page:
    """What the width decides."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.label = LABEL if width >= ROOMY else NARROW

    def standing(self, stats: Stats) -> Iterator[Line]:
        inbox, *others = stats.standing
        share = stats.decided.papers / stats.papers if stats.papers else 0.0
        room = max(6, min(30, self.width - self.label - 30))
        filled = bar(share, 1, room)
        strip = filled + "░" * (room - len(filled))
        decided = [*counted(stats.decided), Piece(f" ({share:.0%})", "quiet")]
        yield from self._flowing("inbox", [[Piece(strip, "bar"), Piece("  "), number(inbox)], decided])
        yield from self._flowing("", [counted(figure) for figure in others])

    def pace(self, stats: Stats, today: date) -> Iterator[Line]:
        signs = sparkline([day.decided for day in stats.days])
        days = [Piece(sign, "bar", day.query) for sign, day in zip(signs, stats.days, strict=True)]
        before = stats.decided.papers > stats.today.papers  # else the mean would be of days before there was a library
        mean = [[Piece(f"{rounded(stats.a_day)} a day", "quiet")]] if before else []
        yield from self._flowing(f"decided, {len(days)} days", [days, *mean, counted(stats.today)])
        if stats.seconds:
            told = [Piece(pace(stats.seconds)), *self._basis(stats.seconds)]
            yield from self._flowing("time for a decision", [told])
        yield from self._flowing("at this pace", [[Piece(text)] for text in ending(stats, today)])
        if stats.spent:
            yield [self._labelled("spent on deciding"), Piece(spoken_time(stats.spent))]

    def worth(self, stats: Stats) -> Iterator[Line]:
        most = max((figure.papers for figure in stats.kept), default=0)
        kept = [
            [Piece(figure.label, "tag"), Piece(" "), number(figure), Piece(f" {bar(figure.papers, most, 6)}", "bar")]
            for figure in stats.kept
        ]
        yield from self._flowing("kept, by tag", kept or [[Piece("nothing with a tag yet", "quiet")]])
        yield from self.bands(stats)
        yield from self._flowing("marks", self._marks(stats))
        told = [number(stats.stale), Piece(" for later longer than 60 days, never opened", "quiet")]
        yield from self._flowing("stale", [told])

    def bands(self, stats: Stats) -> Iterator[Line]:
        """Whether what was learnt earns its place: how many of the likely and the unlikely papers were kept."""
        parts = [
            [Piece(f"{band.low:.0%}–{band.high:.0%} "), number(band.kept), Piece(" of "), number(band.decided)]
            for band in stats.bands
        ]
        if parts:
            yield from self._flowing("kept, by how likely", parts)
            lost = [number(stats.missed), Piece(" kept papers would be lost by skipping all below 20%", "quiet")]
            yield from self._flowing("", [lost])

    def _basis(self, pace: Pace) -> Line:
        told = f" · {pace.decisions:,} papers" if pace.measured else " · between decisions"
        return [Piece(told, "quiet")] if self.width >= ROOMY else []

    def _marks(self, stats: Stats) -> list[Line]:
        open_ones = [Piece(" ("), number(stats.unanswered), Piece(" open)")] if stats.unanswered.papers else []
        some = [figure for figure in stats.annotations if figure.papers]
        told = [[*counted(figure), *(open_ones if figure.label == "question" else [])] for figure in some]
        return told or [[Piece("none yet", "quiet")]]

    def weeks(self, stats: Stats) -> Iterator[Line]:
        """A table of the last weeks, of as many columns as there is room for."""
        room = max(1, (self.width - 13) // 8)
        heads = "".join(f"{head:>8}" for head in ("decided", "read", "notes", "marks")[:room])
        yield [Piece(f"{'week from':<13}{heads}", "label")]
        for week in stats.weeks:
            figures = zip((week.decided, week.read, week.notes, week.annotations), week.queries, strict=True)
            numbers = [Piece(f"{number:>8,}", "number", query) for number, query in figures]
            yield [Piece(f"{short(week.begins):<13}"), *numbers[:room]]

    def burn_down(self, stats: Stats) -> Iterator[Line]:
        """How much was left in the inbox at the end of each day."""
        left = [day.left for day in stats.days]
        each = max(1, min(4, (self.width - self.label - 9) // len(left)))
        plot = columns([count for count in left for _ in range(each)], PLOT)
        heads = ["left in the inbox", *[""] * (PLOT - 1)]
        tails = [f"{max(left):,}", *[""] * (PLOT - 2), "0"]
        for head, row, tail in zip(heads, plot, tails, strict=True):
            yield [self._labelled(head), Piece(row, "bar"), Piece(f" {tail}", "quiet")]
        first, last = short(stats.days[0].day), short(stats.days[-1].day)
        yield [self._labelled(""), Piece(f"{first:<{max(1, len(plot[0]) - len(last))}}{last}", "quiet")]

    def _labelled(self, text: str) -> Piece:
        short_text = text if cells(text) < self.label else text[: self.label - 2] + "…"
        return Piece(f"{short_text:<{self.label}}", "label")

    def _flowing(self, label: str, parts: Iterable[Line]) -> Iterator[Line]:
        """Parts side by side, on as many lines as they take."""
        line, used = [self._labelled(label)], self.label
        for part in chain.from_iterable(folded(part, self.width - self.label) for part in parts):
            size = sum(cells(piece.text) for piece in part)
            if used > self.label and used + size > self.width:
                yield line
                line, used = [self._labelled("")], self.label
            line += [*part, Piece("   ")]
            used += size + 3
        yield line


def folded(part: Line, room: int) -> Iterator[Line]:
    """A part as it is, or where it takes more than `room` cells, between its words."""
    if sum(cells(piece.text) for piece in part) <= room:
        yield part
        return
    line, used = Line(), 0
    for word in (piece._replace(text=text) for piece in part for text in WORDS.findall(piece.text)):
        if line and used + cells(word.text.rstrip()) > room:
            yield line
            line, used = Line(), 0
        if line or word.text.strip():
            line.append(word)
            used += cells(word.text)
    yield line


def number(figure: Figure) -> Piece:
    return Piece(f"{figure.papers:,}", "number", figure.query)


def counted(figure: Figure) -> Line:
    return [Piece(f"{figure.label} "), number(figure)]


def ending(stats: Stats, today: date) -> Sequence[str]:
    """When the inbox will be empty, as far as that can be said."""
    if not stats.standing[0].papers:
        return ["the inbox is empty"] if stats.papers else ["there are no papers"]
    if stats.emptied is None:
        return ["nothing was decided lately: no end in sight"]
    days, likely, early, late = stats.emptied
    within = "" if early == late else f"with 80 % between {spoken(early, today)} and {spoken(late, today)}"
    return [part for part in (f"inbox empty in {rounded(days)} days, {spoken(likely, today)}", within) if part]


def rounded(some: float) -> str:
    """A number as people say it: with a part of one only where there are few."""
    return f"{some:.0f}" if some >= 10 or some == round(some) else f"{some:.1f}"


def pace(found: Pace) -> str:
    return f"median {seconds(found.median)} · 9 of 10 in {seconds(found.slow)}"


def seconds(some: float) -> str:
    if some < 1:
        return "under 1 s"
    return f"{some:.0f} s" if some < 100 else f"{some / 60:.0f} min"


def spoken_time(some: int) -> str:
    """Hours and minutes."""
    hours, minutes = divmod(some // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
