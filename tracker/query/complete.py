"""What could be typed next: fields, their values with counts, tags level by level, saved searches, sort keys, words."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tracker.query.fields import FIELDS, FUTURE, LISTED, SORTS, VALUES, Kind
from tracker.query.lex import Token, tokens
from tracker.query.print import word_or_quotation
from tracker.query.source import Source, unquoted

MOST = 50  # completions at a time
LEAST = 70.0  # WRatio, of 100, below which a candidate has nothing to do with what is typed
SHORTEST = 2  # characters typed before words of the library are offered
ALIKE = 3  # characters typed before what does not begin with them is offered
NUMBERS = {"rating": ("3", ">=4", "2..4"), "prio": ("0", "1", "2", "3"), "score": (">=0.6", "<=0.4", "0.5..1")}
PAST = ("today", "yesterday", "1w", "2w", "1m", ">30d")
AHEAD = ("today", "tomorrow", "1w", "2w", "1m", "<today")
WORD = "word"  # what `names` is asked for where no field is named

Counted = Sequence[tuple[str, int | None]]
Names = Callable[[str], Sequence[tuple[str, int]]]


class Completion(NamedTuple):
    """`text` takes the place of start:end of the query text; `label` is what is shown; `papers` None: unknown."""

    text: str
    label: str
    papers: int | None
    start: int
    end: int


class _Place(NamedTuple):
    """What is being typed, from `start` to the cursor: a value of `field` or, if that is empty, a field or a word."""

    field: str
    op: str
    typed: str
    start: int


def complete(text: str, cursor: int, names: Names) -> list[Completion]:
    """What could stand at the cursor, the likeliest first; at most MOST.

    `names(field)` gives the values that the library knows, with how many papers have each, the likeliest first: for
    tag, collection, venue, source, author, by, year and in (saved searches); for fields with closed values the counts
    alone; for "word" the words of the library.
    """
    place = _place(text[:cursor])
    rest = re.match(r'[^\s()",]*' if place.field else r"[\w-]*:?", text[cursor:])
    end = cursor + (rest.end() if rest else 0)
    known = _values(place, names) if place.field else _fields(place, names)
    people = bool(place.field) and FIELDS[place.field] is Kind.PEOPLE
    ranked = _ranked(place.typed, known, any_word=people)
    return [_completion(name, count, place, end) for name, count in ranked[:MOST]]


def _completion(value: str, count: int | None, place: _Place, end: int) -> Completion:
    named = place.field and FIELDS[place.field] in (Kind.NAMES, Kind.IN, Kind.PEOPLE)
    text = word_or_quotation(value.removesuffix("/")) if named else value
    return Completion(text, value, count, place.start, end)


def _place(before: str) -> _Place:
    """What is being typed at the end of `before`."""
    scopes: list[tuple[str, str]] = [("", "")]
    token: Token | None = None
    for token in tokens(before):
        if token.kind == "(":
            scopes.append((token.field or scopes[-1][0], token.op) if token.op else scopes[-1])
        elif token.kind == ")" and len(scopes) > 1:
            scopes.pop()
    if token is None or token.end < len(before) or not before[token.start :].strip("()-"):
        return _Place(*scopes[-1], "", len(before))
    field, op = token.field or scopes[-1][0], token.op or scopes[-1][1]
    if field and FIELDS[field] in LISTED:
        return _piece(before, field, op, token)
    return _Place(field, op, before[token.body :], token.body)


def _piece(before: str, field: str, op: str, token: Token) -> _Place:
    """The last of the values with commas between them."""
    source, at = Source(before, None, typing=True), token.body
    while True:
        at += before.startswith("-", at)
        _, after = source.piece(at, token.end, negated=False)
        if after > token.end:
            return _Place(field, op, unquoted(before[at:]), at)
        at = after


def _fields(place: _Place, names: Names) -> Counted:
    """Fields and the library's words; words alone after a sign for words."""
    fields: list[tuple[str, int | None]] = [] if place.op else [(f"{name}:", None) for name in FIELDS]
    return [*fields, *names(WORD)] if len(place.typed) >= SHORTEST else fields


def _values(place: _Place, names: Names) -> Counted:
    """All values of the field, the likeliest first."""
    field = place.field
    match FIELDS[field]:
        case Kind.CHOICE:
            counts = dict(names(field))
            return [(value, counts.get(value)) for value in VALUES[field]]
        case Kind.SORT:
            return [(key, None) for key in SORTS]
        case Kind.DATE:
            dates = AHEAD if field in FUTURE else PAST
            return [(date, None) for date in dates if place.op == ":" or date[0] not in "<>"]
        case Kind.NUMBER:
            return names(field) or [(number, None) for number in NUMBERS.get(field, ()) if place.op == ":"]
        case Kind.TEXT:
            return names(WORD) if len(place.typed) >= SHORTEST else []
        case _:
            known = names(field)
            return _levels(place.typed, known) if field == "tag" else known


def _levels(typed: str, tags: Counted) -> Counted:
    """Tags down to the level that is typed, those with others below them with a slash; then the deeper ones."""
    depth = typed.count("/") + 1
    above = typed.rpartition("/")[0]
    levels: dict[str, int] = {}
    nested: set[str] = set()
    within = [(tag, count) for tag, count in tags if not above or tag.lower().startswith(above.lower() + "/")]
    for tag, count in within:
        level = "/".join(tag.split("/")[:depth])
        levels[level] = levels.get(level, 0) + (count or 0)
        if level != tag:
            nested.add(level)
    shown: list[tuple[str, int | None]] = [(f"{tag}/" if tag in nested else tag, levels[tag]) for tag in levels]
    return shown + [(tag, count) for tag, count in within if typed and tag not in levels]


def _ranked(typed: str, known: Counted, *, any_word: bool) -> list[tuple[str, int | None]]:
    """What begins with `typed` first, then what has a word that does, then what is like it; each in the order given.
    `any_word`: people are as likely meant by one name as by the other."""
    typed = typed.lower()
    begin = [each for each in known if f" {typed}" in f" {each[0].lower()}"]
    if not any_word:
        begin.sort(key=lambda each: not each[0].lower().startswith(typed))
    if len(typed) < ALIKE or len(begin) >= MOST:
        return begin
    there = {name for name, _ in begin}
    return begin + _alike(typed, [each for each in known if each[0] not in there])


def _alike(typed: str, known: Counted) -> list[tuple[str, int | None]]:
    from rapidfuzz import fuzz, process

    names = [name.lower() for name, _ in known]
    found = process.extract(typed, names, scorer=fuzz.WRatio, score_cutoff=LEAST, limit=MOST)
    places: list[int] = [index for _, _, index in found]
    return [known[place] for place in places]
