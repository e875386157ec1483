"""Tables that lie on their side, as Embase writes them: a row a field, its name in the first cell, papers one below the
other."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from tracker.formats.columns import Table, field_of
from tracker.formats.record import Failure, Record

MARKS = ",;\t"


def mark(lines: Sequence[str]) -> str | None:
    """The delimiter, where at least three lines begin with the name of a field, one of them the title's."""
    for sign in MARKS:
        names = [row[0] for line in lines if (row := _cells(line, sign)) and len(row) > 1 and row[0].isupper()]
        fields = {field for name in names if (field := field_of(name))}
        if "title" in fields and len(fields) > 2:
            return sign
    return None


def _cells(line: str, sign: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line.lstrip("\ufeff")], delimiter=sign), [])]


def read(lines: Iterable[str], sign: str) -> Iterator[Record | Failure]:
    """A record from each title to the next; what stands before the first is about the search."""
    rows: list[list[str]] = []
    begun, raw = 0, list[str]()
    for number, line in enumerate(lines, 1):
        cells = _cells(line, sign)
        if cells and field_of(cells[0]) == "title" and cells[0].isupper() and cells[0] != "ORIGINAL TITLE":
            if begun:
                yield _record(rows, begun, raw)
            begun, rows, raw = number, [], []
        if begun:
            rows.append(cells)
            raw.append(line)
    if begun:
        yield _record(rows, begun, raw)


def _record(rows: list[list[str]], line: int, raw: list[str]) -> Record | Failure:
    """The paper of some rows; a field of several cells holds several things."""
    named = [(row[0], "; ".join(filter(None, row[1:]))) for row in rows if len(row) > 1]
    return Table([name for name, _ in named]).record([value for _, value in named], line, "\n".join(raw).rstrip())
