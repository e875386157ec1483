"""`tracker import --watch`: files are taken in as they come, until somebody says that it is enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tracker.cli.call import Call
from tracker.cli.options import Usage
from tracker.errors import LibraryUnavailable, TrackerError
from tracker.library.importing.reports import ImportReport

EVERY = 1.0  # seconds

Take = Callable[[Path], ImportReport]
Tell = Callable[[ImportReport], None]


def watch(call: Call, take: Take, tell: Tell) -> None:
    """Look for new and changed files until interrupted, take in each and tell what became of it."""
    from tracker.library.importing.watching import Watched

    if call.flag("--dry-run") or "-" in call.words:
        raise Usage("--watch takes in files as they come; it goes with neither --dry-run nor -")
    paths = [Path(word) for word in call.words]
    for path in paths:
        if not path.exists():
            raise TrackerError(f"{path} is not there, so it cannot be watched")
    watched, every = Watched(paths), _every(call)
    call.out.aside(f"watching {', '.join(call.words)}; ctrl+c ends it")
    try:
        while True:
            for path in watched.ready():
                _take_one(call, path, take, tell)
            time.sleep(every)
    except KeyboardInterrupt:
        call.out.aside("ended")


def _take_one(call: Call, path: Path, take: Take, tell: Tell) -> None:
    """A file that cannot be read is named, once for each state that it is in; the others go on."""
    try:
        tell(take(path))
    except LibraryUnavailable:
        raise
    except TrackerError as error:
        call.out.warn(f"{error}" if str(path) in str(error) else f"{path}: {error}", "file")
    call.out.flush()


def _every(call: Call) -> float:
    text = call.value("--every")
    try:
        every = EVERY if text is None else float(text)
    except ValueError:
        every = -1.0
    if not 0.05 <= every <= 3600:
        raise Usage(f"--every takes a number of seconds from 0.05 to 3600, not “{text}”")
    return every
