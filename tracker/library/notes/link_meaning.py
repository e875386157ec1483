"""What is meant by a link: a paper by its key or number, a note by its title, an annotation by its last letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from tracker.later import journal, models, wikilinks
from tracker.library.door import OpenStep
from tracker.library.names import name_key

Read = Callable[[str, Mapping[str, Any]], list[tuple[Any, ...]]]
Target = tuple[str, str | None]  # kind and id; nothing is `("", None)`

NOTHING: Target = ("", None)
MARK = """
SELECT id FROM annotation WHERE substr(id, -6) = :end AND deleted_at IS NULL
AND (visibility = 'team' OR author_id = :me)
"""
TITLES = """
SELECT id, title FROM note WHERE title <> '' AND (visibility = 'team' OR author_id = :me)
ORDER BY author_id <> :me, id
"""


class Meaning:
    """Looks links up; the titles of notes once. What a step has done until now is seen by one that is made in it."""

    def __init__(self, read: Read, me: int) -> None:
        self._read, self._me = read, me

    def of(self, text: str) -> Target:
        """The target of the text between the brackets."""
        target = (wikilinks.wikilinks(f"[[{text}]]") or [wikilinks.WikiLink(0, 0, "")])[0]
        if target.mark:
            return self._found("annotation", MARK, {"end": target.mark, "me": self._me})
        for found in (self._paper(target.target), self._note(target.target)):
            if found[1]:
                return found
        return self._paper((target.target.split() or [""])[0])

    def _paper(self, text: str) -> Target:
        """The paper of a key or a number, also the one that it became a part of."""
        if not text:
            return NOTHING
        number = {"id": min(int(text), 2**31 - 1)} if text.isascii() and text.isdigit() and len(text) < 18 else None
        for table, id in (("paper", "id"), ("merged_paper", "paper_id")):
            found = self._found("paper", f"SELECT {id} FROM {table} WHERE key = :key", {"key": text})
            if not found[1] and number:
                found = self._found("paper", f"SELECT {id} FROM {table} WHERE id = :id", number)
            if found[1]:
                return found
        return NOTHING

    def _note(self, text: str) -> Target:
        """A note by its title; one's own rather than a colleague's."""
        note = self._titles.get(name_key(text))
        return ("note", str(note)) if note is not None else NOTHING

    @cached_property
    def _titles(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for note, title in self._read(TITLES, {"me": self._me}):
            found.setdefault(name_key(title), note)
        return found

    def _found(self, kind: str, sql: str, values: Mapping[str, Any]) -> Target:
        rows = self._read(sql, values)
        return (kind, str(rows[0][0])) if rows else NOTHING


def meaning(step: OpenStep) -> Meaning:
    """What links mean within a step."""
    step.session.flush()
    connection = journal.raw(step.session)
    return Meaning(lambda sql, values: list(connection.execute(sql, values).fetchall()), step.person_id)


def awaken(step: OpenStep) -> None:
    """Links that waited for a paper, a note or an annotation which is there now find it."""
    from sqlmodel import col, select

    meant = meaning(step)
    for link in step.session.exec(select(models.Link).where(col(models.Link.to_id).is_(None))).all():
        kind, id = meant.of(link.text)
        if id is not None:
            link.to_kind, link.to_id = kind, id
