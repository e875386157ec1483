"""Kinds of annotations: the six that are shipped, and the person's own."""

from __future__ import annotations

import re

from tracker.errors import Conflict, Unreadable
from tracker.later import models
from tracker.library.listing import Listing
from tracker.library.names import name_key
from tracker.library.values import KindView
from tracker.text.clean import one_line

KIND = """
SELECT k.name, k.key, k.sign, k.colour, k.zotero, k.archived,
       (SELECT count(*) FROM annotation a WHERE a.kind = k.name AND a.deleted_at IS NULL
        AND (a.visibility = 'team' OR a.author_id = :me))
FROM kind k ORDER BY k.archived, k.position, k.name
"""
ZOTERO = ("#ffd400", "#ff6666", "#5fb236", "#2ea8e5", "#a28ae5", "#e56eee", "#f19837", "#aaaaaa")
KEYS = "123456789"


class Kinds(Listing):
    def kinds(self) -> tuple[KindView, ...]:
        """All kinds in their order, those put away last."""
        rows = self.store.read(KIND, {"me": self.me_id})
        return tuple(
            KindView(name, key, sign, colour, zotero, bool(archived), count)
            for name, key, sign, colour, zotero, archived, count in rows
        )

    def save_kind(
        self, name: str, *, key: str | None = None, sign: str | None = None, colour: str | None = None
    ) -> KindView:
        """Change what is given of a kind, or make a new one. A key that another kind has is taken from it."""
        name = name_key(one_line(name))
        _check(name, key, sign, colour)
        with self.step(f"set the kind {name}") as step:
            kind = step.session.get(models.Kind, name)
            if kind is None:
                place = 1 + len(self.kinds())
                colour = colour or ZOTERO[-1]
                kind = models.Kind(name=name, sign=name[0].upper(), colour=colour, zotero=colour, position=place)
                step.session.add(kind)
            if key:
                for other in self.kinds():
                    if other.key == key and other.name != name and (row := step.session.get(models.Kind, other.name)):
                        row.key = ""
            kind.key, kind.sign = kind.key if key is None else key, sign or kind.sign
            kind.colour, kind.archived = (colour or kind.colour).lower(), False
            kind.zotero = _nearest(kind.colour)
        return next(view for view in self.kinds() if view.name == name)

    def rename_kind(self, name: str, new: str) -> KindView:
        """Call a kind otherwise; all annotations of it, everybody's, go along. Conflict where the name is taken."""
        from sqlmodel import select

        name, new = self._kind(name, archived=True), name_key(one_line(new))
        _check(new, None, None, None)
        if new != name and any(kind.name == new for kind in self.kinds()):
            raise Conflict(f"There is a kind {new} already")
        with self.step(f"renamed the kind {name} to {new}") as step:
            old = step.session.get(models.Kind, name)
            assert old is not None
            if new != name:
                step.session.add(models.Kind(**(old.model_dump() | {"name": new})))
                step.session.flush()
                asked = select(models.Annotation).where(models.Annotation.kind == name)
                for annotation in step.session.exec(asked):
                    annotation.kind = new
                step.session.flush()
                step.session.delete(old)
        return next(view for view in self.kinds() if view.name == new)

    def move_kind(self, name: str, by: int) -> str | None:
        """Put a kind so many places further down among those that are offered, or (negative) up."""
        name = self._kind(name)
        order = [kind.name for kind in self.kinds() if not kind.archived]
        at = order.index(name)
        order.insert(max(0, min(len(order) - 1, at + by)), order.pop(at))
        with self.step(f"moved the kind {name}") as step:
            for place, each in enumerate(order, 1):
                kind = step.session.get(models.Kind, each)
                assert kind is not None
                kind.position = place
        return step.said

    def archive_kind(self, name: str) -> str | None:
        """Offer a kind no longer; annotations of it stay. `save_kind` brings it back."""
        name = self._kind(name)
        with self.step(f"put the kind {name} away") as step:
            kind = step.session.get(models.Kind, name)
            assert kind is not None
            kind.archived, kind.key = True, ""
        return step.said

    def _kind(self, name: str, *, archived: bool = False) -> str:
        """The kind of this name or key, also one that was put away (`archived`); Unreadable names those there are."""
        wanted = name_key(name)
        kinds = [kind for kind in self.kinds() if archived or not kind.archived]
        for kind in kinds:
            if wanted and wanted in (kind.name, kind.key):
                return kind.name
        raise Unreadable(f"There is no kind “{one_line(name)}”; there are {', '.join(kind.name for kind in kinds)}")


def _check(name: str, key: str | None, sign: str | None, colour: str | None) -> None:
    if not re.fullmatch(r"[^\W_][\w-]*", name):
        raise Unreadable(f"“{name}” is no name of a kind; it is one word, as in limitation")
    if key and (len(key) != 1 or key not in KEYS):
        raise Unreadable("The key of a kind is a digit from 1 to 9")
    if sign and (len(sign) != 1 or not sign.isprintable() or sign.isspace()):
        raise Unreadable("The sign of a kind is one character")
    if colour and not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        raise Unreadable("The colour of a kind is written as in #5fb236")


def _nearest(colour: str) -> str:
    """The one of Zotero's colours that is nearest, by the sum of squares."""
    red, green, blue = bytes.fromhex(colour[1:])

    def distance(other: str) -> int:
        r, g, b = bytes.fromhex(other[1:])
        return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2

    return min(ZOTERO, key=distance)
