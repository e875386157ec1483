"""Queries of every shape, put together by chance: how soon the first rows are there must not depend on luck."""

import random
from collections.abc import Sequence

from tests.benchmarks.corpus import Paper

COMMON = ("the", "of", "model", "models", "learning", "we", "data", "language", "in", "t", "a")
FIELDS = ("title", "abs", "author", "note", "annotation", "comment")
ROWS = (
    *(
        "year:2020..",
        "-year:2020",
        "status:inbox",
        "is:open",
        "is:starred",
        "tag:none",
        "has:pdf",
        "has:note",
        "words:80..",
    ),
    *("added:2w", "prio:0", "id:5", "by:me", "like:5", "has:deadlink", "kind:result", "rating>=4", "-is:seen"),
)
SORTS = ("sort:title", "sort:-year", "sort:random", "sort:author", "sort:next", "sort:-changed", "sort:score")
PATTERNS = ("/mod.l/", "/\\d{5}/", "abs:/^we propose/", "title:/^a /")
PASTED = 111  # words of an abstract that was pasted


def shapes(papers: Sequence[Paper], count: int, *, seed: int) -> list[str]:
    """`count` queries, the same for the same seed; every tenth is a whole abstract, or as many words joined by OR."""
    chance = random.Random(seed)
    return [_pasted(papers, chance) if at % 10 == 0 else _query(papers, chance, 0) for at in range(count)]


def _query(papers: Sequence[Paper], chance: random.Random, depth: int) -> str:
    parts = [_part(papers, chance, depth) for _ in range(chance.randint(1, 4))]
    joined = chance.choice((" ", " ", " OR ")).join(parts)
    return f"{joined} {chance.choice(SORTS)}" if depth == 0 and chance.random() < 0.2 else joined


def _part(papers: Sequence[Paper], chance: random.Random, depth: int) -> str:
    kind = chance.random()
    if kind < 0.1 and depth < 3:
        return f"({_query(papers, chance, depth + 1)})"
    if kind < 0.2:
        return f"-{_part(papers, chance, depth + 1)}"
    if kind < 0.35:
        return chance.choice(ROWS)
    if kind < 0.4:
        return chance.choice(PATTERNS)
    return _word(papers, chance)


def _word(papers: Sequence[Paper], chance: random.Random) -> str:
    word = chance.choice(COMMON if chance.random() < 0.5 else _words(papers, chance))
    if chance.random() < 0.2:
        word = word[: chance.randint(1, 3)] + "*"
    if chance.random() < 0.15:
        at = chance.randrange(len(word))
        word = word[:at] + word[at + 1 :] + chance.choice("aeiou")
    front = chance.choice(("", "", "", "", "~", "=", "^", f"{chance.choice(FIELDS)}:"))
    return front + word


def _pasted(papers: Sequence[Paper], chance: random.Random) -> str:
    return chance.choice((" ", " ", " OR ")).join(_words(papers, chance)[:PASTED])


def _words(papers: Sequence[Paper], chance: random.Random) -> list[str]:
    return chance.choice(papers).abstract.split() or ["model"]
