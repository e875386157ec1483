"""Which of a paper's links to open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList

from tracker.tui.keys import bind
from tracker.tui.safe import line
from tracker.tui.screens.over import Over
from tracker.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from tracker.library.values import Link


class Links(Over[str | None]):
    """The links by kind; the address is shown in full before anything is opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "dismiss(None)", "back", id="links.back", section="move", also="q", show=True),
        *(bind(str(n), f"open({n})", "open", id=f"links.{n}", section="out") for n in range(1, 10)),
    ]

    def __init__(self, links: Sequence[Link]) -> None:
        super().__init__()
        self._links = links[:9]

    def body(self) -> ComposeResult:
        rows = [
            Content.assemble((f" {n} ", "$key bold"), (f"{link.kind:<12}", "$muted"), line(link.url, "$link"))
            for n, link in enumerate(self._links, 1)
        ]
        yield Lines(rows, id="links", opens="open")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_open(event.option_index + 1)

    def action_open(self, number: int) -> None:
        if number <= len(self._links):
            self.dismiss(self._links[number - 1].url)
