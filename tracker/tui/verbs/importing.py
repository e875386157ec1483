"""Bringing papers in, and making one of two."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.paths import named
from tracker.tui.screens.selecting import Selecting

if TYPE_CHECKING:
    from tracker.library.importing.reports import ImportReport
    from tracker.tui.widgets.empty import Empty


class ImportVerbs(Selecting):
    """Files into the library; papers that are here twice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "g>I", "import_file", "import", id="go.import", section="go", tip="import a file; shown before it is done"
        ),
        bind("g>D", "duplicates", "duplicates", id="go.duplicates", section="go", tip="papers that may be one"),
        bind("&", "merge", "merge the two marked", id="merge", section="do"),
    ]

    def action_import_file(self) -> None:
        from tracker.tui.screens.ask_file import AskFile

        if self.has_files("files come in where the library is: tracker import FILE"):
            self.app.push_screen(AskFile("import file"), self._file_named)

    def _file_named(self, typed: str | None) -> None:
        if typed:
            self.show_import(named(typed))

    def show_import(self, paths: Sequence[Path]) -> None:
        """Show what files would bring."""
        from tracker.tui.screens.importing import ImportScreen

        self.app.push_screen(ImportScreen(paths), self._imported)

    def on_empty_chosen(self, message: Empty.Chosen) -> None:
        message.stop()
        if message.paths:
            self.show_import(message.paths)
        else:
            self.action_import_file()

    def _imported(self, report: ImportReport | None) -> None:
        if report is None:
            self.say("nothing was imported", "$muted")
        elif report.step is None:
            self.say("all of it is here already", "$muted")
        else:
            near = len(report.near_duplicates)
            more = f" · {near:,} may be here twice: g D" if near else ""
            self.say(f"{report.new:,} new, {report.changed:,} changed — u undoes{more}")

    def action_duplicates(self) -> None:
        from tracker.tui.screens.duplicates import DuplicatesScreen

        self.app.push_screen(DuplicatesScreen())

    def action_merge(self) -> None:
        from tracker.tui.screens.merging import MergeScreen

        marked = sorted(self.papers.marked)
        if len(marked) != 2:
            self.say("mark two papers to merge them — g D lists what may be one", "$muted")
            return
        self.app.push_screen(MergeScreen(*marked), self._merged)

    def _merged(self, done: str | None) -> None:
        if done:
            self.clear_marks()
            self.say(f"{done} — u undoes")
