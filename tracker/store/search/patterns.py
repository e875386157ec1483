"""Regular expressions in texts, given up where one takes too long: whatever it repeats, nobody waits for ever."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

LONGEST = 0.1  # seconds for one text; thousands of times what a pattern of good will takes


class Patterns:
    """The patterns of one search. `given_up`: those that took too long in a text, and are looked for no further."""

    def __init__(self) -> None:
        self.given_up: set[str] = set()

    def prepare(self, pattern: str) -> None:
        """Have a pattern ready before the texts are read: the first of all takes as long as a whole search."""
        _compiled(pattern)

    def hold(self, pattern: str, text: str) -> bool:
        """Whether a text matches."""
        if pattern in self.given_up:
            return False
        try:
            # Others have their turn while a text is looked through: a screen goes on whatever is repeated.
            return _compiled(pattern).search(text, timeout=LONGEST, concurrent=True) is not None
        except TimeoutError:
            self.given_up.add(pattern)
            return False


def matches(pattern: str, text: str) -> list[tuple[int, int]]:
    """Where a pattern stands in a text; nowhere if that takes too long."""
    try:
        return [match.span() for match in _compiled(pattern).finditer(text, timeout=LONGEST) if match[0]]
    except TimeoutError:
        return []


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> regex.Pattern[str]:
    import regex  # only who looks for a pattern pays for it

    try:
        return regex.compile(pattern, regex.IGNORECASE)
    except regex.error:  # it has a few signs more than `re`, by which the query was read
        return regex.compile(regex.escape(pattern), regex.IGNORECASE)
