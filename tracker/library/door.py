"""What every part of the library stands on: the store, the person, and the step that a write is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Self

from tracker.errors import Conflict
from tracker.later import journal, models
from tracker.library.names import name_key
from tracker.store.store import Committed, Store
from tracker.text.clean import one_line

if TYPE_CHECKING:
    from sqlmodel import Session

    from tracker.library.values import Changed

NOBODY = -1  # the id of a person who has not written anything yet
CHUNK = 5000  # ids in one statement
OWNS = "SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = CAST('paper' AS regclass)"


class OpenStep:
    """A step while it runs. `said` is what to tell when it is done, None when nothing changed."""

    def __init__(self, session: Session, recorder: journal.Recorder, person_id: int, title: str) -> None:
        self.session = session
        self.recorder = recorder
        self.person_id = person_id
        self.title = title
        self.batch_id: int | None = None
        self.round_id: int | None = None  # done in a screening round: not for the eyes of those it is blind to
        self.id: int | None = None
        self.goes_on_with: int | None = None  # the step of which this is another part
        self.leaves_index = False  # of many papers: somebody else calls `catch_up`

    @property
    def said(self) -> str | None:
        return self.title if self.id is not None else None

    def goes_on(self, earlier: OpenStep) -> None:
        """Be another part of a step that is there, to be taken back with it. Conflict where that happened meanwhile."""
        if earlier.id is None or not journal.stands(self.session, earlier.id):
            raise Conflict(f"“{earlier.title}” was taken back while more of it came; nothing more was taken in")
        self.goes_on_with, self.batch_id = earlier.id, earlier.batch_id
        self.recorder.late = True  # its first part was large already

    def keep(self) -> int:
        """Put down in the journal what was done; the step's id."""
        changes = self.recorder.changes
        if self.goes_on_with is not None:
            return journal.go_on(self.session, self.goes_on_with, self.title, changes)
        return journal.write_step(self.session, self.person_id, self.title, changes, self.batch_id, self.round_id)


class Nothing(Exception):
    """Raised inside a step to leave it: everything is rolled back and no step remains."""


def _part(outer: OpenStep, title: str) -> Iterator[OpenStep]:
    """A deed within another one: its title is told, and the other one is what can be undone."""
    before = len(outer.recorder.changes)
    part = OpenStep(outer.session, outer.recorder, outer.person_id, title)
    yield part
    outer.session.flush()
    if len(outer.recorder.changes) > before:
        part.id = 0


class Door:
    """The library's base: opened on a store, for one person."""

    store: Store
    me: str
    _me_id: int = NOBODY

    @cached_property
    def _running(self) -> threading.local:
        """The step that each thread has open."""
        return threading.local()

    @property
    def me_id(self) -> int:
        """The person's row, NOBODY before their first step."""
        if self._me_id == NOBODY:
            row = self.store.one("SELECT id FROM person WHERE name_key = :key", {"key": name_key(self.me)})
            self._me_id = row[0] if row else NOBODY
        return self._me_id

    @contextmanager
    def step(self, title: str, *, alone: bool = True) -> Iterator[OpenStep]:
        """One deed: all of it is written, journalled and announced, or nothing is. A step within one is part of it.

        `alone`: see `Store.transaction`.
        """
        outer: OpenStep | None = getattr(self._running, "open", None)
        if outer is not None:
            with suppress(Nothing):
                yield from _part(outer, title)
            return
        waits = False
        with suppress(Nothing), self.store.transaction(alone=alone) as session:
            step = OpenStep(session, journal.Recorder(session), self._person(session), title)
            self._running.open = step
            try:
                yield step
            finally:
                self._running.open = None
            session.flush()
            step.recorder.index()
            if step.recorder.changes or step.batch_id is not None:
                step.id = step.keep()
                session.info["committed"] = Committed(step.id, step.recorder.papers)
                waits = step.recorder.late and not step.leaves_index
        if waits:
            self.store.follow_up()

    def beside(self, store: Store) -> Self:
        """The same person at another store."""
        from copy import copy

        other = copy(self)
        for own in ("_running", "_queue"):
            other.__dict__.pop(own, None)
        other.store = store
        return other

    def subscribe(self, listener: Callable[[Changed], None]) -> Callable[[], None]:
        """Hear of every committed change, on whichever thread it happens; the result ends it."""
        from tracker.library.values import Changed

        return self.store.subscribe(lambda committed: listener(Changed(*committed)))

    def watch(self) -> None:
        """Hear of other programs' changes too, within a quarter of a second."""
        self.store.watch()

    def warm(self) -> None:
        """Import what the first search and the first write need, ahead of them."""
        self.store.warm()

    def _person(self, session: Session) -> int:
        return self.me_id if self.me_id != NOBODY else person_named(session, self.me)


def person_named(session: Session, name: str) -> int:
    """The id of the person of this name, who may not have been here yet."""
    from sqlmodel import select

    key = name_key(name)
    person = session.exec(select(models.Person).where(models.Person.name_key == key)).first()
    if person is None:
        person = models.Person(name=name, name_key=key)
        session.add(person)
        session.flush()
    assert person.id is not None
    return person.id


def author_named(step: OpenStep, name: str) -> int:
    """Who wrote what is taken in: the person of this name. Where none is told, and where one may write as nobody else,
    as a member of a team on a server, it is who takes it in."""
    name = one_line(name)
    return person_named(step.session, name) if name and _writes_for_others(step.session) else step.person_id


def _writes_for_others(session: Session) -> bool:
    from sqlalchemy import text

    return session.get_bind().dialect.name == "sqlite" or bool(session.execute(text(OWNS)).scalar())


def numbers(ids: Iterable[int]) -> str:
    """Ids as SQL: `1,2,3`; for none one that no row has, since PostgreSQL refuses an empty list."""
    return ",".join(str(int(i)) for i in ids) or "-1"


def chunks(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), CHUNK):
        yield ids[start : start + CHUNK]
