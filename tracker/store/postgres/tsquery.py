"""Expressions for the index, as the search writes them (FTS5's language), in the language of tsquery.

    ("graph model" * OR "graph") AND {heading} : ("net")   →   (('graph' <-> 'model':*) | 'graph') & 'net':A

Headings, abstracts and authors have a weight each. What people wrote has the last one together, and besides each of
its words once more with a mark for its column.
"""

import re
from functools import lru_cache

WEIGHTS = {"heading": "A", "abstract": "B", "authors": "C"}
MARKS = {"notes": "\ue001n", "annotations": "\ue001a", "comments": "\ue001c"}

_TOKENS = re.compile(r'"([^"]*)"|\{([^}]*)\}|(AND|OR|NOT)\b|([():*])')
_SIGNS = {"AND": " & ", "OR": " | ", "NOT": " & !"}


@lru_cache(maxsize=1024)
def tsquery(expression: str) -> str:
    """The same expression for tsquery."""
    return _Reading(expression).any()


def lexeme(word: str) -> str:
    """A word as tsvector and tsquery read it."""
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"


class _Reading:
    """Reads an expression from left to right."""

    def __init__(self, expression: str) -> None:
        self.tokens = [(found[1], found[2], found[3] or found[4]) for found in _TOKENS.finditer(expression)]
        self.at = 0

    def any(self, columns: tuple[str, ...] = ()) -> str:
        return self._joined("OR", columns)

    def _joined(self, word: str, columns: tuple[str, ...]) -> str:
        """Parts with `word` between them. NOT binds closest, then AND."""
        closer = {"OR": "AND", "AND": "NOT"}.get(word)
        parts = [self._joined(closer, columns) if closer else self._part(columns)]
        while self._take(word):
            parts.append(self._joined(closer, columns) if closer else self._part(columns))
        return parts[0] if len(parts) == 1 else f"({_SIGNS[word].join(parts)})"

    def _part(self, columns: tuple[str, ...]) -> str:
        words, named, sign = self.tokens[self.at]
        self.at += 1
        if named:
            self._take(":")
            return self._part(tuple(named.split()))
        if sign == "(":
            inner = self.any(columns)
            self._take(")")
            return inner
        return _phrase(words.split(" "), self._take("*"), columns)

    def _take(self, sign: str) -> bool:
        taken = self.at < len(self.tokens) and self.tokens[self.at][2] == sign
        self.at += taken
        return taken


def _phrase(words: list[str], begun: bool, columns: tuple[str, ...]) -> str:
    weights = "".join(WEIGHTS[column] for column in columns if column in WEIGHTS)
    ways = [("", weights)] if weights or not columns else []
    ways += [(MARKS[column], "") for column in columns if column in MARKS]
    asked = [" <-> ".join(_words(words, begun, mark, weight)) for mark, weight in ways]
    return f"({' | '.join(asked)})"


def _words(words: list[str], begun: bool, mark: str, weight: str) -> list[str]:
    ends = [weight] * (len(words) - 1) + [("*" if begun else "") + weight]
    return [lexeme(mark + word) + (f":{end}" if end else "") for word, end in zip(words, ends, strict=True)]
