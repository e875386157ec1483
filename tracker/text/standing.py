"""Standing word lists: words that a person always wants to see, for or against a paper. Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class WordLists(NamedTuple):
    """Words and phrases; one that ends in `*` stands for all words that begin so."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


class Lit(NamedTuple):
    """A place where one stands, and whether it speaks for the paper."""

    start: int
    end: int
    wanted: bool


def lit(text: str, lists: WordLists) -> list[Lit]:
    """Where words of the lists stand in a text, in order."""
    found = [*_places(text, lists.include, True), *_places(text, lists.exclude, False)]
    return sorted(found)


def _places(text: str, words: tuple[str, ...], wanted: bool) -> Iterator[Lit]:
    if words:
        yield from (Lit(*match.span(), wanted) for match in _pattern(words).finditer(text))


@lru_cache(maxsize=16)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Longer ones first; a word also in the plural."""
    ordered = sorted((word.strip() for word in words if word.strip(" *")), key=len, reverse=True)
    return re.compile("|".join(_one(word) for word in ordered) or r"(?!)", re.IGNORECASE)


def _one(word: str) -> str:
    stem = r"\s+".join(re.escape(part) for part in word.rstrip("*").split())
    return rf"(?<!\w){stem}\w*" if word.endswith("*") else rf"(?<!\w){stem}(?:s|es)?(?!\w)"
