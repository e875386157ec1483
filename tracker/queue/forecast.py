"""When a pile will be gone at the pace of the last days, as a range rather than a promise. Pure."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

BAND = 1.2816  # standard deviations on either side that hold 80 % of a normal distribution
FARTHEST = 3650.0  # days; farther ahead nothing is said


class Forecast(NamedTuple):
    """Days until the pile is gone: the likeliest, and the ends of a range that holds it with 80 %."""

    likely: float
    early: float
    late: float


def forecast(left: int, done: Sequence[int]) -> Forecast | None:
    """`done` is how many were done on each of the last days; None where nothing can be said.

    What is done in t days has mean t·m and deviation s·√t, so the ends solve t·m ± 1.28·s·√t = left.
    """
    pace = fmean(done) if done else 0.0
    if left <= 0 or pace <= 0:
        return None
    spread = BAND * pstdev(done)
    root = sqrt(spread * spread + 4 * pace * left)
    ends = [((root + sign * spread) / (2 * pace)) ** 2 for sign in (-1, 1)]
    return Forecast(left / pace, *ends) if left / pace <= FARTHEST else None
