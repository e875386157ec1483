"""The values of BibTeX's fields: delimiters, abbreviations, pieces joined by #; and fields that entries inherit."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

MONTHS = {
    name: name.title() for name in ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
}
ADDING = {"keywords", "keyword", "note", "annote", "annotation", "author", "file", "groups", "tags"}
BRACE = re.compile(r"\\.|[{}]", re.S)
MARK = re.compile(r'\\.|[{}"]', re.S)
PIECE = re.compile(r'\s*#?\s*(?:([{"])|([^\s#{}",]+))')
GRANULAR = re.compile(r"xdata\s*=\s*([^\s,={}]+?)-([A-Za-z]+)(?:-(\d+))?(?=$|\s|,|\})", re.I)
NOT_INHERITED = {
    *("crossref", "xref", "xdata", "key", "ids", "title", "subtitle", "shorttitle", "abstract", "doi", "pages", "url"),
    *("keywords", "note", "annote", "file", "groups", "eprint", "entryset", "author"),
}
DEEPEST = 8


class Raw(NamedTuple):
    """An entry as it stands: values with their delimiters."""

    type: str
    key: str | None
    line: int
    raw: str
    fields: dict[str, str]


class Entry(NamedTuple):
    """An entry with its values as TeX text."""

    type: str
    key: str | None
    line: int
    raw: str
    fields: Mapping[str, str]


def standing(type: str, key: str | None, line: int, raw: str, fields: list[tuple[str, str]]) -> Raw:
    """An entry. Of a field that stands twice the first counts, unless it is empty; keywords and notes add up."""
    if key and "=" in key:  # there is no key, and the parser took the first field for one
        first, _, rest = key.partition("=")
        fields, key = [(first, rest), *fields], None
    found: dict[str, str] = {}
    for spelled, value in fields:
        name, new = spelled.strip().lower(), value.strip()
        old = found.get(name)
        if old and new and old != new and name in ADDING:
            found[name] = f"{old} # {{, }} # {new}"
        elif not old or old in ("{}", '""'):
            found[name] = new
    return Raw(type.strip().lower(), key or None, line, raw, found)


def entry(raw: Raw, strings: Mapping[str, str]) -> Entry:
    return raw_entry(raw, {name: text(value, strings) for name, value in raw.fields.items()})


def raw_entry(raw: Raw | Entry, fields: Mapping[str, str]) -> Entry:
    return Entry(raw.type, raw.key, raw.line, raw.raw, fields)


def text(value: str, strings: Mapping[str, str]) -> str:
    """A value without delimiters, abbreviations written out; one that is not defined stands for itself."""
    return spaced(value, strings).strip()


def spaced(value: str, strings: Mapping[str, str]) -> str:
    """The same with the blanks at its ends, by which an abbreviation may be set off from what is joined to it."""
    value = value.strip()
    if value[:1] == "{" and (value.find("}") == len(value) - 1 or _end(value, 0) == len(value)):
        return value[1:-1]
    parts: list[str] = []
    at = 0
    while at < len(value) and (found := PIECE.match(value, at)):
        if found[1]:
            end = _end(value, found.start(1)) if found[1] == "{" else _quote_end(value, found.start(1))
            parts.append(value[found.start(1) + 1 : end - 1])
            at = end
        else:
            parts.append(strings.get(found[2].lower(), found[2]))
            at = found.end()
    return "".join(parts) if at >= len(value.rstrip()) else value.strip('{}" ')


def end_of(value: str) -> int:
    """Where the value in braces or quotation marks at the start ends; past the end where it does not."""
    if value[:1] not in ("{", '"'):
        return len(value) + 1
    return _end(value, 0) if value[0] == "{" else _quote_end(value, 0)


def _end(value: str, start: int) -> int:
    """Where the brace that opens at `start` is closed; past the end where it is not."""
    depth = 0
    for found in BRACE.finditer(value, start):
        depth += (found[0] == "{") - (found[0] == "}")
        if not depth and found[0] == "}":
            return found.end()
    return len(value) + 1


def _quote_end(value: str, start: int) -> int:
    """Where the quotation that opens at `start` ends: at a quotation mark outside of braces."""
    depth = 0
    for found in MARK.finditer(value, start + 1):
        depth += (found[0] == "{") - (found[0] == "}")
        if found[0] == '"' and depth <= 0:
            return found.end()
    return len(value) + 1


def balanced(value: str) -> bool:
    depth = 0
    for found in BRACE.finditer(value):
        depth += (found[0] == "{") - (found[0] == "}")
        if depth < 0:
            return False
    return depth == 0


def by_key(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Entries by key and by alias, in lower case; of several with one key, the first."""
    known: dict[str, Entry] = {}
    for one in entries:
        for name in [one.key or "", *one.fields.get("ids", "").split(",")]:
            if name.strip():
                known.setdefault(name.strip().lower(), one)
    return known


def inherited(entry: Entry, known: Mapping[str, Entry]) -> Entry:
    """The entry with what it takes from others: all of its xdata, of its crossref what books share."""
    if not any(name in entry.fields for name in ("crossref", "xdata")) and "xdata" not in entry.raw:
        return entry
    fields = _with_data(entry, known, 0)
    fields = {name: _granular(value, known, 0) for name, value in fields.items()}
    parent = known.get(fields.get("crossref", "").strip().lower())
    if parent is not None and parent is not entry:
        theirs = dict(_with_data(parent, known, 0))
        shared = {name: value for name, value in theirs.items() if name not in NOT_INHERITED}
        if "title" in theirs:
            shared.setdefault("booktitle", theirs["title"])
        fields = shared | fields
    return raw_entry(entry, fields)


def _with_data(entry: Entry, known: Mapping[str, Entry], depth: int) -> Mapping[str, str]:
    names = entry.fields.get("xdata", "").split(",")
    fields = dict(entry.fields)
    for name in names if depth < DEEPEST else ():
        container = known.get(name.strip().lower())
        if container is not None and container is not entry:
            theirs = _with_data(container, known, depth + 1)
            fields = {one: value for one, value in theirs.items() if one != "ids"} | fields
    return fields


def _granular(value: str, known: Mapping[str, Entry], depth: int) -> str:
    """`xdata=key-field-2` is the second item of a field of another entry; what is not there stays as it is."""
    if depth >= DEEPEST or "xdata" not in value.lower():
        return value

    def looked_up(found: re.Match[str]) -> str:
        container = known.get(found[1].lower())
        theirs = container.fields.get(found[2].lower()) if container else None
        if theirs is None:
            return found[0]
        items = re.split(r"\s+and\s+", theirs)
        place = int(found[3] or 0)
        item = theirs if not found[3] else items[place - 1] if 0 < place <= len(items) else found[0]
        return _granular(item, known, depth + 1) if item != found[0] else item

    return GRANULAR.sub(looked_up, value)
