"""Writes RIS that ASReview takes in, with its labels in the notes."""

from collections.abc import Iterable, Iterator

from tracker.formats import ris
from tracker.formats.record import Record
from tracker.formats.screened import chosen

SUFFIXES = (".ris",)

LABELS = {True: "ASReview_relevant", False: "ASReview_irrelevant", None: "ASReview_not_seen"}


def write(records: Iterable[Record]) -> Iterator[str]:
    labelled = (one._replace(notes=(LABELS[chosen(one)], *one.notes), status=None) for one in records)
    return ris.write(labelled)
