"""The flow of papers through a review, as the PRISMA 2020 statement draws it: as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

Counts = tuple[tuple[str, int], ...]  # what, and how many


class Sifting(NamedTuple):
    """One stage: what was screened, and what was excluded for which reasons."""

    name: str
    screened: int
    excluded: int
    reasons: Counts
    undecided: int


class Flow(NamedTuple):
    """What was found where, what was left out before screening, the stages, and what is included."""

    identified: Counts
    removed: Counts
    stages: tuple[Sifting, ...]
    included: int


class Box(NamedTuple):
    """A box of the diagram, and what goes out of it to the side."""

    lines: tuple[str, ...]
    aside: tuple[str, ...] = ()


def boxes(flow: Flow) -> list[Box]:
    """The diagram from top to bottom."""
    drawn = [Box(_counted("Records identified", flow.identified), ())]
    if flow.removed:
        drawn[0] = drawn[0]._replace(aside=_counted("Removed before screening", flow.removed))
    for stage in flow.stages:
        excluded = [f"Excluded (n = {stage.excluded:,})", *_listed(stage.reasons)]
        if stage.undecided:
            excluded.append(f"Not decided yet (n = {stage.undecided:,})")
        drawn.append(Box((f"{stage.name} (n = {stage.screened:,})",), tuple(excluded)))
    return [*drawn, Box((f"Included (n = {flow.included:,})",))]


def _counted(what: str, counts: Counts) -> tuple[str, ...]:
    return f"{what} (n = {sum(count for _, count in counts):,})", *_listed(counts)


def _listed(counts: Counts) -> Iterator[str]:
    return (f"  {name} (n = {count:,})" for name, count in counts)


# --- as text -------------------------------------------------------------------------------------------------------


def text(flow: Flow) -> str:
    """The diagram in lines, to be read in a terminal or a mail."""
    drawn = boxes(flow)
    left = max(len(line) for box in drawn for line in box.lines) + 2
    right = max((len(line) for box in drawn for line in box.aside), default=0) + 2
    parts = [_drawn(box, left, right) for box in drawn]
    arrow = f"{' ' * (left // 2 + 1)}▼"
    return f"\n{arrow}\n".join("\n".join(part) for part in parts) + "\n"


def _drawn(box: Box, left: int, right: int) -> Iterator[str]:
    main, aside = list(_framed(box.lines, left)), list(_framed(box.aside, right)) if box.aside else []
    for place in range(max(len(main), len(aside))):
        ours = main[place] if place < len(main) else " " * (left + 2)
        joint = "───▶" if place == 1 and aside else "    "
        yield f"{ours}{joint}{aside[place] if place < len(aside) else ''}".rstrip()


def _framed(lines: Sequence[str], width: int) -> Iterator[str]:
    yield f"┌{'─' * width}┐"
    for line in lines:
        yield f"│ {line:<{width - 1}}│"
    yield f"└{'─' * width}┘"


# --- as a picture --------------------------------------------------------------------------------------------------

LINE, PAD, GAP, LETTER = 20, 12, 36, 7.3  # heights and widths, in pixels of a text of 13


def svg(flow: Flow) -> str:
    """The diagram as a picture of its own, with a white ground and no script, style sheet or font from elsewhere."""
    drawn = boxes(flow)
    left = _wide(line for box in drawn for line in box.lines)
    right = _wide(line for box in drawn for line in box.aside)
    parts, top = list[str](), float(GAP)
    for number, box in enumerate(drawn):
        height = max(_high(box.lines), _high(box.aside) if box.aside else 0)
        parts += _box(GAP, top, left, _high(box.lines), box.lines)
        if box.aside:
            parts += _box(GAP + left + GAP, top, right, _high(box.aside), box.aside)
            middle = top + _high(box.lines) / 2
            parts.append(_arrow(GAP + left, middle, GAP + left + GAP, middle))
        if number + 1 < len(drawn):
            parts.append(_arrow(GAP + left / 2, top + _high(box.lines), GAP + left / 2, top + height + GAP))
        top += height + GAP
    width = GAP * 2 + left + (GAP + right if any(box.aside for box in drawn) else 0)
    return _picture(width, top, parts)


def _picture(width: float, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="13">\n'
        "<title>PRISMA 2020 flow diagram</title>\n"
        '<defs><marker id="tip" markerWidth="9" markerHeight="9" refX="8" refY="4.5" orient="auto">'
        '<path d="M0,0 L9,4.5 L0,9 z" fill="#333"/></marker></defs>\n'
        '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _box(x: float, y: float, width: float, height: float, lines: Sequence[str]) -> Iterator[str]:
    yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="#fff" stroke="#333"/>'
    for place, line in enumerate(lines):
        indent = PAD + (PAD if line.startswith("  ") else 0)
        base = y + PAD + LINE * place + LINE * 0.7
        yield f'<text x="{x + indent:.1f}" y="{base:.1f}" fill="#111">{escape(line.strip())}</text>'


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#333" marker-end="url(#tip)"/>'


def _wide(lines: Iterator[str]) -> float:
    return max((len(line) for line in lines), default=0) * LETTER + 2 * PAD


def _high(lines: Sequence[str]) -> float:
    return len(lines) * LINE + 2 * PAD - LINE * 0.2
