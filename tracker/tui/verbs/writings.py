"""What is done with notes, annotations and tags in their lists: change, rename, merge, nest, delete, sync."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType
from textual.content import Content

from tracker.errors import TrackerError
from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.bars import TopBar
from tracker.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from tracker.library.writings import AnnotationLine, NoteLine, TagLine
    from tracker.tui.screens.notes import Written


class WritingVerbs(PaperScreen):
    """Acts on the line under the cursor of the list that has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("e", "edit", "change", id="written.edit", section="note", show=True, tip="change the note, remark or tag"),
        bind("E", "edit_outside", "in $EDITOR", id="written.outside", section="note", tip="change the note in $EDITOR"),
        bind("n", "new_note", "new note", id="written.new", section="note", tip="a new note, on no paper"),
        bind(
            "r", "rename", "rename", id="written.rename", section="do", show=True, tip="rename; links and #tags follow"
        ),
        bind("m", "merge", "merge", id="written.merge", section="do", show=True, tip="put a tag into another"),
        bind(">", "nest", "nest", id="written.nest", section="do", tip="put a tag below another"),
        bind("D", "delete", "delete", id="written.delete", section="do", tip="delete; u brings it back"),
        bind(
            "S", "sync", "sync", id="written.sync", section="out", show=True, tip="what a sync with your vault would do"
        ),
    ]

    written: Written | None = None
    _vault: str = ""
    _vault_folder: str = ""

    # The lists

    @property
    def tags(self) -> Rows:
        return self.query_one("#tags", Rows)

    @property
    def notes(self) -> Rows:
        return self.query_one("#notes", Rows)

    @property
    def marks(self) -> Rows:
        return self.query_one("#marks", Rows)

    @property
    def links(self) -> Rows:
        return self.query_one("#backlinks", Rows)

    @property
    def tag(self) -> TagLine | None:
        return next((tag for tag in self.written.tags if tag.name == self.tags.key), None) if self.written else None

    @property
    def note(self) -> NoteLine | None:
        return next((note for note in self.written.notes if note.id == self.notes.key), None) if self.written else None

    @property
    def mark(self) -> AnnotationLine | None:
        return next((mark for mark in self.written.marks if mark.id == self.marks.key), None) if self.written else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which verbs the focused list has."""
        on = {"merge": (self.tags,), "nest": (self.tags,), "rename": (self.tags, self.notes)}
        if action in on and self.is_mounted:
            return True if self.focused in on[action] else None
        return super().check_action(action, parameters)

    # Notes

    def action_edit(self) -> None:
        if self.focused is self.tags:
            self.action_rename()
        elif self.focused is self.marks and self.mark:
            mark = self.mark
            self.ask("remark", lambda said: self._remark(mark.id, said), value=mark.body)
        elif self.note:
            self.edit_note(self.note.id)

    def action_edit_outside(self) -> None:
        if self.note:
            self.edit_note(self.note.id, outside=True)

    def edit_note(self, note: int, *, outside: bool = False) -> None:
        from tracker.tui.screens.note import NoteScreen

        view = self.library.note(note)
        if view.mine:
            self.app.push_screen(NoteScreen(view.paper_id, note_id=note, outside=outside), self.say)
        else:
            self.say(f"{view.author} wrote this note; only its author can change it", "$muted")

    def action_new_note(self) -> None:
        self.ask("title of the note", self._new)

    def _new(self, title: str) -> None:
        from tracker.library.values import NoteView

        if title:
            made = self.library.write_note(None, "", title=title)
            if isinstance(made, NoteView):
                self.edit_note(made.id)

    def _remark(self, mark: str, said: str) -> None:
        self.attempt(lambda: f"changed the remark on a {self.library.change_annotation(mark, body=said).kind}")

    # Names

    def action_rename(self) -> None:
        tag, note = self.tag, self.note
        if self.focused is self.tags and tag:
            self.ask(f"rename #{tag.name}", lambda new: self._rename_tag(tag.name, new), value=tag.name)
        elif self.focused is self.notes and note and note.mine:
            title = self.library.note(note.id).title
            self.ask("title of the note", lambda new: self._rename_note(note.id, new), value=title)

    def _rename_tag(self, old: str, new: str) -> None:
        if new:
            self.attempt(lambda: self.library.rename_tag(old, new))

    def _rename_note(self, note: int, title: str) -> None:
        view = self.library.note(note)
        if title and title != view.title:
            self.attempt(lambda: self.library.title_note(note, title))

    def action_merge(self) -> None:
        if tag := self.tag:
            self.ask(f"merge #{tag.name} into", lambda into: self._merge(tag.name, into), value=tag.like or "")

    def _merge(self, tag: str, into: str) -> None:
        if into:
            self.attempt(lambda: self.library.merge_tags(tag, into))

    def action_nest(self) -> None:
        if tag := self.tag:
            above = tag.name.rpartition("/")[0]
            self.ask(
                f"put #{tag.name} below", lambda parent: self._nest(tag.name, parent), value=above, hint="empty: top"
            )

    def _nest(self, tag: str, parent: str) -> None:
        self.attempt(lambda: self.library.nest_tag(tag, parent))

    def action_delete(self) -> None:
        tag, note, mark = self.tag, self.note, self.mark
        if self.focused is self.tags and tag:
            self.attempt(lambda: self.library.delete_tag(tag.name))
        elif self.focused is self.notes and note:
            self.attempt(lambda: self.library.delete_note(note.id))
        elif self.focused is self.marks and mark:
            self.attempt(lambda: self.library.remove_annotation(mark.id))

    # The vault

    @work(thread=True, exclusive=True, group="vault")
    def standing_of_vault(self) -> None:
        """Find out what waits on either side, where there is a vault."""
        try:
            known = [] if self.desk.settings.served else self.library.vaults()
            plan = self.library.plan_vault(known[0].folder) if known else None
        except (TrackerError, OSError):  # S says why
            return
        if plan:
            waiting = plan.count("conflict", "gone", "broken")
            told = f"vault ↑{plan.writes} ↓{plan.reads}" + (f" ⚠{waiting}" if waiting else "")
            self.hand(partial(self.tell_vault, told, plan.folder))

    def tell_vault(self, told: str, folder: str) -> None:
        self._vault, self._vault_folder = told, folder
        for bar in self.query(TopBar):
            bar.right = f"{self.desk.whose} · {told}"

    def vault_lines(self) -> list[Content]:
        """The vault, below what is shown in full."""
        if self.desk.settings.served:
            return []
        if not self._vault:
            return [Content.styled("S keeps your notes as Markdown files in a folder too", "$muted")]
        return [Content.styled(f"{self._vault_folder}\n{self._vault} — S shows what a sync would do", "$muted")]

    def action_sync(self) -> None:
        known = self.library.vaults()
        if not self.has_files("a vault is kept where the library is: tracker vault sync DIR"):
            return
        if known:
            self._sync(known[0].folder)
        else:
            self.ask("folder for your notes", self._sync, hint="Markdown files, read and written")

    def _sync(self, folder: str) -> None:
        from tracker.tui.screens.sync import SyncScreen

        if folder:
            self.app.push_screen(SyncScreen(folder), self._synced)

    def _synced(self, said: str | None) -> None:
        if said:
            self.say(said)
        self.standing_of_vault()
