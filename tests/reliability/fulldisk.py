"""The disk refuses a write, at each write of a session: full, or failing."""

import random
import shutil
from pathlib import Path

from tests.reliability.deeds import Deeds, came_in, fingerprint, losses
from tests.reliability.disk import FULL, IOERR_WRITE, Disk
from tests.reliability.outcome import Outcome
from tracker.errors import LibraryUnavailable
from tracker.library import Library

MESSAGES = {FULL: "the disk is full", IOERR_WRITE: "cannot be read or written"}
DEEDS = 12


def campaign(template: Path, folder: Path, *, step: int, seed: int) -> Outcome:
    """Refuse the first write and all after it, then from the (1 + step)th on, and so forth through a session."""
    outcome = Outcome("disk full or failing at a write")
    for code in MESSAGES:
        refused_at = 1
        while _refused(template, folder / "full.db", refused_at, code, seed, outcome):
            refused_at += step
    return outcome


def _refused(template: Path, path: Path, at: int, code: int, seed: int, outcome: Outcome) -> bool:
    """One session whose disk is full from a write on; False when the session ended before that write."""
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    shutil.copy(template, path)
    disk, wrong, acknowledged = Disk(), [], fingerprint(path)
    with disk.under(), Library.open(path, "ann") as library:
        deeds = Deeds(library, random.Random(seed))
        disk.writes, disk.refuse_from, disk.refuse_with = 0, at, code
        told = ""
        try:
            for _ in range(DEEDS):
                deeds.one()
                acknowledged = fingerprint(path)
        except LibraryUnavailable as error:
            told = str(error)
        refused, disk.refuse_from = disk.writes >= at, None
        if told and MESSAGES[code] not in told:
            wrong.append(f"said “{told}”")
        if fingerprint(path) != acknowledged and not came_in(library, acknowledged):
            wrong.append("half a deed is there")
        deeds.one()  # there is space again, and the same program goes on
        acknowledged = fingerprint(path)
    if refused:
        outcome.add(wrong + losses(path, acknowledged), f"seed {seed}, write {at}, code {code}")
    return refused
