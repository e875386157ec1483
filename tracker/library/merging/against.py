"""A list against the library: what only the list has, what both have, what only the library has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tracker.library.importing.imports import Imports, Progress
from tracker.library.importing.reports import ImportReport, Outcome
from tracker.library.notes.link_targets import Linking
from tracker.library.values import Row


class Compared(NamedTuple):
    """A list and the papers of a query."""

    missing: list[Outcome]  # in the list, not among the papers
    both: list[Outcome]
    likely: list[Outcome]  # in the list, and like a paper here
    rest: list[Row]  # among the papers, not in the list
    report: ImportReport


class Against(Linking, Imports):
    def against(
        self,
        paths: Sequence[Path],
        query: str = "",
        *,
        format: str | None = None,
        encoding: str | None = None,
        progress: Progress = lambda _: None,
    ) -> Compared:
        """Compare files with what a query finds, or with all papers. Nothing is written."""
        wanted = self.find(query).ids
        among, seen = set(wanted), set[int]()
        missing: list[Outcome] = []
        both: list[Outcome] = []
        likely: list[Outcome] = []

        def sort(outcome: Outcome) -> None:
            met = {outcome.paper} if not outcome.new else {paper for paper, _ in outcome.likely}
            seen.update(met)
            if not met & among:
                missing.append(outcome)
            elif outcome.new:
                likely.append(outcome)
            else:
                both.append(outcome)

        report = self.import_files(
            paths, format=format, encoding=encoding, dry_run=True, progress=progress, watch=sort, thorough=True
        )
        return Compared(missing, both, likely, self.rows([paper for paper in wanted if paper not in seen]), report)
