"""Writes CSV that ASReview takes in, with its labels: 1 for relevant, 0 for irrelevant."""

from collections.abc import Iterable, Iterator

from tracker.formats.record import Record
from tracker.formats.screened import chosen
from tracker.formats.tables_write import rows, value

SUFFIXES = (".csv",)

COLUMNS = ("title", "abstract", "authors", "keywords", "doi", "url", "year", "journal", "notes", "tags", "included")


def write(records: Iterable[Record]) -> Iterator[str]:
    return rows(COLUMNS, map(_row, records))


def _row(record: Record) -> dict[str, str]:
    label = {True: "1", False: "0", None: ""}[chosen(record)]
    same = ("title", "abstract", "authors", "keywords", "doi", "url", "year", "notes", "tags")
    return {name: value(record, name) for name in same} | {"journal": record.venue or "", "included": label}
