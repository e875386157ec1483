"""Help: the keys of the screen it was asked for on, ⇥ all keys, made from the bindings; typing narrows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from tracker.tui.keys import SECTIONS, Command, bind, commands, table
from tracker.tui.screens.ask import AskInput
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.widgets.cells import crop, fit

TITLES = {"do": "do (on the marked or the current)", "go": "go (g …)"}
KEYS = 12  # cells for the keys
MAIN = ("everywhere", "screens", "list", "Library", "papers", "Reader")  # of which all keys are told

MARGIN = 3  # columns for the padding and the scrollbar, which is not always there


class HelpScreen(TrackerScreen[None]):
    """The key table in as many columns as there is room for."""

    place = "Help"
    AUTO_FOCUS = "#help"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("?", "back", "close", id="help.back", section="move", also="f1"),
        bind("tab", "turn", "all keys", id="help.all", section="find", show=True, tip="all keys, and back"),
        bind("/", "search", "search the keys", id="help.search", section="find", show=True),
        bind("j", "scroll(1)", "down", id="help.down", section="move", show=True, also="down"),
        bind("k", "scroll(-1)", "up", id="help.up", section="move", also="up"),
    ]

    def __init__(self, asked_on: Screen[object]) -> None:
        super().__init__()
        self._where = str(getattr(asked_on, "place", ""))
        self._here = here(asked_on.active_bindings)
        self._all = False

    def body(self) -> ComposeResult:
        with VerticalScroll(id="help", can_focus=True):
            yield Static(id="help-text", markup=False)
        yield AskInput(id="help-search", placeholder="search the keys", compact=True)

    @cached_property
    def _every(self) -> list[Command]:
        return [row for row in table(self.desk.keymap) if row.where in MAIN]

    def on_mount(self) -> None:
        self._show("")

    def on_resize(self) -> None:
        self._show(self.query_one(AskInput).value)

    def _show(self, wanted: str) -> None:
        wanted = wanted.strip().casefold()
        known = [*self._here, *self._every] if wanted else self._every if self._all else self._here
        held = list({command.id: command for command in known if wanted in searched(command)}.values())
        told = "all keys" if self._all or wanted else f"the keys of {self._where or 'this screen'} · ⇥ all keys"
        self.say(f"{told} · / searches · ^p runs any command by name")
        width = max(20, self.size.width - MARGIN)
        columns = max(1, min(4, width // 38))
        ordered = sorted(held, key=lambda command: SECTIONS.index(command.section))
        self.query_one("#help-text", Static).update(lay(blocks(ordered), columns, width))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._show(event.value)

    def action_turn(self) -> None:
        self._all = not self._all
        self._show(self.query_one(AskInput).value)

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


def here(active: Mapping[str, ActiveBinding]) -> list[Command]:
    """The commands of a screen, with the keys that they have there."""
    found: dict[str, list[Binding]] = {}
    for key, one in active.items():
        if one.enabled and one.binding.id:
            found.setdefault(one.binding.id, []).append(one.binding.with_key(key))
    return [command for bindings in found.values() for command in commands(bindings, "here")]


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
