"""Reading files in a thread, to see what they would bring; the screen hears how far it is."""

from __future__ import annotations

from textual import work
from textual.message import Message
from textual.worker import Worker, get_current_worker

from tracker.errors import TrackerError
from tracker.tui.incoming import Cancelled
from tracker.tui.planned import Plan
from tracker.tui.screens.columns import ColumnVerbs


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


class Failed(Message):
    """The file cannot be read."""

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


class Progress:
    """Tells the screen how far a worker has come, and ends the worker when nobody waits."""

    def __init__(self, screen: TakingIn, worker: Worker[None]) -> None:
        self._screen, self._worker = screen, worker

    def __call__(self, count: int) -> None:
        if self._worker.is_cancelled:
            raise Cancelled
        self._screen.post_message(Read(count))
