"""Spans for labelling and training as a table: paper, start, end, kind, text, author, id."""

import csv
import io
from collections.abc import Iterable, Iterator

from tracker.errors import Unreadable
from tracker.formats.annotations import Mark
from tracker.formats.annotations_jsonl import FIELDS, mark, rows


def write(marks: Iterable[Mark]) -> Iterator[str]:
    """A header and a line each; those without a place are left out."""
    out = io.StringIO()
    table = csv.DictWriter(out, FIELDS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows(marks))
    yield out.getvalue()


def read(text: str) -> Iterator[Mark]:
    table = csv.DictReader(io.StringIO(text, newline=""))
    for row in table:
        try:
            yield mark(row)
        except (ValueError, KeyError, TypeError) as error:
            raise Unreadable(f"Line {table.line_num} is no span: {error!r}") from None
