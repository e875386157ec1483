"""Reading files in a thread, to see what they would bring or to take it in; the screen hears how far it is."""

from __future__ import annotations

from textual import work
from textual.message import Message
from textual.worker import Worker, get_current_worker

from tracker.errors import LibraryUnavailable, TrackerError
from tracker.library.importing.reports import Decision, ImportReport
from tracker.tui.planned import Plan
from tracker.tui.screens.columns import ColumnVerbs


class Cancelled(Exception):
    """Nobody waits for the import any more."""


class Read(Message):
    """How many records are read."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count


class Planned(Message):
    """The file is read to its end."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan


class Written(Message):
    """The import is in the library."""

    def __init__(self, report: ImportReport) -> None:
        super().__init__()
        self.report = report


class Failed(Message):
    """The file cannot be read, or the library not written."""

    def __init__(self, error: TrackerError) -> None:
        super().__init__()
        self.error = error


class TakingIn(ColumnVerbs):
    """Knows the files; a newer reading ends an older one."""

    @work(thread=True, exclusive=True, group="import")
    def plan(self) -> None:
        """Read the files without writing anything."""
        plan, worker = Plan(), get_current_worker()
        try:
            report = self.library.import_files(
                self._paths,
                columns=self._columns,
                dry_run=True,
                progress=Progress(self, worker),
                watch=plan.hear,
            )
            plan.finish(self.library, report)
        except Cancelled:
            return
        except TrackerError as error:
            self.post_message(Failed(error))
            return
        self.post_message(Planned(plan))

    @work(thread=True, exclusive=True, group="import")
    def write(self, decided: dict[int, Decision]) -> None:
        """Take the files in, as one step. Who leaves the program keeps what came so far: it is a long way back."""
        try:
            report = self.library.import_files(
                self._paths,
                columns=self._columns,
                progress=Progress(self, get_current_worker()),
                decided=decided,
                later=True,
            )
        except Cancelled:
            self.library.catch_up()
            return
        except TrackerError as error:
            self.post_message(Failed(error))
            return
        self.post_message(Written(report))


class Progress:
    """Tells the screen how far a worker has come, and ends the worker when nobody waits."""

    def __init__(self, screen: TakingIn, worker: Worker[None]) -> None:
        self._screen, self._worker, self._desk = screen, worker, screen.desk

    def __call__(self, count: int) -> None:
        if self._desk.leaving:
            raise LibraryUnavailable("The program was left")
        if self._worker.is_cancelled:
            raise Cancelled
        self._screen.post_message(Read(count))
