"""JSON of any service: a list of papers, an object that holds one, or a single paper."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tracker.formats import companions, identifiers
from tracker.formats.companions import Notes
from tracker.formats.json_items import Item, items, listed
from tracker.formats.papers import paper
from tracker.formats.record import Failure, Record

SUFFIXES = (".json",)

START = re.compile(r"[\s\ufeff]*(?:\[\s*(?:[\[{\]]|$)|\{\s*(?:[\"}]|$))")


def looks_like(head: str) -> bool:
    return bool(START.match(head))


def read(text: str) -> Iterator[Record | Failure]:
    """A record an object; one that is damaged or no paper is told of."""
    found: Iterable[Item] = items(text)
    notes = companions.NONE
    if '"parentItem"' in text:  # notes stand anywhere, also before their papers
        found = list(found)
        notes = companions.notes_of(item.value for item in found)
    for item in found:
        if item.problem:
            yield Failure("", item.line, item.problem, item.raw)
        else:
            yield from of_value(item.value, item.line, item.raw, notes)


def of_value(value: Any, line: int, raw: str, notes: Notes = companions.NONE) -> Iterator[Record | Failure]:
    """What one value of a file tells of: a paper, or those that it holds."""
    inside = listed(value)
    several = isinstance(value, list) and any(isinstance(one, dict) for one in value)
    for one in inside[1] if inside else value if several else [value]:
        if isinstance(one, str) and identifiers.NAMED.fullmatch(one.strip()):
            yield identifiers.named(one.strip(), line, raw)
        elif not isinstance(one, dict):
            yield Failure("", line, "An object was expected here", raw)
        elif problem := companions.problem(one):
            if not companions.is_taken(one, notes):
                yield Failure("", line, problem, raw)
        else:
            yield companions.with_notes(paper(one, line, raw), one, notes)
