"""JSON of any service: a list of papers, an object that holds one, or a single paper."""

import re
from collections.abc import Iterator
from typing import Any

from tracker.formats.json_items import items, listed
from tracker.formats.papers import paper
from tracker.formats.record import Failure, Record

SUFFIXES = (".json",)

START = re.compile(r"[\s\ufeff]*(?:\[\s*(?:[\[{\]]|$)|\{\s*(?:[\"}]|$))")


def looks_like(head: str) -> bool:
    return bool(START.match(head))


def read(text: str) -> Iterator[Record | Failure]:
    """A record an object; one that is damaged or no paper is told of."""
    for item in items(text):
        if item.problem:
            yield Failure("", item.line, item.problem, item.raw)
        else:
            yield from of_value(item.value, item.line, item.raw)


def of_value(value: Any, line: int, raw: str) -> Iterator[Record | Failure]:
    """What one value of a file tells of: a paper, or those that it holds."""
    inside = listed(value)
    for one in inside[1] if inside else value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield paper(one, line, raw)
        else:
            yield Failure("", line, "An object was expected here", raw)
