"""Whether a record's status means that its paper was chosen: for files of screening programs."""

from tracker.formats.record import Record

CHOSEN = {"included", "include", "relevant", "later", "reading", "done", "read", "to-read"}
REFUSED = {"excluded", "exclude", "irrelevant", "skipped", "skip", "rejected"}


def chosen(record: Record) -> bool | None:
    """Whether the paper was chosen or read, refused or skipped; None where nobody has decided."""
    status = (record.status or "").lower()
    return True if status in CHOSEN else False if status in REFUSED else None
