"""Lines as they are drawn: one that is not to be cut is handed on as it is, and gone when nothing shows it any more.

Textual's lines keep what was cut of them, and themselves where nothing was: every line of every screen would be a ring,
which only a look for garbage takes away.
"""

from collections.abc import Iterable, Sequence

from rich.style import Style
from textual.strip import Strip

_divide, _crop_extend = Strip.divide, Strip.crop_extend


def divide(line: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """The parts of a line that end at these cells."""
    within = [cut for cut in cuts if cut <= line.cell_length]
    return [line] if within == [line.cell_length] else _divide(line, within)


def crop_extend(line: Strip, start: int, end: int, style: Style | None) -> Strip:
    """The part of a line between two cells, made longer where it ends before."""
    return line if start <= 0 and end == line.cell_length else _crop_extend(line, start, end, style)


def without_rings() -> None:
    """Have lines cut so, wherever Textual does it."""
    for method in (divide, crop_extend):
        setattr(Strip, method.__name__, method)
