"""Markdown lists and tables of papers ("awesome lists", conference lists, this program's reading lists)."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from tracker.formats.columns import field_of
from tracker.formats.fields import lines_of, made, people, words
from tracker.formats.markdown_text import bare, links, of_item, of_links
from tracker.formats.markdown_write import write as write
from tracker.formats.record import Failure, Record

SUFFIXES = (".md", ".markdown", ".mkd")

ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[(?P<done>[ xX])\][ \t]+)?(?P<text>\S.*)")
ROW = re.compile(r"\s*\|.*\|")
RULE = re.compile(r"(?=.*--)[\s:|-]+$")
HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")
LINK = re.compile(r"\]\(<?https?://")
FENCE = re.compile(r"\s*(?:```|~~~)")
PEOPLE_AND_YEARS = ("authors", "year", "venue", "abstract", "doi")


class Block(NamedTuple):
    """A list item with what belongs to it, or the row of a table with its header."""

    line: int
    lines: list[str]
    header: list[str] | None


def looks_like(head: str) -> bool:
    """Whether there are two items or rows with links, or a table whose columns are those of papers."""
    lines = re.sub(r"\r\n?", "\n", head).split("\n")
    linked = [line for line in lines if LINK.search(line) and (ITEM.match(line) or ROW.match(line))]
    headed = any(ROW.match(a) and RULE.match(b) and _is_table(a) for a, b in pairwise(lines))
    titled = sum(bool(re.match(r"[-*+] (?:\*\*|\[)", line)) for line in lines)
    return len(linked) > 1 or headed or (len(linked) == 1 and titled == 1) or titled > 1


def _is_table(line: str) -> bool:
    fields = {field_of(bare(cell)) for cell in cells(line)}
    return "title" in fields or len(fields & set(PEOPLE_AND_YEARS)) > 1


def read(text: str) -> Iterator[Record | Failure]:
    """A record an item or row; an item that names nothing is told of, links inside the page are no items."""
    for block in _blocks(lines_of(text)):
        yield from _row(block) if block.header else _item(block)


def _blocks(lines: Iterable[str]) -> Iterator[Block]:
    """Items and rows in their order."""
    item: Block | None = None
    header: list[str] | None = None
    before = ""
    fenced = False
    for number, line in enumerate(lines, 1):
        fenced ^= bool(FENCE.match(line))
        begins = not fenced and (_begins(line, item) or ROW.match(line) or HEADING.match(line))
        if item and (begins or (line.strip() and not line.startswith((" ", "\t", ">")) and not before.strip())):
            yield item
            item = None
        if RULE.match(line) and ROW.match(before):
            header = cells(before)
        elif ROW.match(line) and header and not fenced:
            yield Block(number, [line], header)
        elif begins and ITEM.match(line):
            item = Block(number, [line], None)
        elif item:
            item.lines.append(line)
        header = header if ROW.match(line) or RULE.match(line) else None
        before = line
    if item:
        yield item


def _begins(line: str, item: Block | None) -> bool:
    """Whether a line begins an item of its own; one that is set in belongs to the item above it."""
    found = ITEM.match(line)
    if not found:
        return False
    above = ITEM.match(item.lines[0]) if item else None
    return above is None or len(found["indent"].expandtabs(4)) <= len(above["indent"].expandtabs(4)) + 1


def cells(row: str) -> list[str]:
    """The cells of a table's row; `\\|` is a sign in a cell."""
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def _item(block: Block) -> Iterator[Record | Failure]:
    raw = "\n".join(block.lines).rstrip()
    found = ITEM.match(block.lines[0])
    first = found["text"] if found else ""
    if not LINK.search(raw) and re.search(r"\]\((?:#|\.{0,2}/|[^)\s:]*\))", raw):
        return  # a table of contents
    made_of = of_item(first, block.lines[1:])
    if made_of is None:
        yield Failure("", block.line, "An item without a title or a link", raw)
    else:
        done = "read" if found and (found["done"] or "").strip() else None
        yield made(block.line, raw, **made_of | {"status": made_of["status"] or done})


def _row(block: Block) -> Iterator[Record | Failure]:
    """A row: its cells by the names of the columns, its links by where they lead."""
    raw = block.lines[0]
    row = cells(raw)
    found: dict[str, str] = {}
    for name, cell in zip(block.header or (), row, strict=False):
        if (field := field_of(bare(name))) and bare(cell):
            found.setdefault(field, cell)
    titled = found.get("title") or next((cell for cell in row if LINK.search(cell) and bare(cell)), "")
    if not titled:
        if any(bare(cell) for cell in row):
            yield Failure("", block.line, "A row without a title", raw)
        return
    abstract = found.get("abstract")
    yield made(
        block.line,
        raw,
        title=bare(titled.split("<br")[0]) or bare(titled),
        authors=people(bare(found.get("authors", ""))),
        year=found.get("year") or found.get("date"),
        venue=bare(found.get("venue", "")),
        abstract=bare(abstract) if abstract else None,
        keywords=words(bare(found.get("keywords", "")), ";,"),
        tags=words(bare(found.get("tags", "")), ";,"),
        status=found.get("status"),
        **of_links(links(raw)),
    )
