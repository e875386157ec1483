"""Bringing papers in, many or one, and making one of two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.binding import BindingType

from tracker.tui.incoming import imported
from tracker.tui.keys import bind
from tracker.tui.paths import named
from tracker.tui.screens.selecting import Selecting

if TYPE_CHECKING:
    from tracker.library.importing.reports import Filled, ImportReport
    from tracker.tui.widgets.empty import Empty


class Added(NamedTuple):
    """A paper that is in the library now; `why` it is not known more about it, where services could not say."""

    paper: int
    new: bool
    why: str


class ImportVerbs(Selecting):
    """Files into the library; papers that are here twice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "g>I", "import_file", "import", id="go.import", section="go", tip="import a file; shown before it is done"
        ),
        bind("a", "add_paper", "add a paper", id="add", section="do", tip="by DOI, arXiv id, address or abstract"),
        bind("g>D", "duplicates", "duplicates", id="go.duplicates", section="go", tip="papers that may be one"),
        bind("&", "merge", "merge the two marked", id="merge", section="do"),
    ]

    def action_import_file(self) -> None:
        from tracker.tui.screens.ask_file import AskFile

        if self.has_files("files come in where the library is: tracker import FILE"):
            self.app.push_screen(AskFile("import file"), self._file_named)

    def action_add_paper(self) -> None:
        self.ask("add", self._named_one, hint="a DOI, an arXiv id, an address, or an abstract")

    def _named_one(self, typed: str) -> None:
        if typed:
            self.say("looking it up …", "$accent")
            self.add_paper(typed)

    @work(thread=True, group="add")
    def add_paper(self, typed: str) -> None:
        self.bring(partial(self._add, typed), self._added)

    def _add(self, typed: str) -> Added:
        """What services know of the paper, and it in the library."""
        from tracker.formats.identified import IDS, identified, record_of
        from tracker.services.trouble import NoNetwork

        named, why = identified(typed), ""
        found: Sequence[Filled] = ()
        if any(name in named for name in IDS):
            try:
                asked = self.library.look_up_new(record_of(named), self.desk.network())
                found, why = asked.filled, "" if asked.filled or not asked.asked else "no service knows it"
            except NoNetwork as error:
                why = str(error)
        before = self.library.undoable()
        paper = self.library.add_paper(named.pop("text", None), **named, found=found)
        return Added(paper, self.library.undoable() != before, why)

    def _added(self, added: Added) -> None:
        told = self.library.told([added.paper])
        why = f" · {added.why}; M looks again" if added.why else ""
        self.desk.show_papers(f"id:{added.paper}")
        self.say(f"added {told}{why} — u undoes" if added.new else f"{told} is here already")

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
        if report:
            self.say(imported(report), "" if report.step else "$muted")
        elif self.desk.takes_in:
            self.say("it comes in while you read on; u stops it and takes it back", "$accent")
        else:
            self.say("nothing was imported", "$muted")

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
