"""How a passage is painted: which styles lie where, and the signs in front of its lines. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from textual.color import Color
from textual.content import Span
from textual.style import Style

from tracker.tui.passage import Caret, Passage, Place

if TYPE_CHECKING:
    from tracker.library.guesses import Guess
    from tracker.library.values import AnnotationView, KindView, Match

STYLES = {"bold": "bold", "italic": "italic", "code": "$code", "math": "$math italic", "link": "$link underline"}
FOUND = "$found-text on $found underline"
TINT = 0.28  # how much of a kind's colour is in the ground of its marks
SIGNS = 3  # at most, in front of a line
DOUBT = "⚠"


def markup(passage: Passage, matches: Iterable[Match]) -> list[Span]:
    """What the author and the query say: italics, formulas, links, words that were found."""
    spans = [Span(s.start, s.end, STYLES[s.style]) for s in passage.spans if s.style in STYLES]
    spans += [Span(s.start, s.end, Style(link=s.url)) for s in passage.spans if s.style == "link" and web(s.url)]
    return spans + [Span(m.start, m.end, FOUND) for m in matches if m.field == "abstract"]


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


def reading(passage: Passage, caret: Caret, *, dims: bool, focus: bool = True) -> tuple[list[Span], list[Span]]:
    """Below everything: the sentence that is read, bright; above everything: the word or the selection."""
    if not passage.sentences:
        return [], []
    selected = caret.selection(passage)
    if selected:
        return [], [Span(*selected, "reverse")]
    here = passage.sentences[passage.sentence(caret.at)]
    word = passage.words[passage.word(caret.at)]
    below = [Span(0, len(passage.text), "$muted")] if dims else []
    return [*below, Span(*here, "$heading")], [Span(*word, "bold on $cursor")] if focus else []


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
    held = list(dict.fromkeys(stored))[:SIGNS]
    return "".join(held), "".join(sign for sign in dict.fromkeys(guessed) if sign not in held)[: SIGNS - len(held)]
