"""Help: every key, made from the bindings; typing narrows it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from tracker.tui.keys import Command, bind, table
from tracker.tui.screens.ask import AskInput
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.widgets.cells import crop, fit

TITLES = {"do": "do (on the marked or the current)", "go": "go (g …)"}
KEYS = 12
MAIN = (
    "everywhere",
    "list",
    "Library",
    "papers",
    "Reader",
)  # other places tell their keys themselves  # cells for the keys


class HelpScreen(TrackerScreen[None]):
    """The key table in as many columns as there is room for."""

    place = "Help"
    AUTO_FOCUS = "#help"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("?", "back", "close", id="help.back", section="move", also="f1"),
        bind("/", "search", "search the keys", id="help.search", section="find", show=True),
        bind("j", "scroll(1)", "down", id="help.down", section="move", show=True, also="down"),
        bind("k", "scroll(-1)", "up", id="help.up", section="move", also="up"),
    ]

    def body(self) -> ComposeResult:
        with VerticalScroll(id="help", can_focus=True):
            yield Static(id="help-text", markup=False)
        yield AskInput(id="help-search", placeholder="search the keys", compact=True)

    def on_mount(self) -> None:
        self._commands = [row for row in table(self.desk.keymap) if row.where in MAIN]
        self.say("/ searches · ^p runs any command by name")
        self._show("")

    def on_resize(self) -> None:
        self._show(self.query_one(AskInput).value)

    def _show(self, wanted: str) -> None:
        wanted = wanted.strip().casefold()
        held = [command for command in self._commands if wanted in searched(command)]
        width = max(20, self.query_one("#help").size.width)
        columns = max(1, min(4, width // 38))
        self.query_one("#help-text", Static).update(lay(blocks(held), columns, width))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._show(event.value)

    def action_search(self) -> None:
        self.query_one(AskInput).display = True
        self.set_focus(self.query_one(AskInput))

    def action_back(self) -> None:
        entry = self.query_one(AskInput)
        if entry.has_focus or entry.value:
            entry.value, entry.display = "", False
            self.set_focus(self.query_one("#help"))
        else:
            self.dismiss(None)

    def action_scroll(self, by: int) -> None:
        self.query_one("#help").scroll_relative(y=by, animate=False)


def searched(command: Command) -> str:
    """What a search in the help looks at."""
    return " ".join([command.label, command.tip, command.section, command.id, *command.keys]).casefold()


def several(keys: Sequence[str]) -> str:
    """Keys that do the same: two in full, of more the first and the last."""
    return " · ".join(keys) if len(keys) < 3 else f"{keys[0]} … {keys[-1]}"


Line = tuple[str, str]  # keys and what they do; a title has no keys


def blocks(commands: Sequence[Command]) -> list[list[Line]]:
    """The sections: a title, and a line for each thing that can be done; its keys are put together."""
    made = []
    for section, group in groupby(commands, key=lambda command: command.section):
        lines: dict[str, list[str]] = {}
        for command in group:
            keys = lines.setdefault(command.label, [])
            keys += [key for key in command.keys[:2] if key not in keys]
        made.append([("", TITLES.get(section, section)), *((several(keys), label) for label, keys in lines.items())])
    return made


def lay(sections: Sequence[Sequence[Line]], columns: int, width: int) -> Content:
    """The sections one below the other in columns of about the same height."""
    each = width // columns
    target = -(-sum(len(section) + 1 for section in sections) // columns)
    piles: list[list[Line | None]] = [[] for _ in range(columns)]
    at = 0
    for section in sections:
        if piles[at] and len(piles[at]) + len(section) // 2 > target and at + 1 < columns:
            at += 1
        piles[at] += [*section, None]
    rows = [
        Content("").join([_cell(pile[n] if n < len(pile) else None, each) for pile in piles])
        for n in range(max(len(pile) for pile in piles))
    ]
    return Content("\n").join(rows)


def _cell(row: Line | None, width: int) -> Content:
    if row is None:
        return Content(" " * width)
    keys, label = row
    if not keys:
        title = crop(f"─ {label} ", width - 2)
        return Content.styled(title + "─" * (width - 2 - cell_len(title)) + "  ", "$accent")
    return Content.assemble(" ", (fit(keys, KEYS), "$key bold"), fit(label, width - KEYS - 1))
