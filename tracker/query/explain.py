"""Says in words what a query means: tag safety and later and not tag theory and added in the last 2 weeks."""

import re
from collections.abc import Iterable
from datetime import datetime

from tracker.query.dates import AGE, CALENDAR, DAYS, clock, turned
from tracker.query.fields import FUTURE, field_named
from tracker.query.tree import And, Choice, How, In, Like, Name, Names, Node, Not, Or, Query, Sort, Span, Text
from tracker.terms import STATUS_GROUPS

OPEN = tuple(status.value for status in STATUS_GROUPS["open"])
GROUPS = {
    tuple(status.value for status in STATUS_GROUPS["unread"]): "unread (inbox or later)",
    tuple(status.value for status in STATUS_GROUPS["closed"]): "closed (done or skipped)",
}
SNOOZED = Choice("is", ("snoozed",), 0, 0)

HOWS = {
    How.WORD: "“{}”",
    How.PREFIX: "a word beginning with “{}”",
    How.PHRASE: "the phrase “{}”",
    How.EXACT: "exactly “{}”",
    How.FUZZY: "a word like “{}”",
    How.REGEX: "the pattern /{}/",
}
PLACES = {"abs": "abstract"}
IS = {
    "asked": "asked of me",
    "changed": "changed since it was read",
    "conflict": "in conflict",
    "check": "with an annotation whose place is in doubt",
    "orphaned": "with an annotation that lost its place",
    "duplicate": "maybe a duplicate",
    "untitled": "without a title",
}
HAS = {"authors": "authors", "code": "code", "url": "an address", "pdf": "a PDF", "due": "a due date", "doi": "a DOI"}
HAS |= {"arxiv": "an arXiv number", "thread": "a comment", "deadlink": "a link that leads nowhere"}
NUMBERS = {
    "prio": "priority",
    "agree": "agreement",
    "score": "likelihood that you keep it",
    "words": "number of words",
    "marks": "number of annotations",
}
BEST_FIRST = ("next", "score")  # the others go upwards
UNITS = {"h": "hour", "d": "day", "w": "week", "m": "month", "y": "year"}
SORTS = {
    "next": "what to read next",
    "score": "what you are likeliest to keep",
    "random": "chance",
    "file": "place in the file",
    "agree": "agreement",
}


def explain(query: Query) -> str:
    """The meaning in words, without what could not be understood; "every paper" where nothing is asked for."""
    words = _said(query.tree, query.text) if query.tree else "every paper"
    return words + (f", sorted by {_listed(map(_sort, query.sort), 'then')}" if query.sort else "")


def _said(node: Node, text: str) -> str:
    match node:
        case And(parts):
            return " and ".join(_bracketed(part, text) for part in _opened(parts))
        case Or(parts):
            return " or ".join(_inner(part, text, And) for part in parts)
        case Not(part):
            return _denied(part, text)
        case Text():
            return _text(node)
        case Names():
            return _names(node)
        case Choice():
            return _choice(node)
        case Span():
            return _span(node, text)
        case Like(paper):
            return f"like paper {paper}"
        case In(name):
            return f"found by the saved search “{name}”"


def _inner(node: Node, text: str, *kinds: type[And] | type[Or]) -> str:
    return f"({_said(node, text)})" if isinstance(node, kinds) else _said(node, text)


def _bracketed(part: Node, text: str) -> str:
    """A part of an And, in brackets where an "or" in it could be taken for the whole sentence's."""
    several = isinstance(part, Choice | Names) and len(part.values) > 1 and part.values not in GROUPS
    return f"({_said(part, text)})" if several or isinstance(part, Or) else _said(part, text)


def _opened(parts: tuple[Node, ...]) -> Iterable[Node]:
    """The parts, with "open" instead of its statuses and "not snoozed" where they came from one term."""
    skip = False
    for part, after in zip(parts, (*parts[1:], None), strict=True):
        is_open = isinstance(part, Choice) and part.values == OPEN and _not_snoozed(after, part)
        if not skip:
            yield part._replace(values=("open",)) if is_open and isinstance(part, Choice) else part
        skip = is_open


def _not_snoozed(node: Node | None, beside: Choice) -> bool:
    inner = node.part if isinstance(node, Not) else None
    return inner == SNOOZED._replace(start=beside.start, end=beside.end)


def _denied(part: Node, text: str) -> str:
    if isinstance(part, Choice) and part.field == "has":
        return "without " + _listed((_article(value) for value in part.values), "or")
    if isinstance(part, Names) and part.values == (Name("none"),):
        return f"some {part.field}"
    said = _inner(part, text, And, Or)
    return "not open" if said == "(open)" else f"not {said}"


