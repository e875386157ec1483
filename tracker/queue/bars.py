"""Numbers as characters: bars and sparklines, in signs that every terminal has. Pure."""

from collections.abc import Sequence

STEPS = "▁▂▃▄▅▆▇█"
EIGHTHS = " ▏▎▍▌▋▊▉"


def sparkline(values: Sequence[float]) -> str:
    """A sign for each value, the largest one full; nothing stands lowest."""
    most = max(values, default=0)
    return "".join(STEPS[round(value / most * 7) if most else 0] for value in values)


def bar(value: float, most: float, width: int) -> str:
    """A bar of at most `width` cells, exact to an eighth of one; what is not nothing shows."""
    if value <= 0 or most <= 0:
        return ""
    eighths = max(1, round(min(1.0, value / most) * width * 8))
    full, rest = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


def columns(values: Sequence[float], height: int) -> list[str]:
    """A plot of columns, the topmost line first."""
    most = max(values, default=0)
    heights = [round(value / most * height * 8) if most else 0 for value in values]
    lines = []
    for floor in range((height - 1) * 8, -1, -8):
        steps = (min(8, max(0, each - floor)) for each in heights)
        lines.append("".join(STEPS[step - 1] if step else " " for step in steps))
    return lines
