"""The objects of a JSON file one by one, with their lines; a damaged one does not take the others with it."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tracker.formats.papers import is_paper

LISTS = (
    *("notes", "items", "results", "data", "papers", "publications", "references", "records", "works", "entries"),
    *("docs", "articles", "message", "hits", "hit", "response", "result", "resultList", "feed", "proceedings"),
    *("accepted", "value", "list", "entry", "search-results", "collection", "References"),
)
_NAMES_OF_LISTS = frozenset(LISTS)
BETWEEN = re.compile(r"(?:[\s,;\ufeff]++|//[^\n]*+|/\*.*?\*/)*+", re.S)  # remarks, too, which JSON does not know
NEXT = re.compile(r"(?:\}\s*,?|,)\s*(?=\{)|\}\s*\n\s*,?\s*(?=\{)")
START = re.compile(r"[\[{]")
DEEP = "It is nested too deeply"


class Item(NamedTuple):
    """One value of a file: its line and text; or what is wrong with it, and how far it could be read."""

    value: Any
    line: int
    raw: str
    problem: str = ""
    reached: int = 0


class _Place:
    """A place in a text that only moves forward, and its line."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line = text, 0, 1

    def go(self, at: int) -> None:
        self.line += self.text.count("\n", self.at, at)
        self.at = at

    def skip(self) -> str:
        """The next character that is more than white space; empty at the end."""
        found = BETWEEN.match(self.text, self.at)
        self.go(found.end() if found else self.at)
        return self.text[self.at : self.at + 1]


def items(text: str) -> Iterator[Item]:
    """Every object of a file: of its list, of the list inside its object, or one after another."""
    place = _Place(text)
    if place.skip() == "[":
        place.go(place.at + 1)
        yield from _values(place, "]")
        place.go(place.at + 1)
    else:
        first = _value(place)
        if first.problem:
            yield from _salvaged(text, first)
            return
        yield from _inside(text, first)
    yield from _values(place, "")


def _values(place: _Place, end: str) -> Iterator[Item]:
    """Values up to the sign that ends them; what cannot be read ends where the next object begins."""
    while (sign := place.skip()) and sign != end:
        found = _value(place)
        if not found.problem:
            yield found
            continue
        start, line = place.at, place.line
        following = NEXT.search(place.text, max(place.at + 1, found.reached))
        place.go(following.end() if following else len(place.text))
        yield Item(None, line, place.text[start : place.at].strip().rstrip(","), found.problem)


def _value(place: _Place) -> Item:
    """The value at a place, which moves behind it unless it cannot be read."""
    line = place.line
    try:
        value, end = json.JSONDecoder().raw_decode(place.text, place.at)
    except json.JSONDecodeError as error:
        return Item(None, line, "", f"Not JSON: {error.msg} (line {error.lineno}, column {error.colno})", error.pos)
    except RecursionError:
        return Item(None, line, "", DEEP)
    except ValueError as error:
        return Item(None, line, "", f"Not JSON: {error}")
    raw = place.text[place.at : end]
    place.go(end)
    return Item(value, line, raw)


def _inside(text: str, whole: Item) -> Iterator[Item]:
    """The papers that an object holds, or the object as one."""
    found = turned(whole.value) or listed(whole.value)
    if found is None:
        yield whole
        return
    name, values = found
    for opening in re.finditer(rf'"{re.escape(name)}"\s*:\s*\[', text) if name else ():
        place = _Place(text)
        place.go(opening.end())
        place.skip()
        if (first := _value(place)).problem == "" and first.value == values[0]:
            yield first
            yield from _values(place, "]")
            return
    for value in values:
        yield Item(value, whole.line, json.dumps(value, ensure_ascii=False))


def listed(value: Any, depth: int = 0) -> tuple[str, list[Any]] | None:
    """The list of papers inside an object and its name; None where the object is a paper itself."""
    if not isinstance(value, Mapping) or (is_paper(value) and not _is_envelope(value)) or depth > 3:
        return None
    for name in sorted(value, key=lambda one: LISTS.index(one) if one in LISTS else len(LISTS)):
        inner = value[name]
        if isinstance(inner, list) and any(map(is_paper, inner)):
            return name, inner
        if isinstance(inner, Mapping) and (found := listed(inner, depth + 1)):
            return found
    papers = [one for one in value.values() if is_paper(one)]
    if papers and len(papers) * 2 >= len(value):
        told = {key: one for key, one in value.items() if not _names_them(one, value)}
        return "", [{"key": key} | one if isinstance(one, dict) else one for key, one in told.items()]
    return None


def _names_them(value: Any, papers: Mapping[str, Any]) -> bool:
    """Whether a value only lists the keys of the papers beside it."""
    return isinstance(value, list) and all(isinstance(one, str) and one in papers for one in value)


def turned(value: Any) -> tuple[str, list[Any]] | None:
    """The rows of a table that is kept by its columns, or as a header and rows."""
    if not isinstance(value, Mapping) or not value:
        return None
    if isinstance(names := value.get("columns"), list) and isinstance(rows := value.get("data"), list):
        fit = [dict(zip(names, row, strict=True)) for row in rows if isinstance(row, list) and len(row) == len(names)]
        return ("", fit) if len(fit) == len(rows) and any(map(is_paper, fit)) else None
    columns = list(value.values())
    if not all(isinstance(one, dict) and one.keys() == columns[0].keys() for one in columns):
        return None
    made = [{name: column[row] for name, column in value.items()} for row in columns[0]]
    return ("", made) if any(map(is_paper, made)) and not any(map(is_paper, columns)) else None


def _is_envelope(value: Mapping[str, Any]) -> bool:
    """Whether an object with a title is what papers came in, as a feed or a proceedings."""
    named = [value[name] for name in value if name in _NAMES_OF_LISTS]
    return any(isinstance(inner, list) and any(map(is_paper, inner)) for inner in named)


def _salvaged(text: str, broken: Item) -> Iterator[Item]:
    """The objects of the first list of a file that as a whole is no JSON."""
    names = "|".join(LISTS)
    found = re.search(rf'"(?:{names})"\s*:\s*\[', text)
    if not found:
        yield Item(None, text.count("\n", 0, broken.reached) + 1, text[:2000], broken.problem)
        return
    place = _Place(text)
    place.go(found.end())
    yield from _values(place, "]")
