"""Saved searches: queries with names, and keys 1–9."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tracker.errors import NotFound, Unreadable
from tracker.later import models
from tracker.library.door import Door, OpenStep
from tracker.library.names import name_key
from tracker.query.near import nearest
from tracker.query.parse import parse
from tracker.query.tree import And, In, Node, Not, Or
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
            raise self._missing(name)
        return str(row[0])

    def save_search(self, name: str, query: str, *, digit: int | None = None) -> str | None:
        """Keep a query under a name, over what was saved under it; a key that another search had moves here."""
        name = one_line(name).strip()
        if not name:
            raise Unreadable("A saved search needs a name")
        if digit is not None and not 1 <= digit <= 9:
            raise Unreadable("The key of a saved search is a digit from 1 to 9")
        if name_key(name) in self._looked_into(query):
            raise Unreadable(f"The saved search “{name}” would look into itself: take in:{name} out of what it asks")
        with self.step(f"saved the search “{name}”") as step:
            found = _find(step, name) or models.SavedSearch(name=name, name_key=name_key(name), query=query)
            found.name, found.query, found.owner_id = name, query, found.owner_id or step.person_id
            if digit is not None:
                _free(step, digit, name)
                found.digit = digit
            step.session.add(found)
        return step.said

    def _missing(self, name: str) -> NotFound:
        names = {saved.name.lower(): saved.name for saved in self.saved()}
        near = nearest(name, names)
        there = f" — did you mean “{names[near]}”?" if near else f"; there are {', '.join(names.values()) or 'none'}"
        return NotFound(f"No saved search is named “{name}”{there}")

    def _looked_into(self, query: str) -> set[str]:
        """The keys of the saved searches that a query looks into, and of those inside them."""
        kept = {name_key(saved.name): saved.query for saved in self.saved()}
        found: set[str] = set()
        waiting = [query]
        while waiting:
            keys = {name_key(name) for name in _named(parse(waiting.pop()).tree)} - found
            found |= keys
            waiting += [kept[key] for key in keys if key in kept]
        return found

    def remove_search(self, name: str) -> str | None:
        with self.step(f"removed the saved search “{name}”") as step:
            found = _find(step, name)
            if not found:
                raise self._missing(name)
            step.session.delete(found)
        return step.said


def _named(node: Node | None) -> Iterator[str]:
    """The saved searches that stand in a query."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _named(part)
        case Not(part):
            yield from _named(part)
        case In(name):
            yield name


def _find(step: OpenStep, name: str) -> models.SavedSearch | None:
    from sqlmodel import select

    return step.session.exec(select(models.SavedSearch).where(models.SavedSearch.name_key == name_key(name))).first()


def _free(step: OpenStep, digit: int, name: str) -> None:
    from sqlmodel import select

    for other in step.session.exec(select(models.SavedSearch).where(models.SavedSearch.digit == digit)):
        if other.name_key != name_key(name):
            other.digit = None
