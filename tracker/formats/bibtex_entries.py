"""Entries of BibTeX as most programs write them, taken by patterns at a third of what a reader of the whole grammar
costs. What is unusual, and what stands between entries, is left to such a reader."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tracker.formats.bibtex_values import Raw, standing

_DEEPEST = 4  # braces within braces of a value
_START = re.compile(r"^[ \t]*@([A-Za-z]+)[ \t]*\{[ \t]*([^\s,{}()=\"#@\\]+)[ \t]*,", re.M)
_END = re.compile(r"\s*+\}[ \t]*+(?=\n|\Z)")
_BRACE = re.compile(r"(?<!\\)[{}]")
_BLOCK = re.compile(r"^\s*@\w*[ \t]*[{(]", re.M)
_OTHERS = {"comment", "preamble", "string"}


def _braced(deepest: int) -> str:
    inner = f"|{_braced(deepest - 1)}" if deepest else ""
    return rf"\{{(?:[^{{}}\\]++|\\[{{}}]?+{inner})*+\}}"


_QUOTED = rf'"(?:[^{{}}"\\]++|\\[{{}}"]?+|{_braced(_DEEPEST - 1)})*+"'
_FIELD = re.compile(
    rf"\s*+([A-Za-z][\w.:+-]*)\s*+=\s*+({_braced(_DEEPEST)}|{_QUOTED}|\d++|[A-Za-z]\w*+)\s*+(?:,|(?=\}}))"
)


class Rest(NamedTuple):
    """Text that is no plain entry, and the line it begins in."""

    text: str
    line: int


def parted(text: str) -> Iterator[Raw | Rest]:
    """A file's plain entries, and all between them that may hold others. Nothing inside of an open brace is plain."""
    done = at = line = depth = 0
    while found := _START.search(text, at):
        depth = _depth(text, at, found.start(), depth)
        taken = None if depth else _entry(text, found)
        if taken is None:
            depth, at = _depth(text, found.start(), found.end(), depth), found.end()
            continue
        fields, end = taken
        if text.find("@", done, found.start()) >= 0:
            yield Rest(text[done : found.start()], line + 1)
        first = found.start(1) - 1
        line += text.count("\n", done, first)
        yield standing(found[1], found[2], line + 1, text[first:end], fields)
        line += text.count("\n", first, end)
        done = at = end
    if text.find("@", done) >= 0:
        yield Rest(text[done:], line + 1)


def _entry(text: str, start: re.Match[str]) -> tuple[list[tuple[str, str]], int] | None:
    """The fields of the entry that begins here, as they stand, and where it ends."""
    fields: list[tuple[str, str]] = []
    at = start.end()
    while field := _FIELD.match(text, at):
        fields.append((field[1], field[2]))
        at = field.end()
    closed = _END.match(text, at)
    if not closed or start[1].lower() in _OTHERS:
        return None
    if text.find("@", start.end(), at) >= 0 and _BLOCK.search(text, start.end(), at):
        return None
    return fields, text.index("}", at) + 1


def _depth(text: str, start: int, end: int, depth: int) -> int:
    """How many braces are open after a stretch of text that begins at some depth."""
    for found in _BRACE.finditer(text, start, end):
        depth = max(0, depth + (1 if found[0] == "{" else -1))
    return depth
