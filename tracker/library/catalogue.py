"""The library for looking things up only: a command that prints a list opens no more than this, in half the time."""

from __future__ import annotations

from tracker.library.finding import Finding
from tracker.library.opening import Opening


class Catalogue(Finding, Opening):
    """Finding papers and showing them in lists."""
