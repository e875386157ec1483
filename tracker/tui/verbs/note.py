"""What helps while a note is written: how it reads, what links to it, what a link may lead to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static, TextArea
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.tui.keys import bind
from tracker.tui.safe import line
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.widgets import reading
from tracker.tui.widgets.editor import NoteArea, Suggestions

if TYPE_CHECKING:
    from tracker.library.notes.link_targets import LinkTarget

MOST = 12  # links to the paper that are shown below its abstract
CALM = 0.15  # seconds without a key before the preview is made anew


class NoteAids(TrackerScreen["str | None"]):
    """The pane beside the text shows the abstract with what links here, or the note as it reads."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("ctrl+o", "preview", "preview", id="note.preview", section="note", show=True, tip="the note as it reads"),
    ]

    paper_id: int | None = None
    previewing = False
    _calm: Timer | None = None

    # Beside the text

    def show_beside(self) -> None:
        """The paper's heading and abstract, and what links to it; of a note on no paper, how it reads."""
        if self.paper_id is None:
            self.previewing = True
            self.preview()
            return
        detail = self.library.detail(self.paper_id)
        self.query_one("#note-head", Static).update(reading.heading(detail))
        self.query_one("#note-abstract", Static).update(reading.abstract(detail.abstract, most=reading.PREVIEW))
        self.show_links()

    def show_links(self) -> None:
        linked = self.library.linked_here(self.paper_id) if self.paper_id is not None else []
        rows = [
            Content.assemble(("← ", "$muted"), line(place, "$link"), "  ", line(said or f"[[{link.text}]]"))
            for link, place, said in linked[:MOST]
        ]
        if rows:
            rows.insert(0, Content.styled("\nlinked from", "$muted"))
        self.query_one("#note-links", Static).update(Content("\n").join(rows))

    def action_preview(self) -> None:
        self.previewing = not self.previewing
        if self.previewing:
            self.preview()
        else:
            self.show_beside()

    def preview_soon(self) -> None:
        """The text changed: show how it reads once the keys are still."""
        if self.previewing:
            if self._calm:
                self._calm.stop()
            self._calm = self.set_timer(CALM, self.preview)

    def preview(self) -> None:
        self.read_preview(self.query_one(NoteArea).text)

    @work(thread=True, exclusive=True, group="preview")
    def read_preview(self, text: str) -> None:
        from tracker.text.wikilinks import wikilinks
        from tracker.tui.widgets.markdown import gone, markdown

        worker = get_current_worker()
        try:
            dead = self.library.dead_targets([link.target for link in wikilinks(text)])
        except TrackerError:  # saving says what is wrong
            dead = set()
        content = markdown(text, dead)
        if not worker.is_cancelled:
            self.hand(partial(self.show_preview, content, gone(dead)))

    def show_preview(self, content: Content, told: str) -> None:
        if self.previewing:
            self.query_one("#note-head", Static).update(Content.styled("as it reads", "$muted"))
            self.query_one("#note-abstract", Static).update(content)
            self.query_one("#note-links", Static).update(line(told, "$warning"))

    # Links while they are typed

    def on_mount(self) -> None:
        self.query_one(NoteArea).suggestions = self.query_one(Suggestions)
        self.offer([])

    def offer(self, targets: Sequence[LinkTarget]) -> None:
        self.query_one(Suggestions).offer(targets)

    def on_text_area_selection_changed(self, event: TextArea.SelectionChanged) -> None:
        event.stop()
        self.query_one(NoteArea).look()

    def on_note_area_linking(self, message: NoteArea.Linking) -> None:
        message.stop()
        if message.typed is None:
            self.workers.cancel_group(self, "linking")
            self.offer([])
        else:
            self.find_targets(message.typed)

    @work(thread=True, exclusive=True, group="linking")
    def find_targets(self, typed: str) -> None:
        worker = get_current_worker()
        try:
            targets = self.library.link_targets(typed, paper_id=self.paper_id)
        except TrackerError:  # what is typed stays what it is
            return
        if not worker.is_cancelled:
            self.hand(partial(self.offer_for, typed, targets))

    def offer_for(self, typed: str, targets: Sequence[LinkTarget]) -> None:
        """Offer what was found, unless something else is typed by now."""
        if self.query_one(NoteArea).begun == typed:
            self.offer(targets)
