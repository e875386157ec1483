"""Texts that a verb is given as a file, or on standard input."""

from __future__ import annotations

from tracker.cli.call import stdin


def read_text(path: str) -> str:
    """What a file holds; - is standard input."""
    if path == "-":
        return stdin().read()
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        return file.read()
