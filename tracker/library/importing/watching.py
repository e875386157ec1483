"""Files and folders that are watched: which files are new or changed by now, and complete."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tracker.formats import registry

UNFINISHED = (".part", ".partial", ".crdownload", ".download", ".tmp", ".swp", ".filepart")
PACKED = (".gz", ".zip")


class State(NamedTuple):
    """What tells one state of a file from another."""

    modified: int  # nanoseconds
    size: int
    number: int  # of the file itself: another one may have taken its name


class Watched:
    """Some files and folders. Ask again and again: a file is told once it has not changed between two askings."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = list(paths)
        self._seen: dict[Path, State] = {}
        self._told: dict[Path, State] = {}
        self._suffixes = {suffix for format in registry.formats().known.values() for suffix in format.SUFFIXES}

    def ready(self) -> list[Path]:
        """Files that are complete and new, or changed since they were told last; each state of a file is told once."""
        now = dict(self._states())
        found = [path for path, state in now.items() if self._seen.get(path) == state and self._told.get(path) != state]
        self._seen = now
        self._told = {path: state for path, state in self._told.items() if path in now}
        self._told |= {path: now[path] for path in found}
        return sorted(found)

    def _states(self) -> Iterator[tuple[Path, State]]:
        for path in self._files():
            try:
                found = path.stat()
            except OSError:
                continue  # it went away
            yield path, State(found.st_mtime_ns, found.st_size, found.st_ino)

    def _files(self) -> Iterator[Path]:
        for path in self.paths:
            if not path.is_dir():
                yield path
                continue
            for folder, folders, names in os.walk(path):
                folders[:] = [name for name in folders if not name.startswith(".")]
                yield from (Path(folder, name) for name in names if self._is_meant(name))

    def _is_meant(self, name: str) -> bool:
        """Whether a file of a folder may hold papers: those of other programs are nobody's mistake."""
        suffix = os.path.splitext(name.lower())[1]
        if name.startswith((".", "~")) or name.endswith("~") or suffix in UNFINISHED:
            return False
        return suffix in self._suffixes or suffix in PACKED
