"""Text measured in terminal cells: what a list line is cut and padded with."""

import re

from rich.cells import cell_len

QUOTED = re.compile("“[^”]*”")
LEAST = 12  # cells that a quoted title keeps


def crop(text: str, width: int) -> str:
    """The text, cut with … where it is wider than `width` cells."""
    if width <= 0:
        return ""
    if (len(text) <= width and text.isascii()) or cell_len(text) <= width:
        return text
    kept = text[: width - 1]
    while cell_len(kept) > width - 1:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def shorten(text: str, width: int) -> str:
    """A sentence in at most `width` cells; of what it quotes, the longest gives way first."""
    over = cell_len(text) - width
    longest = max(QUOTED.finditer(text), key=lambda found: cell_len(found[0]), default=None)
    if over > 0 and longest and (room := cell_len(longest[0]) - 2 - over) >= LEAST:
        text = f"{text[: longest.start()]}“{crop(longest[0][1:-1], room)}”{text[longest.end() :]}"
    return crop(text, width)


def fit(text: str, width: int) -> str:
    """The text in exactly `width` cells."""
    text = crop(text, width)
    return text + " " * (width - cell_len(text))


def sides(left: str, right: str, width: int) -> tuple[str, str]:
    """Two texts that share a line of `width` cells; the right one gives way first, then the left one is cut."""
    if cell_len(right) > width - min(cell_len(left), width // 2) - 1:
        right = crop(right, max(0, width - cell_len(left) - 1))
    return fit(left, width - cell_len(right) - 1) + " ", right
