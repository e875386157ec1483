"""The terminal the program runs in, and its end: nothing waits for one that has hung up, and nothing outlives it."""

from __future__ import annotations

import os
import signal
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

    _returns = False  # from a stop: the terminal is about to be taken back

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._file = cast("Any", Told(cast("TextIO", self._file), self._leave))

    def write(self, data: str) -> None:
        """Draw; without a thread that writes, as after a hang-up while suspended, there is nothing to draw on."""
        if self._draws:
            super().write(data)

    @property
    def _draws(self) -> bool:
        return self._writer_thread is not None and self._writer_thread.is_alive()

    def start_application_mode(self) -> None:
        """Begin to draw and to read keys, unless that was begun: a stop during the start comes back before it."""
        if not self._draws and not self._app._exit:
            cast("Any", super()).start_application_mode()

    def _sigtstp_application(self, *_: object) -> None:
        """Stop, once the terminal is given back; at once where something else, as an editor, has it."""
        # Not here: what the signal interrupted may hold the lock of the queue of what is to be drawn.
        if self._auto_restart:
            self._loop.call_soon_threadsafe(self._give_back)
        else:
            self._stop()

    def _give_back(self) -> None:
        if not self._must_signal_resume:
            self.suspend_application_mode()
            self._must_signal_resume = True
        self._stop()

    def _stop(self) -> None:
        """Stop as the system does it: not where no shell is there to go on with the program, as after a hang-up."""
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        self._sigcont_application()

    def _sigcont_application(self, *_: object) -> None:
        if not self._returns:
            self._returns = True
            self._loop.call_soon_threadsafe(self._take_back)

    def _take_back(self) -> None:
        """Take the terminal back after a stop, if it is there: one that hangs up sends the same signal.

        What draws and reads is ended before it is begun again: a second pair of threads would keep the program alive.
        """
        self._returns = False
        if self._auto_restart and os.isatty(self.fileno):
            if not self._must_signal_resume:  # no Ctrl+Z ended them
                self.suspend_application_mode()
            self.resume_application_mode()

    def _leave(self) -> None:
        with suppress(RuntimeError):  # the program has ended already
            self._app.call_later(cast("EndingApp", self._app).leave_at_once)
