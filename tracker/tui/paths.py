"""Paths as people type them: completed from what is on the disk, and read as one file or several."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

MOST = 200  # names of a folder that are looked at
LISTS = (".bib", ".ris", ".csv", ".jsonl", ".json", ".txt")  # what files of papers mostly end in


def completed(typed: str) -> tuple[str, list[str]]:
    """What is typed as far as the names on the disk agree, and these names; a folder's ends with a slash."""
    folder, _, begun = typed.rpartition("/")
    base = Path(f"{folder}/" if "/" in typed else ".").expanduser()
    try:
        entries = sorted(os.scandir(base), key=lambda entry: entry.name)
    except OSError:
        return typed, []
    fitting = [e for e in entries if e.name.startswith(begun) and not (e.name.startswith(".") and not begun)]
    names = [f"{entry.name}/" if entry.is_dir() else entry.name for entry in fitting[:MOST]]
    common = _common(min(names), max(names)) if names else begun
    return typed[: len(typed) - len(begun)] + common, names


def _common(first: str, last: str) -> str:
    """What the first and the last of some names in order begin with, and so do all between."""
    return "".join(a for n, a in enumerate(first) if first[: n + 1] == last[: n + 1])


def named(typed: str) -> Sequence[Path]:
    """The files that are meant: one, several that are there, or all that a pattern such as `lists/*.bib` fits."""
    path = Path(typed.strip()).expanduser()
    several = [Path(word).expanduser() for word in typed.split()]
    if not path.exists() and len(several) > 1 and all(one.is_file() for one in several):
        return several
    if path.exists() or not any(sign in path.name for sign in "*?["):
        return [path]
    return sorted(found for found in path.parent.glob(path.name) if found.is_file()) or [path]


def nearby(few: int = 3) -> Sequence[Path]:
    """The newest files in this folder that may hold papers."""
    try:
        entries = [entry for entry in os.scandir() if entry.name.lower().endswith(LISTS) and entry.is_file()]
        newest = sorted(entries, key=lambda entry: entry.stat().st_mtime, reverse=True)
    except OSError:
        return ()
    return [Path(entry.name) for entry in newest[:few]]
