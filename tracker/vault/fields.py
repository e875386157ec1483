"""The five keys of a page's front matter that are read back: their values, how they are written, how they merge."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from tracker.errors import Unreadable
from tracker.terms import STATUS_ALIASES, Status
from tracker.vault.page import FIELDS, Entry, Page

_PLAIN = re.compile(r"[^\W\d_][\w./-]*(?: [\w./-]+)*")
_WORDS_OF_YAML = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})

Value = tuple[str, ...] | Status | int | date | None


class Fields(NamedTuple):
    """What a person decided about a paper. Without a line in the front matter, each has the value given here."""

    tags: tuple[str, ...] = ()
    status: Status = Status.INBOX
    priority: int = 0
    rating: int | None = None
    due: date | None = None


NO_FIELDS = Fields()


def fields_of(page: Page, tag: Callable[[str], str]) -> Fields:
    """The values on a page; `tag` gives a tag as it is kept. Raises Unreadable for a value that cannot be taken."""
    found: dict[str, Any] = {name: _value(name, page.entries[name], tag) for name in FIELDS if name in page.entries}
    return NO_FIELDS._replace(**found)


def _value(name: str, entry: Entry, tag: Callable[[str], str]) -> Value:
    words = [item.value for item in entry.items] if entry.items is not None else [entry.value]
    if name == "tags":
        typed = words if entry.items is not None else re.split(r"[\s,]+", entry.value)
        return tuple(dict.fromkeys(tag(word) for word in typed if word.strip(" #") and word != "~"))
    if len(words) > 1:
        raise Unreadable(f"{name} has several values")
    word = words[0].strip().lower() if words else ""
    if word in ("", "~", "null"):
        default: Value = getattr(NO_FIELDS, name)
        return default
    return _READ[name](word)


def _status(word: str) -> Status:
    if word not in (*Status, *STATUS_ALIASES):
        raise Unreadable(f"status has no value “{word}”; there are {', '.join(Status)}")
    return STATUS_ALIASES.get(word) or Status(word)


def _number(name: str, least: int, most: int) -> Callable[[str], int]:
    def read(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 4 and least <= int(word) <= most):
            raise Unreadable(f"{name} is a number from {least} to {most}, not “{word}”")
        return int(word)

    return read


def _due(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise Unreadable(f"due is a day as in 2026-02-12, not “{word}”") from None


_READ: Mapping[str, Callable[[str], Value]] = {
    "status": _status,
    "priority": _number("priority", 0, 3),
    "rating": _number("rating", 1, 5),
    "due": _due,
}


def written(value: Value) -> str:
    """A value as YAML; nothing for one that no line stands for."""
    match value:
        case tuple():
            return f"[{', '.join(map(quoted, value))}]"
        case None:
            return ""
    return str(value)


def quoted(text: str) -> str:
    """A text as YAML, without quotes where it needs none."""
    plain = _PLAIN.fullmatch(text) and text.casefold() not in _WORDS_OF_YAML
    return text if plain else json.dumps(text, ensure_ascii=False)


def alike(one: Value, other: Value, same: Callable[[str], str]) -> bool:
    """Whether two values say the same; the order of tags says nothing."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return {same(tag) for tag in one} == {same(tag) for tag in other}
    return one == other


def merged(base: Fields, here: Fields, there: Fields, same: Callable[[str], str]) -> tuple[Fields, list[str]]:
    """Both sides' changes on the base, and the names of the fields that both changed, each in another way.

    `same` gives the form in which two tags are one. Such a field keeps the value it has here.
    """
    values, clashes = here._asdict(), []
    for name in FIELDS:
        old, mine, theirs = getattr(base, name), getattr(here, name), getattr(there, name)
        if name == "tags":
            values[name] = _tags(old, mine, theirs, same)
        elif mine == old:
            values[name] = theirs
        elif theirs not in (old, mine):
            clashes.append(name)
    return Fields(**values), clashes


def _tags(base: Iterable[str], here: Sequence[str], there: Sequence[str], same: Callable[[str], str]) -> Value:
    """What either side added, and what neither took away, in the order of there."""
    mine, theirs = {same(tag) for tag in here}, {same(tag) for tag in there}
    gone = {same(tag) for tag in base} - (mine & theirs)
    kept = {same(tag): tag for tag in here if same(tag) not in gone}
    fresh = [tag for tag in there if same(tag) not in gone and same(tag) not in kept]
    order = {same(tag): place for place, tag in enumerate(there)}
    return tuple(sorted([*kept.values(), *fresh], key=lambda tag: order.get(same(tag), len(order))))
