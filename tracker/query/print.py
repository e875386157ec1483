"""Writes a tree as text again, in one canonical form: parsing that text gives the same tree, but for positions.

Groups of statuses appear as the statuses, dates as instants in UTC, sigils as fields.
"""

import re
from datetime import datetime

from tracker.query.source import quote
from tracker.query.tree import And, Choice, How, In, Like, Name, Names, Node, Not, Or, Span, Text

SIMPLE = re.compile(r"\w[\w/.+:&-]*")  # a name that needs no quotation marks
SIGNS = {How.EXACT: "=", How.FUZZY: "~"}


def canonical(node: Node) -> str:
    """A tree in canonical form. Parts of an And or Or are bracketed only where they must be."""
    match node:
        case And(parts):
            return " ".join(_inner(part, Or) for part in parts)
        case Or(parts):
            return " OR ".join(canonical(part) for part in parts)
        case Not(part):
            return "-" + _inner(part, And, Or)
        case Text():
            return _text(node)
        case Names(field, values):
            return f"{field}:{'=' * values[0].exact}{'~' * values[0].near}{','.join(map(_name, values))}"
        case Choice(field, values):
            return f"{field}:{','.join(values)}"
        case Span():
            return _span(node)
        case Like(paper):
            return f"like:{word_or_quotation(paper)}"
        case In(name):
            return f"in:{word_or_quotation(name)}"


def _inner(node: Node, *kinds: type[And] | type[Or]) -> str:
    return f"({canonical(node)})" if isinstance(node, kinds) else canonical(node)


def _text(node: Text) -> str:
    front = f"{node.fields[0]}:" if node.fields else ""
    match node.how:
        case How.PHRASE:
            return front + quote(node.value)
        case How.REGEX:
            return front + "/" + re.sub(r"(?s)(\\.)|/", lambda match: match[1] or "\\/", node.value) + "/"
        case How.EXACT | How.FUZZY:
            bare = re.fullmatch(r'[^\s()"“]+', node.value) and node.fields != ("author",)
            return front + SIGNS[node.how] + (node.value if bare else quote(node.value))
        case _:
            return front + node.value + "*" * (node.how is How.PREFIX)


def _name(name: Name) -> str:
    return word_or_quotation(name.text) + "*" * name.prefix


def word_or_quotation(text: str) -> str:
    """A name as it can stand in a list of names: in quotation marks where it must."""
    return text if SIMPLE.fullmatch(text) else quote(text)


def _span(span: Span) -> str:
    low, high = _bound(span, span.low), _bound(span, span.high)
    if span.low is None or span.high is None:
        sign = ">" * (span.high is None) + "<" * (span.low is None)
        shut = not (span.low_open if span.high is None else span.high_open)
        return f"{span.field}{sign}{'=' * shut}{low}{high}"
    if span.low == span.high and not span.high_open:
        return f"{span.field}:{low}"
    return f"{span.field}:{low}..{'<' * span.high_open}{high}"


def _bound(span: Span, value: float | datetime | None) -> str:
    match value:
        case None:
            return ""
        case datetime():
            text = value.isoformat().replace("+00:00", "Z")
            return text[:10] if span.field == "due" else text
        case _:
            return f"{value:.15f}".rstrip("0").rstrip(".")
