"""Text measured in terminal cells: what a list line is cut and padded with."""

from rich.cells import cell_len


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


def fit(text: str, width: int) -> str:
    """The text in exactly `width` cells."""
    text = crop(text, width)
    return text + " " * (width - cell_len(text))


def sides(left: str, right: str, width: int) -> tuple[str, str]:
    """Two texts that share a line of `width` cells; the right one gives way first, then the left one is cut."""
    if cell_len(right) > width - min(cell_len(left), width // 2) - 1:
        right = crop(right, max(0, width - cell_len(left) - 1))
    return fit(left, width - cell_len(right) - 1) + " ", right
