"""Writes RIS that Rayyan takes in, with decisions and labels in the notes."""

from collections.abc import Iterable, Iterator

from tracker.formats import rayyan, ris
from tracker.formats.record import Record

SUFFIXES = (".ris",)


def write(records: Iterable[Record]) -> Iterator[str]:
    return ris.write(map(_marked, records))


def _marked(record: Record) -> Record:
    note = rayyan.notes(record)
    return record._replace(notes=(note,) if note else (), tags=(), status=None)
