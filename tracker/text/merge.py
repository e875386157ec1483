"""Three-way merge by lines: two people changed the same text, and neither may lose a word."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple


class Hunk(NamedTuple):
    """Lines `start:end` of the base became `lines`."""

    start: int
    end: int
    lines: Sequence[str]


def merge(base: str, mine: str, theirs: str) -> str | None:
    """Both changes in one text, or None where they touch the same lines differently."""
    lines = base.splitlines(keepends=True)
    merged: list[str] = []
    last = Hunk(-1, 0, ())
    for hunk in _together(_hunks(lines, mine), _hunks(lines, theirs)):
        if hunk.start < last.end or hunk.start == last.start:
            return None
        merged += [*lines[last.end : hunk.start], *hunk.lines]
        last = hunk
    return "".join([*merged, *lines[last.end :]])


def _hunks(base: Sequence[str], changed: str) -> list[Hunk]:
    lines = changed.splitlines(keepends=True)
    opcodes = SequenceMatcher(None, base, lines, autojunk=False).get_opcodes()
    return [Hunk(i, j, lines[k:m]) for kind, i, j, k, m in opcodes if kind != "equal"]


def _together(mine: list[Hunk], theirs: list[Hunk]) -> list[Hunk]:
    """All hunks in order; a change that both made alike stands once."""
    return sorted(
        {(h.start, h.end, tuple(h.lines)): h for h in [*mine, *theirs]}.values(), key=lambda h: (h.start, h.end)
    )
