"""Random real use of a library, and what it must hold afterwards."""

import hashlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from tests.library.parting import in_parts_of
from tracker.errors import TrackerError
from tracker.library import Library
from tracker.library.importing.parts import SO_FAR
from tracker.library.values import NoteConflict
from tracker.terms import Status

WORDS = ("attention", "sparse", "judge", "bias", "token", "proof", "bound", "λ-calculus", "ünïcode", "∆t", "长度")
TAKEN = 9  # papers of an import
UNSTEADY = ("sqlite_", "search", "alembic", "step", "change", "draft", "seen", "link", "person")


class Deeds:
    """What one person does, in an order that the seed decides."""

    def __init__(self, library: Library, chance: random.Random) -> None:
        self.library = library
        self.chance = chance
        self.count = 0

    def one(self) -> str:
        """Do one thing; its name."""
        self.count += 1
        deed = self.chance.choice(_DEEDS)
        deed(self)
        return deed.__name__

    def _papers(self, most: int = 4) -> list[int]:
        return self.chance.sample(range(1, 37), self.chance.randint(1, most))

    def _paper(self) -> int:
        return self.chance.randint(1, 36)

    def _text(self, most: int = 12) -> str:
        return " ".join(self.chance.choices(WORDS, k=self.chance.randint(1, most)))

    def status(self) -> None:
        self.library.set_status(self._papers(), self.chance.choice(list(Status)))

    def priority(self) -> None:
        self.library.set_priority(self._papers(), self.chance.randint(0, 3))

    def star(self) -> None:
        self.library.set_star(self._papers(), self.chance.random() < 0.6)

    def tag(self) -> None:
        self.library.tag(self._papers(), add=[self.chance.choice(WORDS)])

    def untag(self) -> None:
        tags = [tag.name for tag in self.library.tags()]
        if tags:
            self.library.tag(self._papers(20), remove=[self.chance.choice(tags)])

    def note(self) -> None:
        saved = self.library.write_note(self._paper(), f"{self.count} {self._text(80)}")
        assert not isinstance(saved, NoteConflict)

    def annotate(self) -> None:
        start = self.chance.randint(0, 80)
        self.library.annotate(self._paper(), start, start + self.chance.randint(1, 40), self.chance.choice(KINDS))

    def comment(self) -> None:
        self.library.comment(self._paper(), self._text())

    def title(self) -> None:
        self.library.set_title(self._paper(), f"{self._text()} {self.count}")

    def take_in(self) -> None:
        """Nine papers in three transactions, as thousands would come."""
        numbers = (f"{self.count}.{n}" for n in range(TAKEN))
        entries = (f"@misc{{k{number}, title={{{self._text()} {number}}}, year=2024}}" for number in numbers)
        with in_parts_of(4):
            self.library.import_data("\n\n".join(entries).encode(), name="typed.bib")

    def undo(self) -> None:
        if self.library.undoable():
            self.library.undo()

    def redo(self) -> None:
        if self.library.redoable():
            self.library.redo()


KINDS = ("problem", "method", "result", "claim", "question", "note")
_DEEDS: tuple[Callable[[Deeds], None], ...] = (
    *(Deeds.status, Deeds.priority, Deeds.star, Deeds.tag, Deeds.tag, Deeds.untag, Deeds.note, Deeds.note),
    *(Deeds.annotate, Deeds.annotate, Deeds.comment, Deeds.title, Deeds.take_in, Deeds.undo, Deeds.undo, Deeds.redo),
)


def fingerprint(library: Path) -> str:
    """A digest of every row that a deed and its undoing must agree on."""
    return hashlib.sha256(repr(digests(library)).encode()).hexdigest()


def digests(library: Path) -> dict[str, str]:
    """The same of each table."""
    with closing(sqlite3.connect(library)) as connection:
        connection.text_factory = bytes  # another program may have written what is no text
        rows = {table: _rows(connection, table) for table in _tables(connection)}
    return {table: hashlib.sha256("\n".join(each).encode()).hexdigest() for table, each in rows.items()}


def _rows(connection: sqlite3.Connection, table: str) -> list[str]:
    """What a table holds; what the index keeps of itself there is nobody's deed."""
    steady = " WHERE name NOT LIKE 'search%'" if table == "meta" else ""
    return sorted(map(repr, connection.execute(f'SELECT * FROM "{table}"{steady}')))


def _tables(connection: sqlite3.Connection) -> Iterator[str]:
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"):
        if not name.decode().startswith(UNSTEADY):
            yield name.decode()


def came_in(library: Library, before: str) -> bool:
    """Whether all that is there besides what was `before` is an import that tells what of it came."""
    newest = library.undoable()
    if newest is None or not (newest.title.endswith(SO_FAR) or newest.papers == TAKEN):
        return False
    library.undo()
    found = fingerprint(library.path)
    library.redo()
    return found == before


def losses(path: Path, acknowledged: str) -> list[str]:
    """What is wrong with a library whose state after the last acknowledged deed was `acknowledged`.

    The deed that was under way may be there as a whole, or of an import the parts that came: then taking it back gives
    the acknowledged state.
    """
    try:
        with Library.open(path, "ann") as library:
            wrong = [f"{finding.name}: {finding.told}" for finding in library.check() if not finding.well]
            if acknowledged not in _states_one_deed_back(library, path):
                wrong.append("what was acknowledged is not there")
    except TrackerError as error:
        wrong = [str(error)]
    return wrong


def _states_one_deed_back(library: Library, path: Path) -> Iterator[str]:
    """As it is; with the last deed taken back; and, where that deed was itself an undo, with it done again."""
    yield fingerprint(path)
    redo = library.redoable()
    if redo:
        library.redo()
        yield fingerprint(path)
        library.undo()
    if library.undoable():
        library.undo()
        yield fingerprint(path)
