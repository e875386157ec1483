"""Signs for terminals whose font has only ASCII, such as a Linux console: each cell keeps its place and its meaning."""

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
    """Shows every line of the screen in ASCII signs."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(plain(text), style, control) for text, style, control in segments]
