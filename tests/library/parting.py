"""Imports in parts so small that few papers make several of them."""

from collections.abc import Iterator
from contextlib import contextmanager

from tracker.library.importing import parts

PIECE = 2


@contextmanager
def in_parts_of(size: int) -> Iterator[None]:
    """Within it, an import takes so many records in a transaction, and looks at PIECE of them at a time."""
    usual = parts.PIECE, parts.PART
    parts.PIECE, parts.PART = PIECE, size
    try:
        yield
    finally:
        parts.PIECE, parts.PART = usual
