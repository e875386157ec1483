"""Folders for nobody else's eyes."""

from pathlib import Path


def folder(path: Path) -> Path:
    """Make a folder, and those above it that are missing, for their owner alone; one that is there stays as it is."""
    if not path.is_dir():
        if path.parent != path:
            folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)
    return path
