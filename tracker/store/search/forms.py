"""What a text term is looked for as: its spellings and plurals. Pure."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol

from tracker.query.tree import How, Text
from tracker.text.fold import spellings


class Form(NamedTuple):
    """Words one after another, folded; `prefix`: the last one may go on."""

    words: tuple[str, ...]
    prefix: bool = False


class Needle(NamedTuple):
    """What is looked for: any of the forms, or a regular expression, in the columns (empty: in all)."""

    columns: tuple[str, ...]
    forms: tuple[Form, ...] = ()
    pattern: str = ""


class Lexicon(Protocol):
    """The words of a library, as an engine knows them."""

    def papers(self, form: Form, most: int) -> int:
        """How many papers hold it, counted no further than `most`."""

    def reckoned(self, form: Form) -> int:
        """About how many papers hold it: exact where they are few."""

    def known(self, words: Collection[str]) -> list[str]:
        """Those that some paper may hold."""

    def begun(self, starts: Collection[str]) -> list[str]:
        """Those that some word begins with, first those with the most words."""

    def beginning(self, start: str) -> Iterable[str]:
        """Words that begin so."""

    def alike(self, word: str) -> Iterable[str]:
        """Words that may be no more than two edits away, with others."""

    def holding(self, part: str, most: int) -> list[str]:
        """Words with `part` inside."""


def forms(term: Text) -> tuple[Form, ...]:
    """The forms of a term as it was typed; empty where it holds no word."""
    spelled = spellings(term.value) + spellings(_turned(term))
    if term.how is How.EXACT:
        spelled = spelled[:1]
    if term.how is How.WORD:
        return tuple(Form((*before, word)) for *before, last in spelled for word in plurals(last))
    return tuple(Form(tuple(form), term.how is How.PREFIX) for form in spelled)


def _turned(term: Text) -> str:
    """A name as catalogues write it, `Hopper, Grace`, in the order in which papers have it; empty for all else."""
    last, comma, first = term.value.partition(",")
    return f"{first} {last}" if comma and term.how is How.PHRASE and "author" in term.fields else ""


@lru_cache(maxsize=512)
def plurals(word: str) -> tuple[str, ...]:
    """The word, and the plural or singular that it may be found as."""
    if len(word) < 3 or not word.isalpha() or not word.isascii():
        return (word,)
    if len(word) == 3:  # LLM and GAN have plurals, and was, fix and why have none
        return (word,) if word[-1] in "sxzhy" else (word, word + "s")
    if word.endswith("ies"):
        return word, word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word, word[:-2], word[:-1]
    if word.endswith("s"):
        return (word,) if word.endswith(("ss", "us", "is")) else (word, word[:-1])
    if word.endswith(("x", "z", "ch", "sh")):
        return word, word + "es"
    return word, word[:-1] + "ies" if word.endswith("y") and word[-2] not in "aeiou" else word + "s"
