"""How a passage is painted: which styles lie where, and the signs in front of its lines. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from rich.cells import cell_len
from textual.color import Color
from textual.content import Content, Span
from textual.style import Style

from tracker.text.standing import WordLists
from tracker.tui.passage import Caret, Passage, Place
from tracker.tui.widgets.reading import standing_words

if TYPE_CHECKING:
    from tracker.library.marks.guesses import Guess
    from tracker.library.values import AnnotationView, KindView
    from tracker.tui.page import Page

STYLES = {"bold": "bold", "italic": "italic", "code": "$code", "math": "$math italic", "link": "$link underline"}
FOUND = "$found-text on $found underline"
LETTER = "reverse bold"  # of a jump
TINT = 0.28  # how much of a kind's colour is in the ground of its marks
SIGNS = 3  # cells, at most, in front of a line
DOUBT = "⚠"


class PaintedLine(NamedTuple):
    """What stands on one line of a text whatever the caret does: styles, and the signs in front of it."""

    spans: list[Span]
    signs: str  # of marks
    guessed: str


def painted(
    page: Page, lines: Sequence[Place], hits: Iterable[Place], ground: Color, words: WordLists
) -> list[PaintedLine]:
    """Every line of a page's text, with its marks, formulas, links, standing words and what was found."""
    kinds = {kind.name: kind for kind in page.kinds}
    found = [Span(start, end, FOUND) for start, end in hits]
    standing = standing_words(page.passage.text, words)
    styles = by_line([*marked(page.marks, kinds, ground), *markup(page.passage), *standing, *found], lines)
    marks: list[list[AnnotationView]] = [[] for _ in lines]
    for mark in page.marks:
        for number in across(mark.start, mark.end, lines):
            marks[number].append(mark)
    return [
        PaintedLine(styles[number], *signs(line, marks[number], page.guesses, kinds))
        for number, line in enumerate(lines)
    ]


def across(start: int, end: int, lines: Sequence[Place]) -> Iterator[int]:
    """The numbers of the lines that a place lies on."""
    for number in range(bisect_right(lines, start, key=lambda line: line[1]), len(lines)):
        if lines[number][0] >= end:
            return
        yield number


def by_line(spans: Iterable[Span], lines: Sequence[Place]) -> list[list[Span]]:
    """The spans on each line, counted from its beginning, in their order."""
    found: list[list[Span]] = [[] for _ in lines]
    for span in spans:
        for number in across(span.start, span.end, lines):
            start, end = lines[number]
            found[number].append(Span(max(span.start, start) - start, min(span.end, end) - start, span.style))
    return found


def on_line(spans: Iterable[Span], line: Place) -> list[Span]:
    """The spans on one line, counted from its beginning."""
    return by_line(spans, [line])[0]


def markup(passage: Passage) -> list[Span]:
    """What the author says: italics, formulas, links."""
    spans = [Span(s.start, s.end, STYLES[s.style]) for s in passage.spans if s.style in STYLES]
    return spans + [Span(s.start, s.end, Style(link=s.url)) for s in passage.spans if s.style == "link" and web(s.url)]


def lettered(line: Content, start: int, letters: Mapping[int, str]) -> Content:
    """A line that begins at an offset, with letters drawn over what they lead to; nothing moves by it."""
    for at, letter in sorted(letters.items(), reverse=True):
        if start <= at < start + len(line):
            end = _covered(line.plain, at - start, cell_len(letter))
            cells = cell_len(line.plain[at - start : end])
            line = line[: at - start] + Content.styled(letter.ljust(cells), LETTER) + line[end:]
    return line


def _covered(text: str, start: int, cells: int) -> int:
    """Where the letters end that so many cells cover, the accents on them included."""
    end = start + 1
    while end < len(text) and (cell_len(text[start:end]) < cells or not cell_len(text[end])):
        end += 1
    return end


def web(url: str) -> bool:
    """Whether an address may be handed to a terminal or another program."""
    return urlsplit(url).scheme in ("http", "https") and url.isascii() and url.isprintable() and " " not in url


def marked(marks: Sequence[AnnotationView], kinds: Mapping[str, KindView], ground: Color) -> list[Span]:
    """The grounds of marks, the innermost on top, and a line under what several places share."""
    placed = sorted({(m.start, m.end, m.kind) for m in marks if m.end}, key=lambda m: m[0] - m[1])
    spans = [Span(start, end, f"$foreground on {_tint(kinds.get(kind), ground)}") for start, end, kind in placed]
    return spans + [Span(start, end, "underline") for start, end in shared((m[0], m[1]) for m in placed)]


def _tint(kind: KindView | None, ground: Color) -> str:
    return ground.blend(Color.parse(kind.colour if kind else "#aaaaaa"), TINT).hex6


def shared(places: Iterable[Place]) -> list[Place]:
    """The stretches that two or more places cover."""
    edges = sorted(edge for start, end in places for edge in ((start, 1), (end, -1)))
    found: list[Place] = []
    depth, since = 0, 0
    for at, change in edges:
        if depth >= 2 and at > since:
            found.append((since, at))
        depth, since = depth + change, at
    return found


def reading(passage: Passage, caret: Caret, *, dims: bool) -> tuple[list[Span], list[Span]]:
    """Below everything: the sentence that is read, bright; above everything: the word or the selection."""
    if not passage.sentences:
        return [], []
    selected = caret.selection(passage)
    if selected:
        return [], [Span(*selected, "reverse")]
    here = passage.sentences[passage.sentence(caret.at)]
    word = passage.words[passage.word(caret.at)]
    below = [Span(0, len(passage.text), "$muted")] if dims else []
    return [*below, Span(*here, "$heading")], [Span(*word, "bold on $cursor")]


def signs(
    line: Place, marks: Iterable[AnnotationView], guesses: Iterable[Guess], kinds: Mapping[str, KindView]
) -> tuple[str, str]:
    """The signs in front of a line: of the marks on it, and of the guesses about sentences that begin there."""
    start, end = line
    stored: list[str] = []
    for mark in marks:
        if mark.start < end and start < mark.end:
            stored += [DOUBT] if mark.state == "check" else []
            stored += [kinds[mark.kind].sign if mark.kind in kinds else "·"]
    guessed = [kinds[g.kind].sign for g in guesses if start <= g.start < end and g.kind in kinds]
    held = _fitting(stored, SIGNS)
    more = _fitting((sign for sign in guessed if sign not in stored), SIGNS - cell_len(held))
    return held, more


def _fitting(found: Iterable[str], cells: int) -> str:
    """Signs, each once, as many as so many cells hold; a kind's sign may be wide, or another program's work."""
    held = ""
    for sign in dict.fromkeys(found):
        if cell_len(held) + cell_len(sign) <= cells:
            held += sign
    return held
