"""The power fails: what was written but not yet synced is lost, or only half of it is there."""

import random
import shutil
from pathlib import Path

from tests.reliability.deeds import Deeds, fingerprint, losses
from tests.reliability.disk import Disk, after_power_cut
from tests.reliability.outcome import Outcome
from tracker.library import Library

DEEDS = 60
NAMES = ("library.db", "library.db-wal")


def campaign(template: Path, folder: Path, *, cuts: int, seed: int) -> Outcome:
    """Use a library once, then cut the power at many moments of what the disk was told."""
    outcome = Outcome("power cut, unsynced writes lost or torn")
    disk, start, acknowledged = _used(template, folder, seed)
    for number in range(cuts):
        chance = random.Random(f"{seed}/{number}")
        at = chance.randrange(len(disk.told) + 1)
        before = [state for told, state in acknowledged if told <= at]
        lost = _losses(folder / "cut", after_power_cut(start, disk.told[:at], chance), before[-1])
        outcome.add(lost, f"seed {seed}, cut {number} after {at} of {len(disk.told)}")
    return outcome


def _used(template: Path, folder: Path, seed: int) -> tuple[Disk, dict[str, bytes], list[tuple[int, str]]]:
    """A disk that recorded a person's use; its files before; and, for each deed, how much was told by then."""
    path = folder / NAMES[0]
    shutil.copy(template, path)
    start, disk = {path.name: path.read_bytes()}, Disk()
    acknowledged = [(0, fingerprint(path))]
    with disk.under():
        disk.recording = True
        with Library.open(path, "ann") as library:
            deeds = Deeds(library, random.Random(seed))
            for _ in range(DEEDS):
                deeds.one()
                acknowledged.append((len(disk.told), fingerprint(path)))
    return disk, start, acknowledged


def _losses(folder: Path, files: dict[str, bytes], acknowledged: str) -> list[str]:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in NAMES:
        if name in files:
            (folder / name).write_bytes(files[name])
            (folder / name).chmod(0o600)
    return losses(folder / NAMES[0], acknowledged)
