"""A note as it reads: Markdown laid out a line at a time, links as text, nothing in it that a click would act on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import groupby

from textual.content import Content

from tracker.text.wikilinks import wikilinks
from tracker.tui.safe import LONGEST, plain, shown
from tracker.tui.widgets import reading

_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*\Z")
_ITEM = re.compile(r"(\s*)(?:[-*+]|(\d{1,9}[.)]))\s+(.*)")
_QUOTE = re.compile(r"\s{0,3}>\s?(.*)")
_RULE = re.compile(r"\s{0,3}([-*_])(?:\s*\1){2,}\s*\Z")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
RULE = "─" * 24


def markdown(body: str, dead: Collection[str] = ()) -> Content:
    """The text laid out; links to what is in `dead` are shown as leading nowhere."""
    lines = [_linked(line, dead) for line in _blocks(shown(body[:LONGEST]).split("\n"))]
    if len(body) > LONGEST:
        lines.append(Content.styled(f"… {len(body) - LONGEST:,} more characters", "$muted"))
    return Content("\n").join(lines)


def _blocks(lines: list[str]) -> Iterator[Content]:
    """Code as it stands, runs of ordinary lines together, everything else line by line."""
    fence = ""
    marked: list[tuple[str, str]] = []
    for line in lines:
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1] == fence):
            fence = "" if fence else mark[1]
            marked.append(("fence", line))
        else:
            marked.append(("code" if fence else "own" if _own(line) else "text", line))
    for kind, run in groupby(marked, key=lambda one: one[0]):
        texts = [line for _, line in run]
        if kind == "text":
            yield reading.abstract("\n".join(texts))
        elif kind == "code":
            yield from (Content.styled(f"  {line}", "$code") for line in texts)
        elif kind == "own":
            yield from map(_line, texts)


def _own(line: str) -> bool:
    return any(kind.match(line) for kind in (_HEADING, _ITEM, _QUOTE, _RULE)) or not line.strip()


def _line(line: str) -> Content:
    if found := _HEADING.match(line):
        return reading.abstract(found[1]).stylize_before("$heading bold")
    if _RULE.match(line):
        return Content.styled(RULE, "$line")
    if found := _ITEM.match(line):
        sign = found[2] or "•"
        return Content.assemble((f"{found[1]}{sign} ", "$accent"), reading.abstract(found[3]))
    if found := _QUOTE.match(line):
        return Content.assemble(("│ ", "$line"), reading.abstract(found[1]).stylize_before("italic"))
    return Content("")


def _linked(content: Content, dead: Collection[str]) -> Content:
    """Links between notes lit; those that lead nowhere say so."""
    for link in wikilinks(content.plain):
        gone = link.target in dead
        content = content.stylize("$warning" if gone else "$link", link.start, link.end)
    return content


def gone(dead: Collection[str]) -> str:
    """What is said of links that lead nowhere."""
    return f"leads nowhere: {', '.join(f'[[{plain(target)}]]' for target in list(dead)[:3])}" if dead else ""
