"""Writes CSV that Rayyan takes in, with decisions and labels where it keeps them: in the notes."""

from collections.abc import Iterable, Iterator

from tracker.formats.record import Record
from tracker.formats.ris import inverted
from tracker.formats.screened import chosen
from tracker.formats.tables_write import rows, value

SUFFIXES = (".csv",)

COLUMNS = (
    *("key", "title", "authors", "journal", "issn", "volume", "issue", "pages", "day", "month", "year", "publisher"),
    *("location", "url", "language", "abstract", "notes", "doi", "pmc_id", "pubmed_id", "keywords"),
)
DECISIONS = {True: "Included", False: "Excluded", None: ""}


def write(records: Iterable[Record]) -> Iterator[str]:
    return rows(COLUMNS, (_row(record, number) for number, record in enumerate(records, 1)))


def _row(record: Record, number: int) -> dict[str, str]:
    same = ("title", "pages", "year", "url", "abstract", "doi", "keywords")
    return {name: value(record, name) for name in same} | {
        "key": record.key or str(number),
        "authors": " and ".join(map(inverted, record.authors)),
        "journal": record.venue or "",
        "notes": notes(record),
    }


def notes(record: Record) -> str:
    """A decision and labels as Rayyan spells them, then what was noted."""
    verdict = "Maybe" if record.status == "maybe" else DECISIONS[chosen(record)]
    marks = [f'RAYYAN-INCLUSION: {{"tracker"=>"{verdict}"}}'] if verdict else []
    marks += [f"RAYYAN-LABELS: {','.join(record.tags)}"] if record.tags else []
    return " | ".join([*marks, *(note.replace("|", "/") for note in record.notes)])
