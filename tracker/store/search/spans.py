"""Where the words of a query stand in a plain text: pure, the same for every engine."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tracker.text.fold import Token, tokens

Place = tuple[int, int]


class Needle(NamedTuple):
    """Words one after another, folded; `prefix`: the last may go on. A `pattern` instead is a regular expression."""

    columns: tuple[str, ...]  # empty: in every text
    words: tuple[str, ...] = ()
    prefix: bool = False
    pattern: str = ""


def places(text: str, needles: Iterable[Needle]) -> list[Place]:
    """Where the needles stand, in order, those that touch or overlap as one."""
    chosen = list(needles)
    found = tokens(text) if any(needle.words for needle in chosen) else []
    return _merged(sorted(place for needle in chosen for place in _places(needle, text, found)))


def _places(needle: Needle, text: str, found: Sequence[Token]) -> Iterator[Place]:
    if needle.pattern:
        yield from (match.span() for match in re.finditer(needle.pattern, text, re.IGNORECASE) if match[0])
        return
    count = len(needle.words)
    *head, last = needle.words
    for index in range(len(found) - count + 1):
        word, start, end = found[index + count - 1]
        if (word == last or (needle.prefix and word.startswith(last))) and start >= found[index][1]:
            if all(found[index + offset][0] == each for offset, each in enumerate(head)):
                yield found[index][1], end


def _merged(ordered: list[Place]) -> list[Place]:
    merged: list[Place] = []
    for start, end in ordered:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
