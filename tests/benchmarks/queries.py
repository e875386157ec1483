"""Queries as people type them, made from papers: what is remembered of a paper, mistyped and unfinished."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tests.benchmarks.corpus import Paper
from tracker.text.fold import fold, words

LETTERS = "abcdefghijklmnopqrstuvwxyz"
_EXPANSION = re.compile(r"\b((?:[A-Z]?[a-z]+[ -]){2,5})\(([A-Z]{3,6})s?\)")


class Asked(NamedTuple):
    """A query and the paper that it was made from."""

    kind: str
    text: str
    paper: int
    unfinished: bool = False  # the last word is still being typed


def queries(papers: Sequence[tuple[int, Paper]], each: int, *, seed: int) -> list[Asked]:
    """`each` queries of every kind, from papers drawn by chance."""
    chance = random.Random(seed)
    common = _common(paper for _, paper in papers)
    asked: list[Asked] = []
    for kind, make in KINDS.items():
        made = 0
        while made < each:
            number, paper = chance.choice(papers)
            text = make(_Memory(paper, common, chance))
            if text:
                asked.append(Asked(kind, text, number, unfinished=kind == "unfinished"))
                made += 1
    return asked


def keystrokes(asked: Iterable[Asked]) -> list[str]:
    """What stands in the search box after each key."""
    return [query.text[:end] for query in asked for end in range(1, len(query.text) + 1)]


def _common(papers: Iterable[Paper]) -> frozenset[str]:
    """The words that say nothing about a paper: nobody types these."""
    counted = Counter(word for paper in papers for word in set(words(paper.abstract)))
    return frozenset(word for word, _ in counted.most_common(120))


class _Memory:
    """What one remembers of a paper."""

    def __init__(self, paper: Paper, common: frozenset[str], chance: random.Random) -> None:
        self.paper = paper
        self.chance = chance
        self.title = [word for word in _plain(paper.title, 3) if word not in common]
        self.abstract = [word for word in _plain(paper.abstract, 4) if word not in common]

    def some(self, of: Sequence[str], count: int) -> list[str]:
        """Some words, in the order in which they stand."""
        distinct = list(dict.fromkeys(of))
        if len(distinct) < count:
            return []
        return [distinct[i] for i in sorted(self.chance.sample(range(len(distinct)), count))]

    def three(self) -> list[str]:
        return self.some(self.title, 2) + self.some(self.abstract, 1)

    def mistyped(self, slip: Callable[[str, random.Random], str], shortest: int = 4) -> str:
        remembered = self.three() if self.chance.random() < 0.5 else self.some(self.title, 3)
        long = [i for i, word in enumerate(remembered) if len(word) >= shortest]
        if len(remembered) < 3 or not long:
            return ""
        at = self.chance.choice(long)
        remembered[at] = slip(remembered[at], self.chance)
        return " ".join(remembered)

    def author(self) -> str:
        names = [name.split()[-1].lower() for name in self.paper.authors.split("\n") if name]
        names = [name for name in names if name.isalpha() and len(name) > 2]
        word = self.some(self.title, 1)
        return f"{self.chance.choice(names)} {word[0]}" if names and word else ""

    def acronym(self) -> str:
        for expansion, short in _EXPANSION.findall(self.paper.abstract):
            initials = "".join(word[0] for word in re.split("[ -]", expansion.strip()))
            if initials.upper().endswith(short[:2]) and (word := self.some(self.title, 1)):
                return f"{short.lower()} {word[0]}"
        return ""

    def joined(self) -> str:
        pairs = list(zip(self.title, self.title[1:], strict=False))
        pairs = [pair for pair in pairs if " ".join(pair) in self.paper.title.lower()]
        other = self.some(self.abstract, 1)
        return f"{''.join(self.chance.choice(pairs))} {other[0]}" if pairs and other else ""

    def split(self) -> str:
        return self.mistyped(lambda word, chance: _cut(word, chance), 7)

    def swapped(self) -> str:
        remembered = self.three()
        self.chance.shuffle(remembered)
        return " ".join(remembered) if len(remembered) == 3 else ""

    def unfinished(self) -> str:
        remembered = self.three()
        if len(remembered) < 3:
            return ""
        last = remembered[-1]
        return " ".join([*remembered[:-1], last[: max(3, self.chance.randint(len(last) // 2, len(last) - 1))]])


def _plain(text: str, shortest: int) -> list[str]:
    """Words of letters alone."""
    found = re.findall(r"[^\W_]+", fold(text))
    return [word for word in found if len(word) >= shortest and word.isascii() and word.isalpha()]


def _cut(word: str, chance: random.Random) -> str:
    at = chance.randint(3, len(word) - 3)
    return f"{word[:at]} {word[at:]}"


def _missing(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + word[at + 1 :]


def _extra(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + chance.choice(LETTERS) + word[at:]


def _wrong(word: str, chance: random.Random, first: int = 1) -> str:
    at = chance.randrange(first, len(word))
    return word[:at] + chance.choice(LETTERS.replace(word[at], "")) + word[at + 1 :]


def _turned(word: str, chance: random.Random) -> str:
    places = [at for at in range(1, len(word) - 1) if word[at] != word[at + 1]] or [0]
    at = chance.choice(places)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _first(word: str, chance: random.Random) -> str:
    return chance.choice(LETTERS.replace(word[0], "")) + word[1:]


KINDS: dict[str, Callable[[_Memory], str]] = {
    "title words": lambda memory: " ".join(memory.some(memory.title, 3)),
    "title and abstract": lambda memory: " ".join(memory.three()),
    "abstract words": lambda memory: " ".join(memory.some(memory.abstract, 4)),
    "other order": _Memory.swapped,
    "unfinished": _Memory.unfinished,
    "author and word": _Memory.author,
    "acronym and word": _Memory.acronym,
    "letter missing": lambda memory: memory.mistyped(_missing),
    "letter too many": lambda memory: memory.mistyped(_extra),
    "wrong letter": lambda memory: memory.mistyped(_wrong),
    "letters turned": lambda memory: memory.mistyped(_turned),
    "wrong first letter": lambda memory: memory.mistyped(_first),
    "two slips": lambda memory: memory.mistyped(lambda word, chance: _wrong(_missing(word, chance), chance), 9),
    "joined words": _Memory.joined,
    "split word": _Memory.split,
}
