"""Verbs that ask for words: tags, notes, titles."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen


class WordVerbs(PaperScreen):
    """Tagging, writing, naming."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("t", "pick_tags", "tag", id="tag", section="do", show=True, tip="tag: type, ⏎ toggles, -x takes away"),
        bind("T", "same_tags", "tag as last time", id="tag.again", section="do"),
        bind("e", "write_note", "note", id="note", section="note", show=True, tip="write or change your note"),
        bind("E", "write_outside", "note in $EDITOR", id="note.outside", section="note"),
        bind("g>k", "kinds", "kinds of marks", id="go.kinds", section="go"),
        bind("R", "rename", "title", id="title", section="note", tip="accept the guessed headline or write a title"),
    ]

    def action_pick_tags(self) -> None:
        from tracker.tui.screens.tags import TagPicker

        if self.targets:
            rows = self.library.rows(self.targets)
            self.app.push_screen(TagPicker(rows, self.library.tags()), self._tagged)

    def _tagged(self, chosen: tuple[tuple[str, ...], tuple[str, ...]] | None) -> None:
        if chosen and any(chosen):
            self.desk.last_tags = chosen
            self.action_same_tags()

    def action_same_tags(self) -> None:
        if self.desk.last_tags is None:
            self.say("no paper was tagged yet — t tags", "$muted")
            return
        add, remove = self.desk.last_tags
        self.do(lambda ids: self.library.tag(ids, add, remove))
        if self.desk.recording:
            self.desk.recording.tagged((add, remove))

    def action_kinds(self) -> None:
        from tracker.tui.screens.kinds import KindsScreen

        self.app.push_screen(KindsScreen())

    def action_rename(self) -> None:
        if self.current is not None:
            paper, row = self.current, self.library.rows([self.current])[0]
            hint = "⏎ accepts the guess or what you write" if row.guessed else ""
            self.ask("title", lambda title: self._rename(paper, title), value=row.heading, hint=hint)

    def _rename(self, paper: int, title: str) -> None:
        if title:
            self.attempt(lambda: self.library.set_title(paper, title))

    def action_write_note(self) -> None:
        from tracker.tui.screens.note import NoteScreen

        if self.current is not None:
            self.app.push_screen(NoteScreen(self.current), self.noted)

    def action_write_outside(self) -> None:
        from tracker.tui.screens.note import NoteScreen

        if self.current is not None:
            self.app.push_screen(NoteScreen(self.current, outside=True), self.noted)

    def noted(self, said: str | None) -> None:
        """The editor was left."""
        if said:
            self.say(said)
