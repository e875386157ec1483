"""Files that come into the library: shown on the screen that began it, or behind whatever one does meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message
from textual.worker import Worker, get_current_worker

from tracker.errors import LibraryUnavailable, TrackerError
from tracker.tui.opening import LibraryApp

if TYPE_CHECKING:
    from tracker.library.importing.reports import ImportReport
    from tracker.tui.screens.importing import ImportScreen

Heard = Callable[[int], None]  # how many records are read; raises to stop


class Cancelled(Exception):
    """Nobody waits for the import any more."""


class Coming(Message):
    """How many records came."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count


class Came(Message):
    """The import is in the library."""

    def __init__(self, report: ImportReport) -> None:
        super().__init__()
        self.report = report


class NotCome(Message):
    """The library did not take it, or not all of it."""

    def __init__(self, error: TrackerError) -> None:
        super().__init__()
        self.error = error


class IncomingApp(LibraryApp):
    """Takes files in, one import at a time."""

    takes_in = False
    _shown_on: ImportScreen | None = None

    def take_in(self, bring: Callable[[Heard], ImportReport], shown_on: ImportScreen) -> None:
        """Take files in, as one step; the screen shows how far it is until one leaves it."""
        self.takes_in, self._shown_on = True, shown_on
        self._bring(bring)

    def stop_taking_in(self) -> None:
        """End the import; what came of it is taken back."""
        self._over()
        self.workers.cancel_group(self, "take in")

    @work(thread=True, group="take in")
    def _bring(self, bring: Callable[[Heard], ImportReport]) -> None:
        worker = get_current_worker()
        try:
            report = bring(lambda count: self._heard(worker, count))
        except Cancelled:
            self.library.catch_up()
        except TrackerError as error:
            self.post_message(NotCome(error))
        else:
            self.post_message(Came(report))

    def _heard(self, worker: Worker[None], count: int) -> None:
        """Who leaves the program keeps what came so far, for it is a long way back."""
        if self.leaving:
            raise LibraryUnavailable("The program was left")
        if worker.is_cancelled:
            raise Cancelled
        self.post_message(Coming(count))

    @property
    def _screen(self) -> ImportScreen | None:
        """The screen that shows how far it is, where it is there still."""
        return self._shown_on if self._shown_on in self.screen_stack else None

    def on_coming(self, message: Coming) -> None:
        if self._screen:
            self._screen.say_reading(message.count)
        elif self.takes_in:
            self.say_behind(f"importing {message.count:,}")

    def _over(self) -> ImportScreen | None:
        """No import runs any more; the screen that still shows it, of which nothing is kept."""
        shows = self._screen
        self.takes_in, self._shown_on = False, None
        self.say_behind("")
        return shows

    def on_came(self, message: Came) -> None:
        shows = self._over()
        self.index_rest()
        if shows:
            shows.dismiss(message.report)
        elif self.first and self.screen is self.first:
            self.first.say(imported(message.report))
        else:
            self.tell(imported(message.report))

    def on_not_come(self, message: NotCome) -> None:
        if shows := self._over():
            shows.fail(message.error)
        else:
            self.tell(str(message.error), severity="error")


def imported(report: ImportReport) -> str:
    """What came of an import, in a line."""
    if report.step is None:
        return "all of it is here already"
    near = len(report.near_duplicates)
    more = f" · {near:,} may be here twice: g D" if near else ""
    return f"{report.new:,} new, {report.changed:,} changed — u undoes{more}"
