"""CSV and its kin: any delimiter, headers of any program, lines before the header, quotation marks gone astray."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from tracker.formats import sideways
from tracker.formats.columns import Table, field_of, is_header
from tracker.formats.fields import lines_of
from tracker.formats.record import Failure, Record
from tracker.formats.tables_write import write as write

SUFFIXES = (".csv", ".tsv", ".tab")

MARKS = ",;\t|"
RULE = re.compile(r"[\s|:-]+-[\s|:-]*")  # below the header of a table in Markdown
WORDY = 60  # the name of a column is no longer
PREFACE = 30  # lines that may stand before the header
LONGEST = 2000  # lines that one row may span, else a quotation mark has gone astray
WIDEST = 1 << 30  # characters in a cell; csv's own limit is 131,072


class Shape(NamedTuple):
    """Where a table's header is, and what parts its cells."""

    line: int  # the first line is 0
    mark: str
    header: list[str]


class Sketch(NamedTuple):
    """A table to look at: its header, the field that each column is taken for (or nothing), and a few rows."""

    header: list[str]
    fields: list[str]
    rows: list[list[str]]


Columns = Callable[[Sequence[str]], Mapping[str, str]]  # a header → what its columns hold; nothing where it is unknown


def looks_like(head: str) -> bool:
    lines = list(islice(lines_of(head), PREFACE + 1))
    if head.lstrip("\ufeff \r\n").startswith(("{", "[", "<", "@")):
        return False
    return shape(lines) is not None or sideways.mark(lines) is not None


def shape(lines: Sequence[str]) -> Shape | None:
    """The first line that names at least two columns, by the delimiter that finds most of them."""
    for at, line in enumerate(lines[:PREFACE]):
        line = line.lstrip("\ufeff")
        if not line.strip() or line.startswith(("#", "|")):
            continue
        found = [(mark, cells) for mark in MARKS if mark in line and is_header(cells := _cells(line, mark))]
        if not found or (at + 1 < len(lines) and RULE.fullmatch(lines[at + 1])):
            continue
        best = max(found, key=lambda one: (len(one[1]), -MARKS.index(one[0])))
        if max(map(len, best[1])) <= WORDY and (not at or len(best[1]) > 2) and not _is_sentence(line, *best):
            return Shape(at, *best)
    return None


def _is_sentence(line: str, mark: str, cells: Sequence[str]) -> bool:
    """Whether blanks follow the marks and what stands between them are clauses rather than names of columns."""
    return f"{mark} " in line and any(len(cell.split()) > 3 and field_of(cell) is None for cell in cells)


def _cells(line: str, mark: str) -> list[str]:
    csv.field_size_limit(WIDEST)
    return [cell.strip() for cell in next(csv.reader([line], delimiter=mark), [])]


def read(text: str) -> Iterator[Record | Failure]:
    """A record a row; a row that does not fit the header is told of."""
    return read_lines(lines_of(text))


def _nothing_known(header: Sequence[str]) -> str:
    if not any(name.strip() for name in header):
        return "There is no row that names the columns"
    names = ", ".join(header[:12])
    return f"None of the columns is known ({names}); say which is which, as in --map 'title={header[0]}'"


def read_lines(lines: Iterable[str], columns: Columns | None = None) -> Iterator[Record | Failure]:
    """`columns` says what the columns of some headers hold, where these are not to be guessed."""
    lines = iter(lines)
    first = list(islice(lines, PREFACE))
    found, named = mapped(first, columns) or (shape(first), {})
    if not found and (mark := sideways.mark(first)):
        yield from sideways.read(chain(first, lines), mark)
        return
    found = found or _unknown(first)
    table = Table(found.header, named)
    if not table.places:
        yield Failure("", found.line + 1, _nothing_known(found.header), first[found.line] if first else "")
        return
    for line, cells, raw in _rows(chain(first[found.line + 1 :], lines), found):
        if not any(cell.strip() for cell in cells):
            continue
        if any(cell.strip() for cell in cells[table.size :]):
            yield Failure("", line, f"A row of {len(cells)} cells under a header of {table.size}", raw)
        else:
            yield table.record(cells, line, raw)


def mapped(lines: Sequence[str], columns: Columns | None) -> tuple[Shape, Mapping[str, str]] | None:
    """The first line that is a header of which somebody said what its columns hold, and that."""
    for at, line in enumerate(lines[:PREFACE] if columns else ()):
        for mark in MARKS if columns else ():
            header = _cells(line.lstrip("\ufeff"), mark) if mark in line else []
            if columns and (named := columns(header)):
                return Shape(at, mark, header), named
    return None


def sketch(text: str, columns: Columns | None = None) -> Sketch:
    """The header of a table, what each column is taken for, and a few rows."""
    lines = list(islice(lines_of(text), PREFACE + 200))
    found, named = mapped(lines, columns) or (shape(lines) or _unknown(lines), {})
    rows = [cells for _, cells, _ in islice(_rows(lines[found.line + 1 :], found), 3)]
    return Sketch(found.header, [named.get(name, field_of(name) or "") for name in found.header], rows)


def _unknown(lines: Sequence[str]) -> Shape:
    """The first line as a header, when somebody says that this is a table."""
    line = lines[0].lstrip("\ufeff") if lines else ""
    mark = max(MARKS, key=line.count)
    return Shape(0, mark, _cells(line, mark))


def _rows(lines: Iterable[str], found: Shape) -> Iterator[tuple[int, list[str], str]]:
    """Rows with the line that they begin on and their text."""
    csv.field_size_limit(WIDEST)
    source = _Lines(lines, found.line + 2)
    while source.more():
        begun = source.number
        try:
            cells = next(csv.reader(source.row(), delimiter=found.mark), [])
        except csv.Error:
            cells = []
        if len(source.taken) > 1 and len(cells) != len(found.header):
            cells = source.first_alone(found)
        yield begun, cells, "\n".join(source.taken)


class _Lines:
    """The lines of a file, some of which may be put back when they turn out to be rows of their own."""

    def __init__(self, lines: Iterable[str], number: int) -> None:
        self.lines = iter(lines)
        self.back: list[str] = []
        self.number = number  # of the next line
        self.taken: list[str] = []  # by the row being read

    def more(self) -> bool:
        if not self.back:
            self.back = list(islice(self.lines, 1))
        self.taken = []
        return bool(self.back)

    def row(self) -> Iterator[str]:
        """Lines for one row, with their ends."""
        while len(self.taken) < LONGEST:
            line = self.back.pop() if self.back else next(self.lines, None)
            if line is None:
                return
            self.taken.append(line)
            self.number += 1
            yield f"{line}\n"

    def first_alone(self, found: Shape) -> list[str]:
        """The first line as a row by itself, its quotation marks taken as they stand; the others are put back."""
        self.back += reversed(self.taken[1:])
        self.number -= len(self.taken) - 1
        del self.taken[1:]
        return [re.sub(r'^"|"$', "", cell) for cell in self.taken[0].split(found.mark)]
