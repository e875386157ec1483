"""Writing a note beside the abstract; what is typed is kept as a draft until the note is saved on leaving."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.timer import Timer
from textual.widgets import Static, TextArea

from tracker.errors import TrackerError
from tracker.text.clean import clean
from tracker.tui.keys import bind
from tracker.tui.safe import LONGEST
from tracker.tui.screens.conflict import ConflictScreen
from tracker.tui.verbs.note import NoteAids
from tracker.tui.widgets.editor import NoteArea, Suggestions

if TYPE_CHECKING:
    from tracker.library.values import NoteConflict, NoteView

PAUSE = 0.3  # seconds between two drafts while typing
SETTLED = {
    "merge": "note saved, both changes in it",
    "mine": "note saved; the other text is in its history",
    "theirs": "the other text stands",
    "second": "saved as a second note beside the other",
}


class NoteScreen(NoteAids):
    """The person's note on a paper, or one of its own; the result says what was done."""

    place = "Note"
    AUTO_FOCUS = "NoteArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "leave", "save and back", id="note.leave", section="note", show=True, priority=True),
        bind("ctrl+s", "save", "save", id="note.save", section="note", show=True),
        bind("ctrl+t", "outside", "in $EDITOR", id="note.editor", section="note", show=True),
        bind(
            "ctrl+n", "another", "another note", id="note.another", section="note", tip="your next note on this paper"
        ),
    ]

    def __init__(self, paper_id: int | None, *, note_id: int | None = None, outside: bool = False) -> None:
        super().__init__()
        self.paper_id = paper_id
        self._note_id = note_id
        self._fresh = False  # a note besides those that are there is to be written
        self._start_outside = outside
        self._note: NoteView | None = None
        self._version, self._base, self._begun = 0, "", ""
        self._pause: Timer | None = None
        self._saved = False
        self._drafting = Lock()

    def body(self) -> ComposeResult:
        with Container(id="note-body"):
            with VerticalScroll(id="note-paper", can_focus=False):
                yield Static(id="note-head", markup=False)
                yield Static(id="note-abstract", markup=False)
                yield Static(id="note-links", markup=False)
            yield NoteArea(id="note", soft_wrap=True, compact=True, tab_behavior="indent")
        yield Suggestions()

    def on_mount(self) -> None:
        self._open()
        self.show_beside()
        if self._start_outside:
            self.call_after_refresh(self.action_outside)

    def _open(self) -> None:
        self._saved = False
        note = self._note = self._found()
        draft = self.library.draft(self.paper_id, note.id if note else None)
        self._version, self._base = (note.version, note.body) if note else (0, "")
        if draft:
            self._version, self._base = draft.base_version, draft.base
        self._begun = "" if note or self.paper_id is None else self.library.new_note(self.paper_id, self.templates)
        self._load(draft.text if draft else self._base or self._begun)
        told = "what was being typed when the program ended is here again" if draft else "kept by itself while you type"
        self.say(told if not self.area.read_only else "too long for this screen — E writes it in $EDITOR")

    def _found(self) -> NoteView | None:
        """The note to write: the one that was named, else the person's first on the paper; None for a new one."""
        if self._note_id is not None:
            return self.library.note(self._note_id)
        if self._fresh or self.paper_id is None or self.library.draft(self.paper_id):
            return None
        return self.library.my_note(self.paper_id)

    def _load(self, text: str) -> None:
        """Show a text to be changed; of one that no screen can lay out, the beginning to be read."""
        self.area.read_only = len(text) > LONGEST
        self._whole = clean(text)
        self.area.load_text(self._whole[:LONGEST])
        self.area.move_cursor(self.area.document.end)

    @property
    def templates(self) -> dict[str, str]:
        return dict(self.desk.settings.templates)

    @property
    def area(self) -> NoteArea:
        return self.query_one(NoteArea)

    @property
    def text(self) -> str:
        return self._whole if self.area.read_only else self.area.text

    @property
    def changed(self) -> bool:
        """Whether something was typed that the library does not have; a template alone is nothing."""
        text = self.text.strip()
        return text != self._base.strip() and (text != self._begun.strip() or bool(self._note))

    # Drafts

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.area.look()
        self.preview_soon()
        if self._pause is None and self.changed:
            self._pause = self.set_timer(PAUSE, self.keep)

    def keep(self) -> None:
        """Keep what is typed so far, in case the program ends."""
        self._pause = None
        self.keep_draft(self.text)

    @work(thread=True, group="draft")
    def keep_draft(self, text: str) -> None:
        try:
            self._keep(text)
        except TrackerError as error:
            self.hand(partial(self.say, str(error), "$error"))

    def keep_now(self) -> str:
        """The program ends this instant: keep what is typed; the text that the library does not take."""
        try:
            if self.changed:
                self._keep(self.text)
        except TrackerError:
            return self.text
        return ""

    def _keep(self, text: str) -> None:
        note = self._note.id if self._note else None
        with self._drafting:
            if not self._saved:  # a draft that comes late must not outlive the note
                self.library.keep_draft(self.paper_id, text, note_id=note, base_version=self._version, base=self._base)

    # Saving

    def action_save(self) -> None:
        if self._save():
            self._open()
            self.say("saved")

    def action_another(self) -> None:
        """Save, and go on to the person's next note on this paper; behind the last one is a new one."""
        if self.paper_id is None or not self._save():
            return
        mine = [note.id for note in self.library.notes(self.paper_id) if note.mine]
        at = mine.index(self._note.id) + 1 if self._note and self._note.id in mine else 0
        self._fresh = at == len(mine)
        self._note_id = None if self._fresh else mine[at]
        self._open()
        self.say("a new note on this paper" if self._fresh else f"note {at + 1} of {len(mine)} on this paper")

    def action_leave(self) -> None:
        if self.area.offering:
            self.offer([])
        else:
            self._leave("note saved")

    def _leave(self, said: str) -> None:
        changed = self.changed
        if self._save():
            self.dismiss(f"{said} — u undoes" if changed else None)

    def _save(self) -> bool:
        """Whether the note is as the library has it now."""
        if self._pause:
            self._pause.stop()
            self._pause = None
        with self._drafting:
            self._saved = self._write_or_drop()
            return self._saved

    def _write_or_drop(self) -> bool:
        note = self._note.id if self._note else None
        try:
            if self.changed:
                return self._write(self.text.strip(), note)
            self.library.drop_draft(self.paper_id, note)
        except TrackerError as error:
            self.say(str(error), "$error")
            return False
        return True

    def _write(self, text: str, note: int | None) -> bool:
        from tracker.library.values import NoteConflict

        wrote = self.library.write_note(self.paper_id, text, note_id=note, version=self._version, base=self._base)
        if isinstance(wrote, NoteConflict):
            self._settle(wrote)
            return False
        self._note, self._note_id, self._fresh = wrote, wrote.id if wrote else None, False
        return True

    def _settle(self, conflict: NoteConflict) -> None:
        self.app.push_screen(ConflictScreen(conflict), lambda choice: self._chosen(conflict, choice))

    def _chosen(self, conflict: NoteConflict, choice: str | None) -> None:
        """`merge`, `mine`, `theirs`, `second`, or None: back to the text."""
        if choice is None:
            return
        if choice == "second":
            self.library.drop_draft(self.paper_id, self._note.id if self._note else None)
            self._note, self._version, self._base = None, 0, ""
        else:
            kept = {"merge": conflict.merged or "", "mine": conflict.mine, "theirs": conflict.theirs}[choice]
            self._load(kept)
            self._version, self._base = conflict.their_version, conflict.theirs
        self._leave(SETTLED[choice])

    def action_outside(self) -> None:
        from tracker.tui.outside import edit

        edited = edit(self.app, self.text)
        if edited is None:
            self.say("no editor can be started from here — write on this screen", "$warning")
            return
        self._load(edited.text)
        if edited.told:
            self.say(edited.told, "$warning")
        else:
            self.action_leave()
