"""Folders and files for nobody else's eyes."""

import os
from pathlib import Path


def folder(path: Path) -> Path:
    """Make a folder, and those above it that are missing, for their owner alone; one that is there stays as it is."""
    if not path.is_dir():
        if path.parent != path:
            folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)
    return path


def write(file: Path, text: str) -> None:
    """Write a file whole or not at all, for its owner alone; one that is there keeps its rights, a link its place."""
    file = file.resolve()
    rights = file.stat().st_mode & 0o777 if file.exists() else 0o600
    fresh = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, rights), "w", encoding="utf-8") as written:
            written.write(text)
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
