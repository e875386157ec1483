"""Texts as weighted words, and how alike they are: tf–idf within what is compared, no model needed. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt

Vector = Mapping[str, float]  # word → weight; of length 1, or empty

SHORTEST = 3  # letters of a word that counts


def vector(counted: Mapping[str, int], rarity: Mapping[str, float]) -> Vector:
    """Words by (1 + ln tf) · rarity; words without a rarity tell nothing."""
    weighed = {word: (1 + log(times)) * rarity[word] for word, times in counted.items() if rarity.get(word, 0) > 0}
    length = sqrt(sum(weight * weight for weight in weighed.values()))
    return {word: weight / length for word, weight in weighed.items()} if length else {}


def vectors(texts: Sequence[Sequence[str]]) -> list[Vector]:
    """One for each text, given as its folded words; words that all of them hold tell nothing."""
    counted = [counts(words) for words in texts]
    held = Counter(word for words in counted for word in words)
    rarity = {word: log(len(texts) / papers) for word, papers in held.items()}
    return [vector(words, rarity) for words in counted]


def near(point: Vector, counted: Mapping[str, int], rarity: Mapping[str, float]) -> float:
    """How near a text is to a vector, 0 to 1: the cosine, where words that the vector's text lacks are as rare as its
    own are on average."""
    usual = sum(rarity.values()) / len(rarity) if rarity else 0.0
    squares = shared = 0.0
    for word, times in counted.items():
        weight = (1 + log(times)) * rarity.get(word, usual)
        squares += weight * weight
        if word in point:
            shared += weight * point[word]
    return shared / sqrt(squares) if squares else 0.0


def counts(words: Iterable[str]) -> Counter[str]:
    return Counter(word for word in words if len(word) >= SHORTEST and not word.isdigit())


def cosine(one: Vector, other: Vector) -> float:
    """From 0, nothing in common, to 1."""
    if len(other) < len(one):
        one, other = other, one
    return sum(weight * other[word] for word, weight in one.items() if word in other)
