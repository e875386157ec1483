"""How the program ends: in order when it is told to, loudly on a fault of ours, and with all that was typed kept."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual.worker import WorkerFailed

from tracker import private
from tracker.errors import TrackerError
from tracker.tui.pointing import PointingApp

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.notifications import SeverityLevel


UNKEPT = "The library takes nothing now, so what you typed is not kept: make room, or leave with the same key again"


class EndingApp(PointingApp):
    """Hears signals, tells what a person can mend, ends on the rest."""

    _warned = False  # of what is typed and cannot be kept
    leaving = False
    aside: tuple[Path, ...] = ()  # files with what was typed and the library did not take

    def get_driver_class(self) -> type[Driver]:
        """What reads keys and draws: in a terminal, one that bears its end."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":  # in a browser, or on Windows
            return usual
        from tracker.tui.terminal import TerminalDriver

        return TerminalDriver

    def heed_signals(self) -> None:
        """Leave in order when the terminal is closed or the program is told to end."""
        with suppress(RuntimeError, ValueError):  # only the main thread hears signals
            for number in (signal.SIGHUP, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, self.leave_at_once)

    async def action_quit(self) -> None:
        """End, unless something is typed that the library does not take: then only when asked again."""
        if self._unkept() and not self._warned:
            self._warned = True
            self.tell(UNKEPT, severity="error")
        else:
            self.leave_at_once()

    def leave_at_once(self) -> None:
        """Keep what is being typed on any screen, then end."""
        self._keep_typed()
        self.leaving = True
        self.exit()

    def _keep_typed(self) -> None:
        """What the library does not take goes into files of its own, which are told of in the end."""
        self.aside += tuple(kept for text in self._unkept() if (kept := unsaved(text)))

    def _unkept(self) -> list[str]:
        """What is typed on the screens and cannot be kept in the library."""
        keeping = [keep for screen in self.screen_stack if (keep := getattr(screen, "keep_now", None))]
        return [text for keep in keeping if (text := keep())]

    def _handle_exception(self, error: Exception) -> None:
        """What a worker could not do for a reason that the person can mend is told; anything else is a fault."""
        if isinstance(error, WorkerFailed) and isinstance(error.error, TrackerError):
            self.tell(str(error.error), severity="error")
        else:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End on a fault of ours. The base class would show the values of all variables: people's texts among them."""
        with suppress(TrackerError):
            self._keep_typed()
        self._close_messages_no_wait()

    @property
    def fault(self) -> Exception | None:
        """The bug that ended the program."""
        return self._exception

    def tell(self, text: str, *, severity: SeverityLevel = "information", timeout: float = 6) -> None:
        """A toast; text of any origin shows as text."""
        from tracker.tui.safe import safe

        self.notify(str(safe(text)), severity=severity, timeout=timeout, markup=False)


def unsaved(text: str) -> Path | None:
    """Keep a text in a file of its own, in the first folder that takes it; None where none does."""
    from platformdirs import user_log_path

    for folder in (user_log_path("tracker", appauthor=False), Path(tempfile.gettempdir())):
        file = folder / f"unsaved-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.md"
        with suppress(OSError):
            private.folder(folder)
            private.write(file, text)
            return file
    return None
