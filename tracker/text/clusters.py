"""Texts in groups that speak of the same, each with a label of its most telling words. Needs numpy.

Spherical k-means (Dhillon & Modha 2001) on tf–idf vectors, from centres as far apart as chance finds them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.text.topic import content
from tracker.text.vectors import counts

Matrix = NDArray[np.float32]

WORDS = 3000  # that the texts are told apart by, the commonest
COMMON = 0.3  # of the texts: a word in more of them tells nothing
MANY = 50  # texts; of fewer, a word in up to half of them tells something
MOST = 24  # groups
ROUNDS = 15
LABEL = 3  # words


class Group(NamedTuple):
    """Places in the sequence of texts, the most typical first."""

    label: tuple[str, ...]
    members: tuple[int, ...]


def groups(texts: Sequence[Sequence[str]], *, seed: int = 0, stop: Callable[[], bool] = bool) -> list[Group]:
    """Texts, given as folded words, in groups; the largest first. The same for the same seed."""
    if len(texts) < 4:
        return [Group((), tuple(range(len(texts))))] if texts else []
    rows, words = _rows(texts)
    number = max(2, min(MOST, round(sqrt(len(texts) / 2))))
    centres = _apart(rows, number, np.random.default_rng(seed))
    nearest = np.zeros(len(texts), np.int64)
    for _ in range(ROUNDS):
        if stop():
            break
        fresh = (rows @ centres.T).argmax(axis=1)
        if (fresh == nearest).all():
            break
        nearest = fresh
        centres = _centres(rows, nearest, centres)
    found = [_group(rows, centres, nearest, each, words) for each in range(number) if (nearest == each).any()]
    return sorted(found, key=lambda group: -len(group.members))


def _rows(texts: Sequence[Sequence[str]]) -> tuple[Matrix, list[str]]:
    """The texts as vectors of length one, a row each, over words that some but not most of them hold."""
    counted = [counts(words) for words in texts]
    held = Counter(word for words in counted for word in words)
    telling = content(" ".join(held))
    most = max(2, (COMMON if len(texts) >= MANY else 1 / 2) * len(texts))
    kept = [word for word, papers in held.most_common() if 1 < papers <= most and word in telling][:WORDS]
    place = {word: number for number, word in enumerate(kept)}
    rows = np.zeros((len(texts), max(1, len(kept))), np.float32)
    for row, words in enumerate(counted):
        for word, times in words.items():
            if word in place:
                rows[row, place[word]] = (1 + log(times)) * log(len(texts) / held[word])
    return _unit(rows), kept


def _unit(rows: Matrix) -> Matrix:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Matrix = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return unit


def _apart(rows: Matrix, number: int, chance: np.random.Generator) -> Matrix:
    """Rows to begin with, each drawn the likelier the less it is like those before it (k-means++)."""
    chosen = [int(chance.integers(len(rows)))]
    far = 1 - rows @ rows[chosen[0]]
    while len(chosen) < number:
        weights = np.maximum(far, 0) ** 2
        total = float(weights.sum())
        drawn = int(chance.choice(len(rows), p=weights / total)) if total > 0 else int(chance.integers(len(rows)))
        chosen.append(drawn)
        far = np.minimum(far, 1 - rows @ rows[drawn])
    centres: Matrix = rows[chosen].copy()
    return centres


def _centres(rows: Matrix, nearest: NDArray[np.int64], before: Matrix) -> Matrix:
    """The middle of each group; one that lost all its texts keeps the old one."""
    sums = np.zeros_like(before)
    np.add.at(sums, nearest, rows)
    empty = np.bincount(nearest, minlength=len(before)) == 0
    sums[empty] = before[empty]
    return _unit(sums)


def _group(rows: Matrix, centres: Matrix, nearest: NDArray[np.int64], number: int, words: Sequence[str]) -> Group:
    members = np.flatnonzero(nearest == number)
    typical = members[np.argsort(-(rows[members] @ centres[number]), kind="stable")]
    apart = centres[number] - centres.mean(axis=0)
    label = [words[word] for word in np.argsort(-apart)[:LABEL] if words and apart[word] > 0]
    return Group(tuple(label), tuple(int(each) for each in typical))
