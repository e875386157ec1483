"""Lines that a person writes under an annotation in a file: which are new, and where they stand as comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_CALLOUT = re.compile(r"((?:^>.*\n)+)(?:[ \t]*\n)*(\^m-[0-9a-z]+)[ \t]*$", re.MULTILINE)
_TAGS = re.compile(r"#\S+(?:\s+#\S+)*\Z")


class Remark(NamedTuple):
    """What somebody wrote under an annotation, by its short id."""

    mark: str
    text: str


class Callout(NamedTuple):
    """The quoted lines of an annotation in a block, without their signs; `start:end` is their place."""

    mark: str
    start: int
    end: int
    lines: list[str]


def callouts(content: str) -> Iterator[Callout]:
    for found in _CALLOUT.finditer(content):
        lines = [line[1:].removeprefix(" ") for line in found[1].splitlines()]
        yield Callout(found[2], found.start(1), found.end(1), lines)


class Taken(NamedTuple):
    """The remarks that a block holds, the block without them, and what it was, with them."""

    remarks: tuple[Remark, ...]
    rest: str
    halfway: str


def taken(old: str, there: str, here: str, me: str) -> Taken:
    """What was written under annotations into a block since it was `old`.

    Only whole lines that came to an annotation which is still `here` are remarks; a changed line is none.
    """
    known = {callout.mark: callout.lines for callout in callouts(here)}
    before = known | {callout.mark: callout.lines for callout in callouts(old)}
    remarks: list[Remark] = []
    again = False  # whether lines stand there that were taken before
    kept, both = dict[str, list[str]](), dict[str, list[str]]()
    for callout in callouts(there):
        if callout.mark in known:
            new, kept[callout.mark], both[callout.mark] = _new(
                before[callout.mark], callout.lines, known[callout.mark], f"{me}: "
            )
            again |= [] in new
            remarks += [Remark(callout.mark, text) for lines in new if (text := _text(lines, me))]
    if not remarks and not again:
        return Taken((), there, old)
    return Taken(tuple(remarks), _with(there, kept), _with(old, both))


def _with(content: str, lines: Mapping[str, Sequence[str]]) -> str:
    """A block with other lines under some annotations."""
    parts, at = [], 0
    for callout in callouts(content):
        if callout.mark in lines:
            parts += [content[at : callout.start], _quoted(lines[callout.mark])]
            at = callout.end
    return "".join([*parts, content[at:]])


def _new(
    old: Sequence[str], lines: Sequence[str], known: Sequence[str], mine: str
) -> tuple[list[list[str]], list[str], list[str]]:
    """The runs of lines that came in and are neither old nor `known`; the lines without them; the old lines with them.
    A run that was taken before is empty.

    A file that has all of what is known was written since it was `old`: then what else it has is new. What stands in
    it as it was typed and is known behind `mine` was taken before, and is not taken twice.
    """
    told = {line.removeprefix(mine) for line in known if line.startswith(mine)}
    ahead, there = iter(lines), {*old, *known}
    old = known if all(line in ahead for line in known) else old
    runs: list[list[str]] = []
    kept: list[str] = []
    both: list[str] = []
    for kind, first, last, start, end in SequenceMatcher(None, old, lines, autojunk=False).get_opcodes():
        some = list(lines[start:end])
        if kind == "insert" and told.issuperset(some):
            runs.append([])
            both += some
        elif kind == "insert" and not any(line in there or line.startswith("[!") or _TAGS.match(line) for line in some):
            runs.append(some)
            both += some
        else:
            kept += some
            both += old[first:last]
    return runs, kept, both


def _text(lines: Sequence[str], me: str) -> str:
    """The words alone: a name in front says who writes, as in what the program writes."""
    text = "\n".join(lines).strip()
    return text.removeprefix(f"{me}:").strip() if me else text


def _quoted(lines: Sequence[str]) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in lines)


def said(content: str, remarks: Sequence[Remark], me: str) -> str:
    """A block as it will be written once remarks are comments: each behind what was said before, before the tags."""
    for remark in remarks:
        there = next(callout.lines for callout in callouts(content) if callout.mark == remark.mark)
        at = len(there) - bool(_TAGS.match(there[-1]))
        content = _with(content, {remark.mark: [*there[:at], *f"{me}: {remark.text}".split("\n"), *there[at:]]})
    return content
