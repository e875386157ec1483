"""Signs for terminals whose font has only ASCII, such as a Linux console: each cell keeps its place and its meaning."""

from collections.abc import Iterable

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

SIGNS = str.maketrans(
    "●○▷◐✓✗★☼⚠≈"  # what stands before a paper
    "⏎⇥⇧↑↓←→↳▸▶▼↕↶"  # keys and ways
    "“”„‘’‚·•—–−…"  # punctuation
    "≠∅♦✎κα°×§"
    "▌▎▍▏▕▐▊▋"  # edges
    "░▒▓█▉▇▆▅▄▃▂▁▔▀■",  # bars
    "*o>~vx+!!="  # one for one
    "<>^^v<>`>>v|u"
    "\"\"\"'''-*---~"
    "#0*ekaoxS"
    "||||||||"
    ".:%###===-__-##",
)
KEYS = {"⏎": "Enter", "⇥": "Tab"}
RUN, UPRIGHT = set("─━═╌╍┄┅┈┉╴╶╸╺╼╾"), set("│┃║╎╏┆┇┊┋╵╷╹╻╽╿")
BOXES, BLOCKS, BRAILLE = range(0x2500, 0x2580), range(0x2580, 0x25A0), range(0x2800, 0x2900)


def plain(text: str) -> str:
    """The text with an ASCII character in place of each sign; letters of other alphabets stay as they are."""
    return text if text.isascii() else "".join(map(_drawn, text.translate(SIGNS)))


def _drawn(character: str) -> str:
    code = ord(character)
    if code in BOXES:
        return "-" if character in RUN else "|" if character in UPRIGHT else "+"
    if code in BLOCKS:
        return "#"
    if code in BRAILLE:
        return " " if code == BRAILLE.start else "*"
    return character


class Plain(LineFilter):
    """Shows every line of the screen in ASCII signs, and keys by their names where blanks behind them give way."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if any(key in segment.text for segment in segments for key in KEYS):
            segments = named(segments)
        return [Segment(plain(text), style, control) for text, style, control in segments]


def named(segments: Iterable[Segment]) -> list[Segment]:
    """A line of the same width with `⏎ opens` as `Enter opens`: the next wide gap gives way, else the last before."""
    cells = [Segment(sign, style, control) for text, style, control in segments for sign in text]
    for place in reversed([place for place, cell in enumerate(cells) if cell.text in KEYS]):
        name, style = KEYS[cells[place].text], cells[place].style
        line, wide = "".join(cell.text for cell in cells), " " * len(name)
        gap = max(line.find(wide, place), line.rfind(wide, 0, place)) if wide in line else -1
        if gap >= 0 and not UPRIGHT.intersection(line[min(gap, place) : max(gap, place)]):  # borders stay
            cells[place : place + 1] = [Segment(letter, style) for letter in name]
            gap += len(name) - 1 if gap > place else 0
            del cells[gap : gap + len(name) - 1]
    return list(Segment.simplify(cells))