def _text(node: Text) -> str:
    words = HOWS[node.how].format(node.value)
    return " or ".join(f"{PLACES.get(field, field)} with {words}" for field in node.fields) or words


def _names(node: Names) -> str:
    if node.values == (Name("none"),):
        return f"no {node.field}"
    names = _listed((_name(name, node.field) for name in node.values), "or")
    return f"with an annotation of kind {names}" if node.field == "kind" else f"{node.field} {names}"


def _name(name: Name, field: str) -> str:
    text = f"“{name.text}”" if re.search(r"[\s,]", name.text) else name.text
    if name.near:
        text = f"like {text}"
    if name.prefix:
        return f"{text}…"
    return f"{text} itself" if name.exact and field == "tag" else text


def _choice(node: Choice) -> str:
    match node.field:
        case "status":
            return GROUPS.get(node.values) or _listed(node.values, "or")
        case "is":
            return _listed((IS.get(value, value) for value in node.values), "or")
        case "has":
            return "with " + _listed((_article(value) for value in node.values), "or")
        case field:
            return "no vote" if node.values == ("none",) else f"{field} {_listed(node.values, 'or')}"


def _article(value: str) -> str:
    return HAS.get(value) or ("an " if value[0] in "aeiou" else "a ") + value


def _span(span: Span, text: str) -> str:
    if isinstance(span.low, datetime) or isinstance(span.high, datetime):
        return f"{span.field} {_typed_date(text[span.start : span.end]) or _dates(span)}"
    name = NUMBERS.get(span.field, span.field)
    low, high = (f"{value:g}" if value is not None else "" for value in (span.low, span.high))
    if low and high:
        return f"{name} {low}" if low == high else f"{name} from {low} to {'under ' * span.high_open}{high}"
    if low:
        return f"{name} {'above' if span.low_open else 'at least'} {low}"
    return f"{name} {'below' if span.high_open else 'at most'} {high}"


def _dates(span: Span) -> str:
    """The bounds themselves, where the text that named them is not at hand."""
    low, high = (
        f"{value:%Y-%m-%d}{f' {value:%H:%M} UTC' * (span.field != 'due')}" if isinstance(value, datetime) else ""
        for value in (span.low, span.high)
    )
    return " and ".join([*([f"since {low}"] if low else []), *([f"before {high}"] if high else [])])


def _typed_date(typed: str) -> str:
    """A date as it was typed, in words; empty where it is not one date alone."""
    match = re.fullmatch(r"([A-Za-z]+)(:[<>]=?|:[=~]?|[<>]=?|=)([^\s,()]+)", typed.lower())
    field = field_named(match[1]) if match else None
    if not match or not field:
        return ""
    op, value = match[2].strip(":=~") + "=" * (match[2][-2:] in ("<=", ">=")), match[3]
    first, dots, last = value.partition("..")
    if dots:
        if turned(value, clock(field, datetime.now())):
            first, last = last, first
        return _between(first, last, ahead=field in FUTURE)
    if age := re.fullmatch(AGE, value):
        return _age(op, _long(age[1], age[2]), ahead=field in FUTURE)
    return _compared(op, value) if value in DAYS or re.fullmatch(CALENDAR, value) else ""


def _age(op: str, long: str, *, ahead: bool) -> str:
    if op.startswith(">"):
        return f"in more than {long}" if ahead else f"more than {long} ago"
    if ahead:
        return f"in less than {long}" if op else f"in the next {long.removeprefix('1 ')}"
    return f"in the last {long.removeprefix('1 ')}"


def _compared(op: str, value: str) -> str:
    match op:
        case "<":
            return f"before {value}"
        case "<=":
            return f"until the end of {value}"
        case ">":
            return f"after {value}"
        case ">=":
            return f"since {value}"
        case _:
            return value if value in DAYS else f"{'on' if value.count('-') == 2 else 'in'} {value}"


def _between(first: str, last: str, *, ahead: bool) -> str:
    low, high = _moment(first, ahead=ahead), _moment(last.removeprefix("<"), ahead=ahead)
    if low and high:
        return f"between {low} and {high}"
    return f"since {low}" if low else f"until {high}"


def _moment(word: str, *, ahead: bool) -> str:
    if age := re.fullmatch(AGE, word):
        long = _long(age[1], age[2])
        return f"in {long}" if ahead else f"{long} ago"
    return word


def _long(number: str, unit: str) -> str:
    return f"{int(number)} {UNITS[unit]}{'s' * (int(number) != 1)}"


def _sort(sort: Sort) -> str:
    backwards = " (last first)" if sort.key in BEST_FIRST else " (descending)"
    return SORTS.get(sort.key, sort.key) + backwards * sort.descending


def _listed(words: Iterable[str], joint: str) -> str:
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last
