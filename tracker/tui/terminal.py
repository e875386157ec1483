"""The terminal the program runs in, and its end: nothing waits for one that has hung up, and nothing outlives it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracker.tui.ending import EndingApp


class Told:
    """A terminal that is written to without fail: what it does not take any more is dropped, and the end of it told."""

    def __init__(self, file: TextIO, ended: Callable[[], object]) -> None:
        self._file = file
        self._ended = ended

    def write(self, text: str) -> int:
        try:
            return self._file.write(text)
        except OSError:
            self._ended()
            return len(text)

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError:
            self._ended()

    def fileno(self) -> int:
        return self._file.fileno()


class TerminalDriver(LinuxDriver):
    """Reads keys and draws, until the terminal is gone."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._file = cast("Any", Told(cast("TextIO", self._file), self._leave))

    def write(self, data: str) -> None:
        """Draw; without a thread that writes, as after a hang-up while suspended, there is nothing to draw on."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def _sigcont_application(self, *_: object) -> None:
        """Take the terminal back after Ctrl+Z, and draw again after any other stop.

        A terminal that hangs up sends this signal too: taken for the end of a stop, it would have a second pair of
        threads started, and the first would keep the program alive for ever.
        """
        if self._must_signal_resume:
            super()._sigcont_application()
        else:
            self._app.call_later(self._app.refresh, layout=True)

    def _leave(self) -> None:
        with suppress(RuntimeError):  # the program has ended already
            self._app.call_later(cast("EndingApp", self._app).leave_at_once)
