"""The statistics as a picture: SVG, which a page of HTML holds as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from html import escape

from tracker.library.stats.lines import ending, pace, rounded
from tracker.library.stats.values import Figure, Stats
from tracker.text.clean import one_line
from tracker.text.when import short

WIDTH, MARGIN = 800, 40
ROOM = WIDTH - 2 * MARGIN
INK, QUIET, LINE, BLUE, TEAL, AMBER = "#262a31", "#5d636e", "#c9c4b8", "#1a57b8", "#0b6660", "#8a5200"
SHADES = ("#c9c4b8", "#1a57b8", "#8a5200", "#0b6660", "#8d93a0")  # inbox, later, reading, done, skipped
FONT = "system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"


def svg(stats: Stats, today: date) -> str:
    """The whole picture."""
    parts: list[str] = []
    at = 56
    parts += [_text(MARGIN, at, stats.query or "all papers", 20, INK, weight=600)]
    parts += [_text(WIDTH - MARGIN, at, f"{stats.papers:,} papers · {short(today)} {today.year}", 13, QUIET, "end")]
    for draw in (_standing, _days, _left, _kept, _bands):
        at += 44
        drawn, height = draw(stats, at, today)
        parts += drawn
        at += height
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {at + MARGIN}" width="{WIDTH}"'
        f' height="{at + MARGIN}" font-family="{escape(FONT)}" role="img" aria-label="Statistics of a library">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def page(stats: Stats, today: date) -> str:
    """The picture and its numbers as a page that needs nothing else."""
    title = escape(one_line(f"Statistics: {stats.query or 'all papers'}"))
    rows = "\n".join(
        f"<tr><th>{escape(head)}</th><td>{escape(one_line(text))}</td></tr>" for head, text in facts(stats, today)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        "<style>body{font-family:system-ui,sans-serif;color:#262a31;max-width:800px;margin:2rem auto}"
        "svg{width:100%;height:auto}table{margin:0 5%}th,td{text-align:left;vertical-align:top;padding:.2rem 0}"
        "th{font-weight:600;padding-right:1.5rem}"
        f"</style></head>\n<body>\n{svg(stats, today)}<table>\n{rows}\n</table>\n</body></html>\n"
    )


def facts(stats: Stats, today: date) -> Iterator[tuple[str, str]]:
    """What is said in words."""
    yield "where papers stand", ", ".join(f"{figure.papers:,} {figure.label}" for figure in stats.standing)
    yield "decided", f"{stats.decided.papers:,}, {rounded(stats.a_day)} a day lately, {stats.today.papers:,} today"
    if stats.seconds:
        yield "time for a decision", pace(stats.seconds)
    yield "at this pace", "; ".join(ending(stats, today))
    if stats.bands:
        told = [f"{b.kept.papers:,} of {b.decided.papers:,} at {b.low:.0%}–{b.high:.0%}" for b in stats.bands]
        yield "kept, by how likely", f"{', '.join(told)}; {stats.missed.papers:,} kept below 20%"
    yield "marks", ", ".join(f"{figure.papers:,} {figure.label}" for figure in stats.annotations) or "none"
    yield "questions without an answer", f"{stats.unanswered.papers:,}"
    yield "for later longer than 60 days, never opened", f"{stats.stale.papers:,}"


Drawn = tuple[list[str], int]  # elements, and how high they are


def _standing(stats: Stats, top: int, today: date) -> Drawn:
    """One bar in five parts, with a legend below."""
    parts = [_title(top, "where papers stand")]
    x, legend = float(MARGIN), float(MARGIN)
    for figure, shade in zip(stats.standing, SHADES, strict=True):
        width = ROOM * figure.papers / stats.papers if stats.papers else 0.0
        parts.append(_rect(x, top + 12, width, 22, shade))
        parts.append(_rect(legend, top + 46, 10, 10, shade))
        parts.append(_text(legend + 16, top + 55, f"{figure.label} {figure.papers:,}", 13, INK))
        x, legend = x + width, legend + 140
    return parts, 60


def _days(stats: Stats, top: int, today: date) -> Drawn:
    """A column for each day's decisions."""
    most = max((day.decided for day in stats.days), default=0)
    parts = [_title(top, f"decided a day · {rounded(stats.a_day)} on average", f"at most {most:,}")]
    each = ROOM / len(stats.days)
    for place, day in enumerate(stats.days):
        height = 80 * day.decided / most if most else 0.0
        parts.append(_rect(MARGIN + place * each + 2, top + 96 - height, each - 4, height, BLUE))
    return [*parts, *_axis(stats, top + 96)], 112


