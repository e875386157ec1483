"""The lists of abstracts that a new library begins with."""

from pathlib import Path

from tracker.resources import resource


def seed_files() -> list[Path]:
    """The seed documents in their order; what is known about their papers lies beside them, in papers.toml."""
    return sorted(resource("seeds").glob("*.txt"))
