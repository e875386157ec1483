"""A linear support vector machine on weighted words, with numpy only, fast to fit again when a vote was added.

It minimises ½‖w‖² + Σ cᵢ max(0, 1 − yᵢ w·xᵢ)² by Newton's method with conjugate gradients (Chapelle 2007, Neural
Computation 19:1155; Lin et al. 2008, JMLR 9:627), each time from where it ended before. What is excluded weighs as much
less as there is more of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tracker.screening.features import Weighted

Vector = NDArray[np.float64]

COST = 0.11  # of a text on the wrong side
RATIO = 9.8  # all that is included weighs so many times what all that is excluded does
STEPS = 20  # of Newton's method, at most; two or three are the rule
ENOUGH = 1e-5  # of the first gradient, at which it ends; at 1e-3 near ties fall otherwise than where it leads to


class Rows(NamedTuple):
    """Weighted texts one after the other; the last word of each is the constant one."""

    words: NDArray[np.int64]
    weights: Vector
    starts: NDArray[np.int64]  # where each row begins, and the end
    size: int  # words there are, with the constant

    def scores(self, weights: Vector) -> Vector:
        """Each row times the weights."""
        return np.add.reduceat(self.weights * weights[self.words], self.starts[:-1])

    def some(self, rows: NDArray[np.int64]) -> Rows:
        """Only these rows."""
        lengths = np.diff(self.starts)[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        at = np.repeat(self.starts[rows] - starts[:-1], lengths) + np.arange(starts[-1])
        return Rows(self.words[at], self.weights[at], starts, self.size)

    def row(self, number: int) -> tuple[NDArray[np.int64], Vector]:
        """Words and weights of one row, without the constant."""
        part = slice(self.starts[number], self.starts[number + 1] - 1)
        return self.words[part], self.weights[part]


def rows_of(texts: Sequence[Weighted], size: int) -> Rows:
    """Texts as rows, of so many words."""
    lengths = np.array([len(text.words) + 1 for text in texts], dtype=np.int64)
    words = np.fromiter((word for text in texts for word in (*text.words, size)), np.int64, int(lengths.sum()))
    weights = np.fromiter((w for text in texts for w in (*text.weights, 1.0)), np.float64, int(lengths.sum()))
    return Rows(words, weights, np.concatenate([[0], np.cumsum(lengths)]), size + 1)


def fit(rows: Rows, signs: Vector, costs: Vector, start: Vector) -> Vector:
    """The weights for rows with signs +1 and −1, from the weights of before."""
    used = np.zeros(rows.size, dtype=np.bool_)
    used[rows.words] = True
    here, local = np.flatnonzero(used), np.cumsum(used) - 1
    small = Rows(local[rows.words], rows.weights, rows.starts, len(here))
    weights = np.zeros_like(start)
    weights[here] = _minimise(_Problem(small, signs, costs), start[here])
    return weights


def costs(signs: Vector, certainty: Vector) -> Vector:
    """What each row costs on the wrong side; `certainty` is 1 for a plain vote. As many in all as there are rows."""
    included = certainty[signs > 0].sum()
    excluded = certainty[signs < 0].sum()
    weights = np.where(signs > 0, 1.0, included / (RATIO * max(excluded, 1e-9))) * certainty
    scaled: Vector = COST * weights * (len(signs) / weights.sum())
    return scaled


class _Problem:
    """What is to be minimised, where it was looked at last."""

    def __init__(self, rows: Rows, signs: Vector, costs: Vector) -> None:
        self.rows, self.signs, self.costs = rows, signs, costs
        self.of = np.repeat(np.arange(len(signs)), np.diff(rows.starts))  # the row that each entry belongs to

    def spread(self, per_row: Vector) -> Vector:
        """The rows added up, each so many times."""
        entries = self.rows.weights * per_row[self.of]
        return np.bincount(self.rows.words, entries, minlength=self.rows.size).astype(np.float64, copy=False)

    def value(self, weights: Vector, scores: Vector) -> float:
        short = np.maximum(0, 1 - self.signs * scores)
        return float(weights @ weights / 2 + self.costs @ short**2)

    def slope(self, weights: Vector, scores: Vector) -> tuple[Vector, Vector]:
        """The gradient, and how much each row bends the value."""
        short = np.maximum(0, 1 - self.signs * scores)
        return weights - self.spread(2 * self.costs * self.signs * short), np.where(short > 0, 2 * self.costs, 0.0)


def _minimise(problem: _Problem, weights: Vector) -> Vector:
    first: float | None = None
    for _ in range(STEPS):
        scores = problem.rows.scores(weights)
        gradient, bends = problem.slope(weights, scores)
        size = float(np.sqrt(gradient @ gradient))
        first = first or _scale(problem)
        if size <= ENOUGH * first:
            break
        step = _newton(problem, gradient, bends, size)
        weights = weights + step * _length(problem, weights, scores, step, float(gradient @ step))
    return weights


def _scale(problem: _Problem) -> float:
    """The size of the gradient at zero, which says how small is small."""
    zero = np.zeros(problem.rows.size)
    gradient, _ = problem.slope(zero, np.zeros(len(problem.signs)))
    return float(np.sqrt(gradient @ gradient)) or 1.0


def _newton(problem: _Problem, gradient: Vector, bends: Vector, size: float) -> Vector:
    """The step to where the bowl that touches the value here is lowest, by conjugate gradients."""
    step = np.zeros_like(gradient)
    rest, way = -gradient, -gradient
    left = float(rest @ rest)
    for _ in range(60):
        turned = way + problem.spread(bends * problem.rows.scores(way))
        far = left / float(way @ turned)
        step, rest = step + far * way, rest - far * turned
        now = float(rest @ rest)
        if now <= (0.1 * size) ** 2:
            break
        way, left = rest + (now / left) * way, now
    return step


def _length(problem: _Problem, weights: Vector, scores: Vector, step: Vector, falls: float) -> float:
    """How much of a step to take, so that the value falls as far as its slope promises."""
    here, along = problem.value(weights, scores), problem.rows.scores(step)
    length = 1.0
    while length > 1e-4:
        if problem.value(weights + length * step, scores + length * along) <= here + 0.01 * length * falls:
            break
        length /= 2
    return length
