"""Two people changed one note: whose words stand. Nobody's are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tracker.tui.keys import bind
from tracker.tui.safe import line, safe
from tracker.tui.screens.over import Over

if TYPE_CHECKING:
    from tracker.library.values import NoteConflict


class ConflictScreen(Over[str | None]):
    """Shows both texts and takes one key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("m", "choose('merge')", "both, merged", id="conflict.merge", section="note"),
        bind("i", "choose('mine')", "mine", id="conflict.mine", section="note"),
        bind("t", "choose('theirs')", "theirs", id="conflict.theirs", section="note"),
        bind("s", "choose('second')", "mine as a second note", id="conflict.second", section="note"),
        bind("escape", "dismiss(None)", "back to the text", id="conflict.back", section="move"),
    ]

    def __init__(self, conflict: NoteConflict) -> None:
        super().__init__()
        self._conflict = conflict

    def compose(self) -> ComposeResult:
        conflict = self._conflict
        with VerticalScroll(id="conflict"):
            yield Static(
                Content.styled("This note was changed elsewhere while you wrote.", "$accent bold"), markup=False
            )
            yield Static(self._keys(), markup=False)
            if conflict.merged is not None:
                yield Static(self._block("merged", conflict.merged), markup=False)
            yield Static(self._block("mine", conflict.mine), markup=False)
            yield Static(self._block(f"theirs ({conflict.their_name})", conflict.theirs), markup=False)

    def _keys(self) -> Content:
        keys = [("m", "both, merged")] if self._conflict.merged is not None else []
        keys += [("i", "mine"), ("t", "theirs"), ("s", "mine as a second note"), ("Esc", "back to the text")]
        return Content("   ").join([Content.assemble((key, "$key bold"), " ", (does, "$muted")) for key, does in keys])

    def _block(self, name: str, text: str) -> Content:
        return Content.assemble("\n", line(f"─ {name} ", "$muted"), "\n", safe(text))

    def action_choose(self, choice: str) -> None:
        if choice != "merge" or self._conflict.merged is not None:
            self.dismiss(choice)
