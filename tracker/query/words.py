"""Terms that look for text: words, beginnings, phrases, patterns."""

import re
import warnings
from functools import lru_cache

from tracker.query.fields import FIELDS, Kind
from tracker.query.lex import Token, is_pattern
from tracker.query.shape import any_of, none_of
from tracker.query.source import Piece, Source, crop, unquoted
from tracker.query.tree import How, Node, Text

LONGEST = 1000  # characters of a pattern
HOWS = {":=": How.EXACT, ":~": How.FUZZY}


def text(source: Source, field: str, op: str, token: Token) -> Node | None:
    """A word, beginning, phrase or pattern in `field` (empty: everywhere)."""
    raw = source.text[token.body : token.end]
    if op not in HOWS and is_pattern(raw):
        return _pattern(source, field, raw[1:-1], token)
    if FIELDS.get(field) is Kind.PEOPLE:
        return _people(source, field, op, token)
    if raw[0] in '"“':
        source.closed(token.body, token.end)
        value = unquoted(raw)
        return _text(field, value, HOWS.get(op, How.PHRASE), token) if value.strip() else None
    if op in HOWS:
        return _text(field, raw, HOWS[op], token)
    value = raw.rstrip("*")
    prefix = value != raw or source.typed(token)
    return _text(field, value, How.PREFIX if prefix else How.WORD, token) if value else None


def _text(field: str, value: str, how: How, token: Token) -> Text:
    return Text((field,) if field else (), value, how, token.start, token.end)


def _people(source: Source, field: str, op: str, token: Token) -> Node | None:
    nodes: list[Node | None] = []
    for piece in source.pieces(token):
        node = _text(field, piece.text, _how(source, op, piece, token), token)
        nodes.append(none_of(node, token.start, token.end) if piece.negated else node)
    return any_of(nodes, token.start, token.end)


def _how(source: Source, op: str, piece: Piece, token: Token) -> How:
    if op in HOWS:
        return HOWS[op]
    if piece.quoted:
        return How.PHRASE
    typed = source.typed(token) and piece.end == token.end
    return How.PREFIX if piece.prefix or typed else How.WORD


def _pattern(source: Source, field: str, raw: str, token: Token) -> Node | None:
    value = re.sub(r"(?s)\\.", lambda match: "/" if match[0] == "\\/" else match[0], raw)
    if reason := _fault(value):
        source.complain(token.body, token.end, f"“{crop(value)}” is no pattern: {reason}")
        return None
    return _text(field, value, How.REGEX, token)


@lru_cache(maxsize=64)
def _fault(pattern: str) -> str:
    """Why `pattern` cannot be used; empty if it can."""
    from tracker.query.repeats import MOST, written_out  # only who looks for a pattern pays for it

    if len(pattern) > LONGEST:
        return f"it is longer than {LONGEST} characters"
    try:
        with warnings.catch_warnings(action="ignore"):
            re.compile(pattern, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError) as error:
        return str(error)
    return "" if written_out(pattern) <= MOST else "what it repeats is too long"
