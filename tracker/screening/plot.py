"""The relevant papers found so far, drawn with block characters for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.screening.stopping import curve

EIGHTHS = " ▁▂▃▄▅▆▇█"


def plot(labels: Sequence[bool], papers: int, width: int, height: int) -> list[str]:
    """Lines from top to bottom: how many were found (upwards) after how many papers (to the right, up to all)."""
    screened = min(width, max(1, round(width * len(labels) / max(1, papers)))) if labels else 0
    found = curve(labels, screened) if screened else []
    most = max(1, sum(labels))
    levels = [round(8 * height * some / most) for some in found]
    rows = []
    for row in range(height - 1, -1, -1):
        drawn = "".join(EIGHTHS[min(8, max(0, level - 8 * row))] for level in levels)
        rows.append(f"{drawn:<{width}}")
    return rows
