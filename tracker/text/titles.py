"""What the titles of papers tell: how many of their words tell of a subject, their numbers, how much alike two are."""

from collections.abc import Sequence
from functools import lru_cache

from tracker.text.sketch import title_words, words

NAME = 3  # telling words of another name that can stand for a title; a system's name cannot
LIKELY_WORDS = 0.65  # words in common, in order, of the longer of two titles without a text to compare
LIKELY_TELLING = 0.6  # the same of their telling words

_SMALL = frozenset(
    words(
        "a an and are as at be by can do does for from how in into is it its not of on or our that the their this to"
        " toward towards under via we what when where which who why with without der die das und le la les et de el y"
    )
)
# Titles made of these are those of many papers.
_GENERAL = frozenset(
    words(
        "abstract abstracts acknowledgement acknowledgements acknowledgments announcement appendix author authors back"
        " book books call chair chairs chapter closing comment commentary comments committee conclusion conclusions"
        " conference content contents correction corrections corrigendum cover demo demos discussion editor editorial"
        " editorials editors einleitung errata erratum foreword front general guest index international introduccion"
        " introduction introductory invited issue journal keynote letter letters matter memoriam message miscellaneous"
        " new news note notes obituary opening organizers overview page panel papers part poster posters preface"
        " prefazione proceedings program programme publisher remarks reply report response review reviews section"
        " session sessions special summary supplement supplementary symposium table talk talks title tutorial tutorials"
        " untitled volume vorwort welcome workshop"
    )
)
_NUMBERS = frozenset(
    words(
        "zero one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth"
        " seventh eighth ninth tenth eleventh twelfth i ii iii iv v vi vii viii ix x"
    )
)


@lru_cache(maxsize=4096)  # each title is asked about several times
def telling(title: str) -> int:
    """How many words of a title tell of its subject: none in `Editorial` or `On this`."""
    return len(_telling(title))


def _telling(title: str) -> list[str]:
    return [word for word in title_words(title) if not (word in _SMALL or word in _GENERAL or word.isdigit())]


def numbers(title: str) -> set[str]:
    """What counts in a title: `2024`, `second`, `iv`, `gpt4`."""
    return {word for word in title_words(title) if word in _NUMBERS or not word.isalpha()}


def likeness(one: Sequence[str], other: Sequence[str]) -> float | None:
    """How much alike the two of some names are that are most alike, from 0 to 1; None where one side has no name."""
    from rapidfuzz import fuzz

    ones, others = ([" ".join(title_words(title)) for title in titles] for titles in (one, other))
    pairs = [(a, b) for a in ones for b in others if a and b]
    return max((1.0 if a == b else min(fuzz.ratio(a, b) / 100, 0.99) for a, b in pairs), default=None)


def reworded(ones: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two titles are one with a word or two replaced, however long these are."""
    from rapidfuzz.distance import LCSseq

    for one, other in ((a, b) for a in ones for b in others):
        alike = LCSseq.normalized_similarity(title_words(one), title_words(other))
        told = (_telling(one), _telling(other))
        common = LCSseq.similarity(*told)
        if alike >= LIKELY_WORDS and common >= max(NAME, LIKELY_TELLING * max(map(len, told))):
            return True
    return False
