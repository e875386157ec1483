"""Writes CSV that spreadsheets show as it is: no cell computes anything."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO

from tracker.formats.columns import is_nothing
from tracker.formats.record import Record

COLUMNS = (
    *("key", "title", "authors", "year", "venue", "proceedings", "pages", "doi", "arxiv_id", "openreview_id"),
    *("url", "pdf_url", "code_url", "project_url", "abstract", "keywords", "tags", "status", "collection", "notes"),
    *("title_variants", "headline", "system_name", "system_expansion", "aliases"),
)
SEVERAL = re.compile(r"[,|&]|\band\b")
FORMULA = re.compile(r"'*[=+\-@\t\r]")


def write(records: Iterable[Record]) -> Iterator[str]:
    """A header and a row a record; several names are parted by a semicolon, notes by an empty line."""
    return rows(COLUMNS, ({name: value(record, name) for name in COLUMNS} for record in records))


def value(record: Record, name: str) -> str:
    """A field as one text. A single item that looks like several is closed by a semicolon."""
    found = getattr(record, name)
    if name == "notes":
        return "\n\n".join(found)
    if isinstance(found, tuple):
        text = "; ".join(item.replace(";", ",") for item in found)
        return f"{text};" if len(found) == 1 and SEVERAL.search(text) else text
    return "" if found is None else str(found)


def rows(columns: Sequence[str], found: Iterable[Mapping[str, str]]) -> Iterator[str]:
    yield _line(columns)
    for row in found:
        yield _line([guarded(row.get(name, "")) for name in columns])


def guarded(text: str) -> str:
    """Text that is taken for text: what begins like a formula, or says that there is nothing, gets an apostrophe."""
    return f"'{text}" if FORMULA.match(text) or (text and is_nothing(text.lstrip("'"))) else text


def _line(cells: Iterable[str]) -> str:
    out = StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()
