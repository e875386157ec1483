"""The verb tour: the program shown over a library that is thrown away."""

from __future__ import annotations

import sys

from tracker.cli.call import Call
from tracker.cli.options import Command
from tracker.errors import TrackerError


class NoTerminal(TrackerError):
    """There is nobody to show anything to."""

    kind = "terminal"


def run_tour(call: Call) -> None:
    """`tracker tour`."""
    from tempfile import TemporaryDirectory

    from tracker.cli.opening import interface

    call.end()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal("The tour needs a terminal; `tracker help` tells in words")
    with TemporaryDirectory(prefix="tracker-tour-", ignore_cleanup_errors=True) as folder:
        found = call.settings._replace(library=f"{folder}/tour.db", seed=True)
        code = interface(found, tour=True)
    if code:
        raise SystemExit(code)
    call.out.say("The tour's library is gone; `tracker` opens your own.")


COMMANDS = {
    "tour": Command(
        run_tour,
        "",
        """
Shows the program in a few steps: move, read, mark, decide, tag, write, find, undo. Each step waits until you did it.
It runs over a library of its own with the papers that come with tracker, which is thrown away at the end; yours is not
opened. Esc in the list leaves.
""",
        (),
        (("tracker tour", "two minutes"),),
    )
}
