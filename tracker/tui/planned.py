"""What an import would do, sorted for the screen: by group, each with as many lines as are worth showing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.library.importing.reports import Decision, ImportReport, Outcome, Unread
    from tracker.library.values import Row

GROUPS = ("new", "likely", "changed", "same", "unread", "rest")
NAMES = {
    "new": "new",
    "likely": "maybe here",
    "changed": "changed",
    "same": "here already",
    "unread": "unreadable",
    "rest": "not in the file",
}
SHOWN = 1000  # lines of a group


class Stamp(NamedTuple):
    """By what a file is known to be as it was."""

    size: int
    time: int


class Plan:
    """What is heard while a file is read, and what the report said in the end."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.outcomes: dict[str, list[Outcome]] = {group: [] for group in GROUPS}
        self.headings: dict[int, str] = {}  # of papers here that records are like
        self.unread: Sequence[Unread] = ()
        self.rest: Sequence[Row] = ()
        self.report: ImportReport | None = None
        self.decided: dict[int, Decision] = {}
        self._met: set[int] = set()

    def hear(self, outcome: Outcome) -> None:
        self.counts[outcome.verdict] += 1
        if len(self.outcomes[outcome.verdict]) < SHOWN or outcome.verdict == "likely":
            self.outcomes[outcome.verdict].append(outcome)
        self._met.update([outcome.paper] if not outcome.new else (paper for paper, _ in outcome.likely))

    def finish(self, library: Library, report: ImportReport) -> None:
        """Look up what is to be shown of the papers here."""
        self.report, self.unread = report, report.failed
        here = {paper for outcome in self.outcomes["likely"] for paper, _ in outcome.likely}
        self.headings = {row.id: row.heading for row in library.rows(sorted(here))}
        rest = [paper for paper in library.find("").ids if paper not in self._met]
        self.rest = library.rows(rest[:SHOWN])
        self.counts |= Counter(unread=len(self.unread), rest=len(rest))

    @property
    def writes(self) -> bool:
        """Whether an import would change anything."""
        report = self.report
        return report is not None and bool(
            report.new or report.changed or report.notes or report.states or report.collection
        )


def stamps(paths: Sequence[Path]) -> list[Stamp]:
    """The files as they are now; one that is gone has an empty stamp."""
    found = []
    for path in paths:
        try:
            stat = path.stat()
            found.append(Stamp(stat.st_size, stat.st_mtime_ns))
        except OSError:
            found.append(Stamp(0, 0))
    return found
