"""One import, a part at a time: each part is a transaction, and all of them are one step.

Between two parts others write, and everybody sees what came so far. Until the last part is there, the step's title
says that more was to come; so it does for ever where the program was killed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tracker.later import records
from tracker.library.door import Nothing, OpenStep
from tracker.library.importing.reports import Decision, ImportReport, Outcome, Unread
from tracker.library.notes.link_meaning import awaken
from tracker.text.count import counted

if TYPE_CHECKING:
    from tracker.formats.record import Failure, Record
    from tracker.library.importing.intake import Intake

PIECE = 500  # records held at a time with all that they are compared by
PART = 1_000  # records that come in one transaction, in a fraction of a second
SO_FAR = " so far"  # how the title of a step ends of which not all parts are there

Entry = TypeVar("Entry")
Entries = Iterable[tuple[str, "Record | Failure"]]
Progress = Callable[[int], None]  # hears how many records are read; may raise to stop, and then nothing is kept
Watch = Callable[[Outcome], None]
Bring = Callable[[OpenStep, "Iterable[tuple[Record, int]]"], int]


class Run(NamedTuple):
    """How an import is done."""

    collection: str | None = None
    tags: Sequence[str] = ()
    dry: bool = False
    progress: Progress = lambda _: None
    decided: Mapping[int, Decision] = {}
    watch: Watch | None = None
    later: bool = False
    thorough: bool = False
    bring: Bring = lambda _step, _papers: 0


class Incoming:
    """An import while it comes: what became of it so far."""

    def __init__(self, names: str, format: str, run: Run) -> None:
        from tracker.library.importing.intake import Intake

        self.run = run
        self.intake: Intake = Intake(names, format, run.decided, run.watch, thorough=run.thorough)
        self.kept: OpenStep | None = None  # with which its last part came into the library
        self._read, self._failed, self._named = 0, list[Unread](), dict[str, None]()

    def take(self, step: OpenStep, entries: Entries, *, last: bool) -> None:
        """Take in a part. Nothing is raised where nothing came of it all yet."""
        if self.kept:
            step.goes_on(self.kept)
        self.intake.enter(step)
        for piece in pieces(entries, PIECE):
            self._take(step, piece)
        if self.run.dry or not self.intake.did_something:
            raise Nothing
        if last:
            awaken(step)
        self.intake.batch.records = self.intake.new
        step.title = self._title() + ("" if last else SO_FAR)

    def keep(self, step: OpenStep) -> None:
        """The part is in the library, unless nothing came of it."""
        self.kept = step if step.id is not None else self.kept

    def _take(self, step: OpenStep, piece: Sequence[tuple[str, Record | Failure]]) -> None:
        entered = [(source, entry) for source, entry in piece if isinstance(entry, records.Record)]
        self._failed += [
            Unread(entry.file, entry.line, entry.message, entry.raw)
            for _, entry in piece
            if not isinstance(entry, records.Record)
        ]
        if alone := [record for _, record in entered if records.is_of_no_paper(record)]:
            self.intake.personal.take_alone(alone)
            entered = [(source, record) for source, record in entered if not records.is_of_no_paper(record)]
        papers = self.intake.take(entered, collection=self.run.collection, tags=self.run.tags)
        self.intake.brought += self.run.bring(step, zip((record for _, record in entered), papers, strict=True))
        if not self.run.dry:
            step.session.flush()
            step.recorder.index()
        self._named |= dict.fromkeys(record.collection for _, record in entered if record.collection)
        self._read += len(entered)
        self.run.progress(self._read)

    @property
    def _into(self) -> str | None:
        """The collection that it is said to go into: the one that was asked for, else the first of the file."""
        return self.run.collection or next(iter(self._named), None)

    @property
    def waits(self) -> bool:
        """Whether papers are in the library that are put into the search index behind it."""
        return self.kept is not None and self.kept.recorder.late

    def report(self) -> ImportReport:
        intake, step = self.intake, self.kept.id if self.kept else None
        near = [one._replace(paper=None) for one in intake.likely] if self.run.dry else intake.likely
        counts = (self._read, intake.new, intake.same, intake.changed)
        report = ImportReport(*counts, near, self._failed, self._into, step)
        return report._replace(notes=intake.personal.notes, states=intake.personal.states)

    def _title(self) -> str:
        """The step, worded by what it did."""
        intake = self.intake
        into = f" into “{self._into}”" if self._into else ""
        if intake.new:
            return f"imported {counted(intake.new, 'paper')} from {intake.source}{into}"
        if told := intake.changed or intake.same:
            return f"took in what {intake.source} tells of {counted(told, 'paper')}{into}"
        return f"took in {counted(intake.personal.notes, 'note')} from {intake.source}"

    @property
    def stays(self) -> str:
        """What to say of an import that ended before its last part."""
        title = self.kept.title if self.kept else ""
        return f"What came before stays, “{title}”: undo takes it back, and importing the same again goes on from there"


def parts(entries: Iterable[Entry]) -> Iterator[tuple[Iterable[Entry], bool]]:
    """The entries in parts, and whether a part is the last; each is read before anybody has to wait for it."""
    rest = iter(entries)
    part = list(islice(rest, PART + 1))
    while len(part) > PART:
        yield part[:PART], False
        part = [part[PART], *islice(rest, PART)]
    yield part, True


def ahead(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, of which the first piece is read already: nobody else has to wait for that with what they write."""
    rest = iter(entries)
    return chain(list(islice(rest, PIECE)), rest)


def pieces(entries: Iterable[Entry], size: int) -> Iterator[list[Entry]]:
    iterator = iter(entries)
    while piece := list(islice(iterator, size)):
        yield piece
