"""Keys of new papers, each its own: one that is taken gets some digits of the text's hash, or a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

Taken = Callable[[Iterable[str]], set[str]]  # those of some keys that papers have, or had before they were merged


class Keys:
    """The keys that one import gives."""

    def __init__(self, taken: Taken) -> None:
        self._taken = taken
        self._numbers: dict[str, int] = {}

    def settle(self, rows: Sequence[dict[str, Any]], shas: Sequence[str]) -> None:
        """Make keys unique: one that is taken gets some digits of the text's hash, or a number."""
        given = self._taken(row["key"] for row in rows)
        unsure: list[tuple[dict[str, Any], str]] = []
        for row, sha in zip(rows, shas, strict=True):
            base = row["key"]
            if base in given:
                hashed = f"{base}-{sha[:6]}"
                row["key"] = hashed if sha and hashed not in given else self._numbered(base, given)
                unsure.append((row, base))
            given.add(row["key"])
        ahead = 4
        while clashes := self._taken(row["key"] for row, _ in unsure):
            unsure = [(row, base) for row, base in unsure if row["key"] in clashes]
            ahead *= 8  # thousands of papers of one name are soon looked through
            given |= self._taken(key for base in {base for _, base in unsure} for key in self._next(base, ahead))
            for row, base in unsure:
                row["key"] = self._numbered(base, given)
                given.add(row["key"])

    def _next(self, base: str, many: int) -> list[str]:
        first = self._numbers.get(base, 1) + 1
        return [f"{base}-{number}" for number in range(first, first + many)]

    def _numbered(self, base: str, given: set[str]) -> str:
        """The key with the next number."""
        number = self._numbers.get(base, 1) + 1
        while f"{base}-{number}" in given:
            number += 1
        self._numbers[base] = number
        return f"{base}-{number}"
