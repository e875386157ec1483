"""The command palette: everything that can be done here, with its keys."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.command import CommandInput, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from tracker.tui.keys import LEAVE, bind, in_full, pretty
from tracker.tui.screens.menu import FIRST
from tracker.tui.widgets.bars import Footer
from tracker.tui.widgets.cells import crop, fit

Run = Callable[[], Coroutine[Any, Any, bool]]
NAME, KEY = 28, 9  # cells of a command's name and of its key
WIDEST = 84  # cells, as the style sheet has it

SURE = 1000.0  # above whatever only resembles what is typed

# What people who come from other programs call a command, by id.
CALLED = {
    "quit": ("q", "q!", "qa", "wq", "x", "exit", "quit", "close"),
    "find": ("search", "query", "grep"),
    "status.skipped": ("delete", "remove", "archive", "reject"),
    "status.done": ("read", "finish"),
    "tag": ("label", "keyword"),
    "go.import": ("import", "load"),
    "add": ("new",),
    "note": ("comment", "write"),
    "help": ("manual", "man", "h"),
}


class Palette(CommandPalette):
    """The framework's palette, with a footer that covers the one of the screen below, whose keys are not at hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("down", "cursor_down", "next", id="palette.down", section="move", show=True, priority=True),
        bind("up", "command_list('cursor_up')", "previous", id="palette.up", section="move", priority=True),
        bind("enter", "choose", "do it", id="palette.choose", section="move", show=True, priority=True),
        bind("escape", "escape", "close", id="palette.close", section="move", show=True),
        LEAVE,
    ]

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Footer()

    async def action_choose(self) -> None:
        await self.query_one(CommandInput).action_submit()


class Command(NamedTuple):
    """A command as the palette lists it."""

    id: str
    label: str
    key: str
    tip: str
    run: Run

    def shown(self, label: Content, width: int) -> Content:
        """It on one line of so many cells: its name, its key, and what more there is to say."""
        gap = " " * max(2, NAME - label.cell_length)
        more = crop(self.tip, width - label.cell_length - len(gap) - KEY) if self.tip != self.label else ""
        return Content.assemble(label, gap, (fit(self.key, KEY), "$key"), (more, "$muted"))


class KeyCommands(Provider):
    """The active bindings of the screen as commands."""

    async def startup(self) -> None:
        found: dict[str, Command] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.id and active.enabled and binding.description and binding.action != "command_palette":
                run = partial(self.app.run_action, binding.action, active.node)
                one = Command(binding.id, in_full(binding), pretty(key), binding.tooltip, run)
                found.setdefault(one.id, one)
        first = {id: place for place, id in enumerate(FIRST)}
        self._commands = sorted(found.values(), key=lambda one: (first.get(one.id, len(first)), one.label))

    @property
    def _room(self) -> int:
        """Cells of a line, beside its padding and the scrollbar."""
        return min(WIDEST, self.app.size.width) - 4

    async def discover(self) -> Hits:
        for one in self._commands:
            yield DiscoveryHit(one.shown(Content(one.label), self._room), one.run, text=one.label)

    async def search(self, query: str) -> Hits:
        matcher, typed = self.matcher(query), query.strip().lower()
        for one in self._commands:
            score = max(matcher.match(one.label), matcher.match(f"{one.label} {one.tip}") * 0.8)
            if typed in CALLED.get(one.id, ()):
                score += SURE
            if score > 0:
                yield Hit(score, one.shown(matcher.highlight(one.label), self._room), one.run, text=one.label)
