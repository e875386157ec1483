"""What the screens that are one list have in common: they are read, and laid out anew where they get another width."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.content import Content

from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.lines import Lines


class ListScreen(PaperScreen):
    """A list; `read` fetches what it is of, `lines` writes it."""

    AUTO_FOCUS = "Lines"
    list_id = ""
    none = ""  # what is told where nothing is listed
    opens = ""  # what ⏎ does with a line

    def body(self) -> ComposeResult:
        yield Lines(id=self.list_id, none=self.none, opens=self.opens)

    def on_mount(self) -> None:
        self.reread()

    def on_resize(self) -> None:
        if self.options.option_count:
            self.lay()

    @property
    def options(self) -> Lines:
        return self.query_one(Lines)

    @property
    def room(self) -> int:
        """The cells that a line has."""
        return max(20, self.size.width - 2)

    def reread(self) -> None:
        self.read()
        self.lay()

    def read(self) -> None:
        """Fetch what the list is of."""

    def lay(self) -> None:
        """Show what was read."""
        self.options.put(self.lines())

    def lines(self) -> Iterable[Content]:
        """What was read, a line each."""
        raise NotImplementedError
