"""Saved searches: queries with names, and keys 1–9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.errors import NotFound, Unreadable
from tracker.later import models
from tracker.library.door import Door, OpenStep
from tracker.library.names import name_key
from tracker.terms import NEXT_UP
from tracker.text.clean import one_line

if TYPE_CHECKING:
    from tracker.library.values import Saved

SHIPPED = (
    ("Next up", NEXT_UP, 1),
    ("Inbox", "status:inbox", 2),
    ("Later", "status:later", 3),
    ("Reading", "status:reading", 4),
    ("Done", "status:done", 5),
    ("Skipped", "status:skipped", 6),
    ("Starred", "is:starred", 7),
    ("With notes", "has:note", 8),
    ("Unsorted", "status:open tag:none", 9),
)


class SavedSearches(Door):
    def saved(self) -> list[Saved]:
        """Saved searches, those with a key first."""
        from tracker.library.values import Saved

        rows = self.store.read("SELECT name, query, digit FROM saved_search ORDER BY digit IS NULL, digit, name_key")
        return [Saved(*row) for row in rows]

    def saved_query(self, name: str) -> str:
        """The query saved under a name; NotFound names what there is."""
        row = self.store.one("SELECT query FROM saved_search WHERE name_key = :key", {"key": name_key(name)})
        if not row:
            raise NotFound(f"No saved search is named “{name}”; there are {', '.join(s.name for s in self.saved())}")
        return str(row[0])

    def save_search(self, name: str, query: str, *, digit: int | None = None) -> str | None:
        """Keep a query under a name, over what was saved under it; a key that another search had moves here."""
        name = one_line(name).strip()
        if not name:
            raise Unreadable("A saved search needs a name")
        if digit is not None and not 1 <= digit <= 9:
            raise Unreadable("The key of a saved search is a digit from 1 to 9")
        with self.step(f"saved the search “{name}”") as step:
            found = _find(step, name) or models.SavedSearch(name=name, name_key=name_key(name), query=query)
            found.name, found.query, found.owner_id = name, query, found.owner_id or step.person_id
            if digit is not None:
                _free(step, digit, name)
                found.digit = digit
            step.session.add(found)
        return step.said

    def remove_search(self, name: str) -> str | None:
        with self.step(f"removed the saved search “{name}”") as step:
            found = _find(step, name)
            if not found:
                raise NotFound(
                    f"No saved search is named “{name}”; there are {', '.join(s.name for s in self.saved())}"
                )
            step.session.delete(found)
        return step.said


def _find(step: OpenStep, name: str) -> models.SavedSearch | None:
    from sqlmodel import select

    return step.session.exec(select(models.SavedSearch).where(models.SavedSearch.name_key == name_key(name))).first()


def _free(step: OpenStep, digit: int, name: str) -> None:
    from sqlmodel import select

    for other in step.session.exec(select(models.SavedSearch).where(models.SavedSearch.digit == digit)):
        if other.name_key != name_key(name):
            other.digit = None
