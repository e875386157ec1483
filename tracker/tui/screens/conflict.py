"""Two people changed one note: whose words stand. Nobody's are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from tracker.tui.keys import bind
from tracker.tui.safe import line, safe
from tracker.tui.screens.over import Over
from tracker.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from tracker.library.values import NoteConflict

WAYS = (
    ("m", "merge", "keep both, merged"),
    ("i", "mine", "keep what you wrote here"),
    ("t", "theirs", "keep what was written elsewhere"),
    ("s", "second", "keep both, as two notes"),
)


class ConflictScreen(Over[str | None]):
    """Shows the ways out, and the texts that they would leave."""

    AUTO_FOCUS = "Lines"

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("m", "choose('merge')", "both, merged", id="conflict.merge", section="note"),
        bind("i", "choose('mine')", "what you wrote here", id="conflict.mine", section="note"),
        bind("t", "choose('theirs')", "what was written elsewhere", id="conflict.theirs", section="note"),
        bind("s", "choose('second')", "both, as two notes", id="conflict.second", section="note"),
        bind("escape", "dismiss(None)", "back to the text", id="conflict.back", section="move", show=True),
    ]

    def __init__(self, conflict: NoteConflict) -> None:
        super().__init__()
        self._conflict = conflict

    def body(self) -> ComposeResult:
        conflict = self._conflict
        with VerticalScroll(id="conflict", can_focus=False):
            yield Static(
                Content.styled("This note was changed elsewhere while you wrote.", "$accent bold"), markup=False
            )
            yield Lines((_line(key, does) for key, _, does in self._ways), id="conflict-ways", opens="keep it so")
            if conflict.merged is not None:
                yield Static(_block("both, merged", conflict.merged), markup=False)
            yield Static(_block("what you wrote here", conflict.mine), markup=False)
            yield Static(_block(f"what {conflict.their_name} wrote elsewhere", conflict.theirs), markup=False)

    @property
    def _ways(self) -> list[tuple[str, str, str]]:
        """The key, the choice and the words of each way out that there is."""
        return [way for way in WAYS if way[1] != "merge" or self._conflict.merged is not None]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_choose(self._ways[event.option_index][1])

    def action_choose(self, choice: str) -> None:
        if choice != "merge" or self._conflict.merged is not None:
            self.dismiss(choice)


def _line(key: str, does: str) -> Content:
    return Content.assemble((f" {key}  ", "$key bold"), does)


def _block(name: str, text: str) -> Content:
    return Content.assemble("\n", line(f"─ {name} ", "$muted"), "\n", safe(text))
