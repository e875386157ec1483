"""Keeping a library sound: copies, and the doctor's look at everything that can go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from tracker.library.door import Door
from tracker.store import backup
from tracker.store.health import Finding
from tracker.terms import Kept


class Maintenance(Door):
    def backup(self, target: Path | None = None) -> Path:
        """A verified copy of everything; without a target, in `backups` beside the library."""
        if target is None:
            folder = backup.folder_of(self.store.path)
            target = folder / f"{self.store.path.stem}-{datetime.now():%Y%m%d-%H%M%S}.db"
        return self.store.backup(target)

    def tend(self, kept: Kept) -> Path | None:
        """Once a day: a verified copy, None where none is due; then history beyond what is `kept` is let go."""
        copy = self.store.backup_daily()
        self.store.let_go(kept)
        return copy

    def catch_up(self, progress: Callable[[int, int], None] = lambda _done, _all: None) -> None:
        """Put the papers of a large import into the search index, as far as that was not done yet. `progress(done,
        all)`, in papers; may raise to stop. Others read and write meanwhile, and who comes next goes on."""
        self.store.catch_up(progress)

    def check(self, progress: Callable[[int, int], None] = lambda _done, _all: None) -> Iterator[Finding]:
        """What the doctor finds, well or not, as he finds it. `progress(done, all)`, in papers, of what takes long."""
        return self.store.health(progress)

    def repair(self) -> list[str]:
        """Mend what can be mended without losing anything; what was done, a line each."""
        return self.store.repair()
