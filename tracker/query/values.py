"""Terms whose field holds names, closed values, numbers, dates, papers, saved searches or sort keys."""

from math import inf

from tracker.query.fields import EXAMPLES, LIMITS, SORT_ALIASES, SORTS, VALUE_ALIASES, VALUES
from tracker.query.lex import Token
from tracker.query.near import nearest
from tracker.query.shape import all_of, any_of, none_of
from tracker.query.source import Piece, Source, crop, unquoted
from tracker.query.tree import Choice, In, Like, Name, Names, Node, Not, Sort, Span
from tracker.terms import STATUS_GROUPS


def names(source: Source, field: str, op: str, token: Token) -> Node | None:
    """A list of names. While typing, the last one is the beginning of a name."""
    has: list[Name] = []
    parts: list[Node | None] = []
    for piece in source.pieces(token):
        typed = source.typed(token) and piece.end == token.end and not piece.quoted
        prefix = piece.prefix or (typed and op == ":" and field != "id")
        name = Name(piece.text, prefix, exact=op == ":=", near=op == ":~")
        if piece.negated:
            parts.append(Not(Names(field, (name,), token.start, token.end), token.start, token.end))
        else:
            has.append(name)
    if has:
        parts.insert(0, Names(field, tuple(has), token.start, token.end))
    return any_of(parts, token.start, token.end)


def choice(source: Source, field: str, op: str, token: Token) -> Node | None:
    """A list of closed values; groups of statuses become the statuses, is:open and is:unread too."""
    has: dict[str, list[str]] = {}
    parts: list[Node | None] = []
    for piece in source.pieces(token):
        if not (value := _value(source, field, piece, token)):
            continue
        if piece.negated or value == "open":
            node = _meaning(field, value, token)
            parts.append(none_of(node, token.start, token.end) if piece.negated else node)
        else:
            wide, values = _values(field, value)
            has.setdefault(wide, []).extend(values)
    plain = [Choice(wide, tuple(dict.fromkeys(values)), token.start, token.end) for wide, values in has.items()]
    return any_of([*plain, *parts], token.start, token.end)


def _values(field: str, value: str) -> tuple[str, tuple[str, ...]]:
    """The field that knows it, and the real values that a value stands for."""
    if field in ("status", "is") and value in STATUS_GROUPS:
        return "status", tuple(status.value for status in STATUS_GROUPS[value])
    return field, (value,)


def _meaning(field: str, value: str, token: Token) -> Node | None:
    """One value as a node. What is snoozed keeps its status but is not open."""
    wide, values = _values(field, value)
    node = Choice(wide, values, token.start, token.end)
    if value != "open":
        return node
    snoozed = Choice("is", ("snoozed",), token.start, token.end)
    return all_of([node, Not(snoozed, token.start, token.end)], token.start, token.end)


def _value(source: Source, field: str, piece: Piece, token: Token) -> str | None:
    """The value that a piece names; None, and a problem, where there is no such value."""
    word = piece.text.lower()
    word = VALUE_ALIASES.get(field, {}).get(word, word)
    if word in VALUES[field]:
        return word
    begun = source.typed(token) and any(value.startswith(word) for value in VALUES[field])
    if not begun and source.patient:
        _no_value(source, field, piece, token)
    return None


def _no_value(source: Source, field: str, piece: Piece, token: Token) -> None:
    word = piece.text.lower()
    message = f"{field}: has no value “{crop(piece.text)}”"
    others = [f"{other}:{word}" for other in VALUES if word in VALUES[other]]
    if others and token.field and piece.end - piece.start == token.end - token.body:
        source.complain(token.start, token.end, f"{message} — did you mean {others[0]}?", others[0])
    elif near := nearest(word, [*VALUES[field], *VALUE_ALIASES.get(field, {})]):
        source.complain(piece.start, piece.end, f"{message} — did you mean {near}?", near)
    else:
        source.complain(piece.start, piece.end, f"{message} — it takes {', '.join(VALUES[field])}")


def number(source: Source, field: str, op: str, token: Token) -> Node | None:
    from tracker.query import numbers

    parts: list[Node | None] = []
    for piece in source.pieces(token, signed=True):
        if bounds := numbers.bounds(op, piece.text):
            parts.append(Span(field, *bounds, token.start, token.end))
            _turned(source, field, token, piece, numbers.turned(piece.text))
            least, most = LIMITS.get(field, (-inf, inf))
            if numbers.beyond(bounds, least, most):
                upto = f"to {most}" if most < inf else "upwards"
                _hint(source, token, piece, f"{field}: is a number from {least} {upto}")
        else:
            one, some = EXAMPLES.get(field, ("3", "2..4"))
            example = f"{field}:{one}, {field}>={one} or {field}:{some}"
            source.complain(piece.start, piece.end, f"{field}: needs a number, as in {example}")
    return any_of(parts, token.start, token.end)


def _turned(source: Source, field: str, token: Token, piece: Piece, turned: str) -> None:
    if turned:
        _hint(source, token, piece, f"{field}: {piece.text} is read as {turned}", turned)


def _hint(source: Source, token: Token, piece: Piece, said: str, fix: str | None = None) -> None:
    """Tell of bounds that are hardly meant as they stand, once they are typed to their end."""
    if not source.typed(token):
        source.complain(piece.start, piece.end, said, fix, quiet=True)


def date(source: Source, field: str, op: str, token: Token) -> Node | None:
    from tracker.query import dates

    clock = dates.clock(field, source.now)
    parts: list[Node | None] = []
    for piece in source.pieces(token, signed=True):
        if bounds := dates.bounds(op, piece.text, clock):
            parts.append(Span(field, *bounds, token.start, token.end))
            _turned(source, field, token, piece, dates.turned(piece.text, clock))
        else:
            hint = "try 2w, yesterday, 2026-01 or 2025-12..2026-01"
            source.complain(piece.start, piece.end, f"“{crop(piece.text)}” is no date — {hint}")
    return any_of(parts, token.start, token.end)


def like(source: Source, field: str, op: str, token: Token) -> Node | None:
    source.closed(token.body, token.end)
    paper = unquoted(source.text[token.body : token.end]).strip()
    return Like(paper, token.start, token.end) if paper else None


def saved(source: Source, field: str, op: str, token: Token) -> Node | None:
    parts: list[Node | None] = []
    for piece in source.pieces(token):
        node = In(piece.text, token.start, token.end)
        parts.append(none_of(node, token.start, token.end) if piece.negated else node)
    return any_of(parts, token.start, token.end)


def sort(source: Source, field: str, op: str, token: Token) -> None:
    """Sort keys restrict nothing: they gather in the source."""
    for piece in source.pieces(token):
        word = SORT_ALIASES.get(piece.text.lower(), piece.text.lower())
        if word in SORTS:
            source.sorts.append(Sort(word, piece.negated))
        elif source.patient and not (source.typed(token) and any(key.startswith(word) for key in SORTS)):
            _no_sort(source, piece)


def _no_sort(source: Source, piece: Piece) -> None:
    near = nearest(piece.text, SORTS)
    remedy = f"did you mean {near}?" if near else f"it takes {', '.join(SORTS)}"
    source.complain(piece.start, piece.end, f"sort: has no value “{crop(piece.text)}” — {remedy}", near)
