"""Papers and other things as aligned lines of a terminal, cropped to its width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.cli.cells import padded
from tracker.cli.out import Piece, line
from tracker.library.lines import Row
from tracker.terms import Status
from tracker.text.cells import cells

STATUS_STYLE = {Status.READING: "warn", Status.DONE: "good", Status.SKIPPED: "dim", Status.INBOX: "", Status.LATER: ""}
LEAST = 20  # cells that a heading gets at least


def paper_lines(rows: Sequence[Row], width: int) -> Iterator[list[Piece]]:
    """Papers in columns: id, marks, status, heading, tags."""
    table = [(str(row.id), marks(row), row.status.value, heading(row), hashed(row.tags)) for row in rows]
    styles = ["dim", "warn", "", "", "dim"]
    for row, pieces in zip(rows, columns(table, styles, width, wide=3), strict=True):
        pieces[4] = (pieces[4][0], STATUS_STYLE[row.status])
        yield pieces


def marks(row: Row) -> str:
    """Star, priority, note and snooze in one word."""
    signs = ((row.starred, "★"), (row.priority, "!" * row.priority), (row.notes, "✎"))
    rest = "z" if row.snoozed else "☼" if row.woken else ""
    return "".join(sign for there, sign in signs if there) + rest


def hashed(tags: Sequence[str]) -> str:
    return " ".join(f"#{tag}" for tag in tags)


def heading(row: Row) -> str:
    return f"≈ {row.heading}" if row.guessed else row.heading


def columns(table: Sequence[Sequence[str]], styles: Sequence[str], width: int, *, wide: int) -> Iterator[list[Piece]]:
    """Aligned columns two cells apart; the one at `wide` takes what the others leave, the last one at most a third.

    The first column is set to the right. In the result every second piece is the gap between two columns.
    """
    table = [[line(text) for text in row] for row in table]
    widths = [max((cells(row[at]) for row in table), default=0) for at in range(len(styles))]
    if wide != len(styles) - 1:
        widths[-1] = min(widths[-1], max(0, width // 3))
    others = sum(size + 2 for at, size in enumerate(widths) if size and at != wide)
    widths[wide] = min(widths[wide], max(LEAST, width - others))
    for row in table:
        pieces: list[Piece] = []
        for at, text in enumerate(row):
            pieces.append((padded(text, widths[at], right=at == 0), styles[at]))
            pieces.append(("  " if widths[at] else "", ""))
        yield pieces[:-1]
