"""CSV and its kin: any delimiter, headers of any program, lines before the header, quotation marks gone astray."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from tracker.formats import sideways
from tracker.formats.columns import Table, field_of, is_header
from tracker.formats.fields import lines_of
from tracker.formats.record import Failure, Record
from tracker.formats.tables_write import write as write

SUFFIXES = (".csv", ".tsv", ".tab")

MARKS = ",;\t|"
QUOTED = re.compile(
    r'"[^"]*"(?: +"[^"]*")+'
)  # names of columns as R writes them: parted by blanks, each in quotation marks
RULE = re.compile(r"(?=.+-)[\s|:-]+")  # below the header of a table in Markdown
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
        marks = " " if QUOTED.fullmatch(line) else MARKS
        found = [(mark, cells) for mark in marks if mark in line and is_header(cells := _cells(line, mark))]
        if not found or (at + 1 < len(lines) and RULE.fullmatch(lines[at + 1])):
            continue
        best = max(found, key=lambda one: (len(one[1]), -MARKS.find(one[0])))
        if max(map(len, best[1])) <= WORDY and (not at or len(best[1]) > 2) and not _is_sentence(line, *best):
            return Shape(at, *best)
    return None


def _is_sentence(line: str, mark: str, cells: Sequence[str]) -> bool:
    """Whether blanks follow the marks and what stands between them are clauses rather than names of columns."""
    return (
        f"{mark} " in line and mark != " " and any(len(cell.split()) > 3 and field_of(cell) is None for cell in cells)
    )


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
    source = _Lines(chain(first[found.line + 1 :], lines), found)
    for line, cells, raw in source.rows():
        if source.shape.header != table.header:
            table = Table(source.shape.header, named)
        if header := _next_header(cells, source.shape.header):
            source.shape = source.shape._replace(header=header)
            table = Table(header, columns(header) if columns else None)
        elif any(cell.strip() for cell in cells[table.size :]):
            yield Failure("", line, f"A row of {len(cells)} cells under a header of {table.size}", raw)
        elif any(cell.strip() for cell in cells):
            yield table.record(cells, line, raw)


def _next_header(cells: Sequence[str], header: Sequence[str]) -> list[str] | None:
    """The header of a further table, as where files were put one behind the other; None where the row is none."""
    names = [cell.strip().lstrip("\ufeff") for cell in cells]
    if [name for name in names if name] == [name for name in header if name]:
        return list(header)
    if max(map(len, names), default=0) > WORDY:  # as in nearly every row of papers
        return None
    known = sum(field_of(name) is not None for name in names)
    return names if known > 2 and known * 3 >= len(names) * 2 and is_header(names) else None


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
    rows = [cells for _, cells, _ in islice(_Lines(lines[found.line + 1 :], found).rows(), 3)]
    return Sketch(found.header, [named.get(name, field_of(name) or "") for name in found.header], rows)


def _unknown(lines: Sequence[str]) -> Shape:
    """The first line as a header, when somebody says that this is a table."""
    line = lines[0].lstrip("\ufeff") if lines else ""
    mark = max(MARKS, key=line.count)
    return Shape(0, mark, _cells(line, mark))


class _Lines:
    """The lines of a table, some of which may be put back when they turn out to be rows of their own."""

    def __init__(self, lines: Iterable[str], shape: Shape) -> None:
        self.lines = iter(lines)
        self.shape = shape
        self.back: list[str] = []
        self.number = shape.line + 2  # of the next line
        self.taken: list[str] = []  # by the row being read

    def rows(self) -> Iterator[tuple[int, list[str], str]]:
        """Rows with the line that they begin on and their text."""
        csv.field_size_limit(WIDEST)
        while self.more():
            begun, first = self.number, self.number == self.shape.line + 2
            cells = self.cells()
            if first and len(cells) == len(self.shape.header) + 1 and cells[0] in ("0", "1"):
                self.shape.header.insert(0, "")  # R does not name the column of the numbers of rows
            yield begun, cells, "\n".join(self.taken)

    def cells(self) -> list[str]:
        """The cells of the next row."""
        cells = _parsed(self.row(), self.shape.mark)
        wanted = len(self.shape.header)
        if len(cells) == wanted:
            return cells
        if any('\\"' in line for line in self.taken):  # quotation marks as MySQL writes them
            escaped = _parsed(self.taken, self.shape.mark, escapechar="\\", doublequote=False)
            if len(escaped) == wanted:
                return escaped
        return self.first_alone() if len(self.taken) > 1 else cells

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

    def first_alone(self) -> list[str]:
        """The first line as a row by itself, its quotation marks taken as they stand; the others are put back."""
        self.back += reversed(self.taken[1:])
        self.number -= len(self.taken) - 1
        del self.taken[1:]
        return [re.sub(r'^"|"$', "", cell) for cell in self.taken[0].split(self.shape.mark)]


def _parsed(lines: Iterable[str], mark: str, **dialect: Any) -> list[str]:
    try:
        return next(csv.reader(lines, delimiter=mark, **dialect), [])
    except csv.Error:
        return []
