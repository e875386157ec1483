"""Texts as weighted words: what the rankers compare. No library beyond the standard one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

_WORD = re.compile(r"\b\w\w+\b")
COMMON = 0.95  # a word in more of the texts than this says nothing


class Weighted(NamedTuple):
    """A text as numbers of words and their weights; the weights' squares add up to one."""

    words: tuple[int, ...]
    weights: tuple[float, ...]


class Vocabulary(NamedTuple):
    """The words of a collection of texts, and how rare each is."""

    numbers: Mapping[str, int]
    rarity: Sequence[float]
    pairs: bool = False  # whether two words that follow one another count as one more

    def weigh(self, text: str) -> Weighted:
        """A text as words of the collection: 1 + ln(times), by rarity, of length one."""
        known = ((self.numbers.get(word), times) for word, times in Counter(terms(text, self.pairs)).items())
        return _unit((number, (1 + log(times)) * self.rarity[number]) for number, times in known if number is not None)


def words(text: str) -> list[str]:
    """The words of two letters or more, in lower case."""
    return _WORD.findall(text.lower())


def terms(text: str, pairs: bool) -> list[str]:
    """The words and, if `pairs`, each two that follow one another: `systematic review`."""
    found = words(text)
    return [*found, *map(" ".join, pairwise(found))] if pairs else found


def weigh(
    texts: Iterable[str], stop: Callable[[], bool] = bool, *, pairs: bool = False
) -> tuple[Vocabulary, list[Weighted]]:
    """The vocabulary of the texts and each text by it: TF-IDF with smoothed rarity. `stop` ends it early."""
    numbers: dict[str, int] = {}
    counted: list[dict[int, int]] = []
    for text in texts:
        if stop():
            break
        counted.append({numbers.setdefault(word, len(numbers)): n for word, n in Counter(terms(text, pairs)).items()})
    rarity = _rarity(counted, len(numbers))
    rows = [_unit((w, (1 + log(n)) * rarity[w]) for w, n in row.items() if rarity[w]) for row in counted]
    return Vocabulary(numbers, rarity, pairs), rows


def _rarity(counted: Sequence[Mapping[int, int]], size: int) -> list[float]:
    """ln((1 + texts) / (1 + texts with the word)) + 1; 0 for words that nearly every text has."""
    within = Counter(word for row in counted for word in row)
    most = COMMON * len(counted)
    counts = [within[number] for number in range(size)]
    # Of one text or two, every word is in half or in all.
    return [log((1 + len(counted)) / (1 + n)) + 1 if n <= most or len(counted) < 3 else 0.0 for n in counts]


def _unit(pairs: Iterable[tuple[int, float]]) -> Weighted:
    kept = list(pairs)
    length = sqrt(sum(weight * weight for _, weight in kept)) or 1.0
    return Weighted(tuple(word for word, _ in kept), tuple(weight / length for _, weight in kept))
