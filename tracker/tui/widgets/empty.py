"""What stands in place of the list while the library holds nothing: what may come in, and how."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static

from tracker.seeds import seed_files
from tracker.tui.paths import nearby
from tracker.tui.safe import line
from tracker.tui.widgets.lines import Lines

AFTERWARDS = """\
⏎ shows what would come, before anything is written.

Then ↑ ↓ go from paper to paper, w keeps one for later, x lets it go, and u takes back anything.
From a shell: tracker import FILE, tracker add URL."""


class Empty(Vertical):
    """The library holds nothing yet: files that lie near, another one, or the papers that come with the program."""

    class Chosen(Message):
        """These files are to be brought in; none: which one is to be asked."""

        def __init__(self, paths: Sequence[Path]) -> None:
            super().__init__()
            self.paths = paths

    def __init__(self, *, takes_keys: bool, files: bool) -> None:
        """`files`: whether those of this machine are the person's."""
        super().__init__()
        self._takes_keys = takes_keys
        near: list[tuple[str, Sequence[Path]]] = [(f"import {path.name}", (path,)) for path in nearby()]
        ours: list[tuple[str, Sequence[Path]]] = [*near, ("import a file …", ())] if files else []
        self._ways = [*ours, ("take the papers that come with tracker", seed_files())]

    def compose(self) -> ComposeResult:
        yield Static(Content.styled("Nothing here yet. What shall come in?", "$heading bold"), markup=False)
        yield Lines(id="empty-ways")
        yield Static(Content.styled(AFTERWARDS, "$muted"), markup=False)

    def on_mount(self) -> None:
        self.query_one(Lines).put([Content.assemble(" ", line(said)) for said, _ in self._ways], 0)
        if self._takes_keys:
            self.query_one(Lines).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(self._ways[event.option_index][1]))
