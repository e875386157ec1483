"""Spreadsheets (.xlsx) of screening programs and people: a row a paper, in every sheet with known headers."""

import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain, islice
from typing import Any
from zipfile import BadZipFile, ZipFile

from tracker.errors import Unreadable
from tracker.formats.archives import checked
from tracker.formats.columns import Table, field_of, is_header
from tracker.formats.record import Failure, Record
from tracker.formats.tables import Columns, Sketch

Rows = Iterator[tuple[int, list[str]]]

SUFFIXES = (".xlsx", ".xlsm")

PREFACE = 30  # rows that may stand before the header
# What openpyxl lets through from damaged files: of zip, of XML (a SyntaxError), and of what it expects to find there.
DAMAGED = (BadZipFile, zlib.error, EOFError, OSError, SyntaxError, LookupError, ValueError, TypeError, AttributeError,
           ArithmeticError, RuntimeError)  # fmt: skip
MISSING = "Spreadsheets need openpyxl: pip install 'tracker[xlsx]', or save the sheet as CSV"


def is_mine(data: bytes) -> bool:
    if not data.startswith(b"PK\x03\x04") or b"xl/" not in data:
        return False
    try:
        with ZipFile(BytesIO(data)) as archive:
            return any(name.startswith("xl/workbook") for name in archive.namelist())
    except (BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def read_bytes(data: bytes, columns: Columns | None = None) -> Iterator[Record | Failure]:
    """A record a row; sheets without known headers are told of when no sheet has any. `columns` says what the columns
    of some headers hold."""
    unknown: list[str] = []
    sheets = _sheets(data)
    for title, rows in sheets:
        first = list(islice(rows, PREFACE))
        place, named = _header(first, columns)
        if place is None:
            unknown.append(title)
            continue
        table = Table(first[place][1], named)
        for line, cells in chain(first[place + 1 :], rows):
            if any(cells):
                yield table.record(cells, line, "\t".join(cells).rstrip("\t"))
    if len(unknown) == len(sheets):
        message = f"No sheet has a row that names title or abstract ({', '.join(unknown)}); say it, as in --map title=…"
        yield Failure("", 1, message)


def sketch(data: bytes, columns: Columns | None = None) -> Sketch:
    """The header of the first sheet that has one, what each column is taken for, and a few rows."""
    found: list[Sketch] = []
    for _, rows in _sheets(data):
        first = [row for row in islice(rows, PREFACE) if any(row[1])]
        place, named = _header(first, columns)
        header = first[place or 0][1] if first else []
        fields = [named.get(name, field_of(name) or "") for name in header]
        found.append(Sketch(header, fields, [cells for _, cells in first[(place or 0) + 1 :][:3]]))
        if place is not None:
            return found[-1]
    return next((one for one in found if one.header), Sketch([], [], []))


def _header(rows: Sequence[tuple[int, list[str]]], columns: Columns | None) -> tuple[int | None, Mapping[str, str]]:
    """The place of the row that names the columns, None where there is none, and what somebody said of it."""
    for at, (_, cells) in enumerate(rows if columns else ()):
        if columns and (named := columns(cells)):
            return at, named
    return next((at for at, (_, cells) in enumerate(rows) if is_header(cells)), None), {}


def _sheets(data: bytes) -> list[tuple[str, Rows]]:
    """The sheets by name; Unreadable where this is no spreadsheet, or openpyxl is not there to read it."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise Unreadable(MISSING) from None
    checked(data)
    warnings.filterwarnings("ignore", module="openpyxl")  # about styles and the like, which nobody here looks at
    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=True)
        return [(sheet.title, _rows(sheet)) for sheet in book.worksheets]
    except DAMAGED as error:
        raise Unreadable(f"The spreadsheet is damaged ({error})") from None


def _rows(sheet: Any) -> Rows:
    """Rows with their numbers; Unreadable where the sheet ends in rubble."""
    try:
        for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
            yield number, [_cell(value) for value in row]
    except DAMAGED as error:
        raise Unreadable(f"The spreadsheet is damaged ({error})") from None


def _cell(value: Any) -> str:
    """A cell as text: whole numbers without a decimal point, dates as ISO 8601."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if hasattr(value, "isoformat") else str(value).replace("_x000D_", "").strip()
