"""Two texts side by side: the words they share, and those that only one of them has. Pure."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from tracker.text.fold import tokens
from tracker.text.roles import Role, roles
from tracker.text.sentences import sentences
from tracker.text.topic import content

Place = tuple[int, int]  # start, end
Word = tuple[str, Place]  # folded

ORDER = (Role.BACKGROUND, Role.PROBLEM, Role.METHOD, Role.RESULT, Role.CLAIM, None)
TOLD = 12  # words of each kind that are told


class Side(NamedTuple):
    """One of the two: where its telling words stand, and its sentences by what they are there for."""

    text: str
    shared: tuple[Place, ...]
    own: tuple[Place, ...]
    parts: tuple[tuple[Place, ...], ...]  # sentences in the order of ORDER


class Compared(NamedTuple):
    """Both, with words that tell: of both, and of one only; those that come often or early first."""

    one: Side
    other: Side
    both: tuple[str, ...]
    only_one: tuple[str, ...]
    only_other: tuple[str, ...]


def compare(one: str, other: str) -> Compared:
    """Compare two plain texts."""
    first, second = telling(one), telling(other)
    mine, theirs = _stems(first), _stems(second)
    alike = mine & theirs
    sides = _side(one, first, alike), _side(other, second, alike)
    own = _words(one, first, mine - alike), _words(other, second, theirs - alike)
    return Compared(*sides, _words(one, first, alike), *own)


def in_both(one: str, others: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Only the words that a text shares with each other one, as the first writes them."""
    first = telling(one)
    for other in others:
        yield _words(one, first, _stems(telling(other)))


def telling(text: str) -> list[Word]:
    """The words that say something, in order, with their places; compounds count by their parts."""
    words = content(text)
    found = [(word, (start, end)) for word, start, end in tokens(text)]
    ordered = sorted(set(found), key=lambda each: each[1])
    return [each for each in ordered if each[0] in words and not each[0].isdigit()]


def stem(word: str) -> str:
    """What a singular and its plural share."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _side(text: str, words: Sequence[Word], alike: Collection[str]) -> Side:
    places = sentences(text)
    held: dict[Role | None, list[Place]] = {role: [] for role in ORDER}
    for place, role in zip(places, roles(text), strict=True):
        held[role].append(place)
    shared = tuple(place for word, place in words if stem(word) in alike)
    own = tuple(place for word, place in words if stem(word) not in alike)
    return Side(text, shared, own, tuple(tuple(held[role]) for role in ORDER))


def _stems(words: Iterable[Word]) -> set[str]:
    return {stem(word) for word, _ in words}


def _words(text: str, words: Sequence[Word], wanted: Collection[str]) -> tuple[str, ...]:
    """Words as the text writes them, each once: those that come most often, of these the first."""
    seen: dict[str, tuple[int, str]] = {}
    for word, (start, end) in words:
        if (stemmed := stem(word)) in wanted:
            times, written = seen.get(stemmed, (0, text[start:end]))
            seen[stemmed] = times + 1, written
    often = sorted(seen.values(), key=lambda each: -each[0])
    return tuple(written for _, written in often[:TOLD])
