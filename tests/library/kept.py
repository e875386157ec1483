"""What a library keeps that nobody asks it for: read as it lies in the file."""

from typing import NamedTuple

from tracker.library import Library


class Kept(NamedTuple):
    """A link in a note: what it leads to, and where it stands."""

    to_kind: str
    to_id: str | None
    start: int


def links(library: Library, note_id: int) -> list[Kept]:
    """The links of a note, in their order."""
    asked = "SELECT to_kind, to_id, start FROM link WHERE from_kind = 'note' AND from_id = :note ORDER BY start"
    return [Kept(*row) for row in library.store.read(asked, {"note": str(note_id)})]


def drafts(library: Library) -> list[str]:
    """All that was being typed."""
    return [text for (text,) in library.store.read("SELECT text FROM draft")]