def _left(stats: Stats, top: int, today: date) -> Drawn:
    """The inbox at the end of each day, and the range in which it will be empty."""
    left = [day.left for day in stats.days]
    most = max(left, default=0)
    parts = [_title(top, "left in the inbox", "; ".join(ending(stats, today)))]
    each = ROOM / max(1, len(left) - 1)
    heights = [top + 110 - (76 * count / most if most else 0.0) for count in left]
    points = " ".join(f"{MARGIN + place * each:.1f},{y:.1f}" for place, y in enumerate(heights))
    area = f"{MARGIN},{top + 110} {points} {WIDTH - MARGIN},{top + 110}"
    parts.append(f'<polygon points="{area}" fill="{TEAL}" fill-opacity="0.12"/>')
    parts.append(f'<polyline points="{points}" fill="none" stroke="{TEAL}" stroke-width="2"/>')
    parts.append(_text(MARGIN, heights[0] - 8, f"{left[0]:,}", 12, QUIET))
    parts.append(_text(WIDTH - MARGIN, heights[-1] - 8, f"{left[-1]:,}", 12, QUIET, "end"))
    return [*parts, *_axis(stats, top + 110)], 126


def _kept(stats: Stats, top: int, today: date) -> Drawn:
    """A bar for each tag of what was kept."""
    if not stats.kept:
        return [], -44
    most = max(figure.papers for figure in stats.kept)
    parts = [_title(top, "kept, by tag")]
    for place, figure in enumerate(stats.kept):
        parts += _bar(figure, top + 14 + 24 * place, most)
    return parts, 14 + 24 * len(stats.kept)


def _bar(figure: Figure, top: int, most: int) -> Sequence[str]:
    width = (ROOM - 220) * figure.papers / most
    label, end = one_line(figure.label), MARGIN + 168 + width
    return [
        _text(MARGIN, top + 14, label if len(label) <= 24 else label[:23] + "…", 13, INK),
        _rect(MARGIN + 160, top, width, 18, AMBER),
        _text(end, top + 14, f"{figure.papers:,}", 13, QUIET),
    ]


def _axis(stats: Stats, y: float) -> list[str]:
    """A line with the first and the last day below it."""
    first, last = short(stats.days[0].day), short(stats.days[-1].day)
    line = f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" stroke="{LINE}"/>'
    return [line, _text(MARGIN, y + 16, first, 12, QUIET), _text(WIDTH - MARGIN, y + 16, last, 12, QUIET, "end")]


def _title(y: float, text: str, aside: str = "") -> str:
    right = _text(WIDTH - MARGIN, y, aside, 12, QUIET, "end") if aside else ""
    return _text(MARGIN, y, text, 14, INK, weight=600) + right


def _text(x: float, y: float, text: str, size: int, fill: str, anchor: str = "start", weight: int = 400) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{fill}"'
        f' text-anchor="{anchor}">{escape(one_line(text))}</text>'
    )


def _bands(stats: Stats, top: int, today: date) -> Drawn:
    """A bar for the decided papers of each likelihood, and in it those that were kept."""
    if not stats.bands:
        return [], -44
    most = max(band.decided.papers for band in stats.bands) or 1
    lost = f"{stats.missed.papers:,} kept below 20 %"
    parts = [_title(top, "kept, by how likely that was", lost)]
    for place, band in enumerate(stats.bands):
        y = top + 14 + 24 * place
        parts.append(_text(MARGIN + 140, y + 13, f"{band.low:.0%} – {band.high:.0%}", 13, INK, "end"))
        parts.append(_rect(MARGIN + 150, y, (ROOM - 270) * band.decided.papers / most, 18, LINE))
        parts.append(_rect(MARGIN + 150, y, (ROOM - 270) * band.kept.papers / most, 18, TEAL))
        told = f"{band.kept.papers:,} of {band.decided.papers:,}"
        parts.append(_text(MARGIN + 158 + (ROOM - 270) * band.decided.papers / most, y + 13, told, 13, INK))
    return parts, 14 + 24 * len(stats.bands)


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'
