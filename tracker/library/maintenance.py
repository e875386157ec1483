"""Keeping a library sound: copies, and the doctor's look at everything that can go wrong."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from tracker.library.door import Door
from tracker.store.health import Finding

BACKUPS = "backups"


class Maintenance(Door):
    def backup(self, target: Path | None = None) -> Path:
        """A verified copy of everything; without a target, in `backups` beside the library."""
        if target is None:
            folder = self.store.path.parent / BACKUPS
            folder.mkdir(mode=0o700, exist_ok=True)
            target = folder / f"{self.store.path.stem}-{datetime.now():%Y%m%d-%H%M%S}.db"
        return self.store.backup(target)

    def check(self) -> list[Finding]:
        """What the doctor found, well or not."""
        return self.store.health()

    def repair(self) -> list[str]:
        """Make the search index anew from the rows; what was done, a line each."""
        self.store.rebuild_index()
        return ["made the search index anew from the papers"]
