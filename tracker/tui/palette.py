"""The command palette: everything that can be done here, with its keys."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.command import CommandInput, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from tracker.tui.keys import bind, in_full, pretty
from tracker.tui.screens.menu import FIRST
from tracker.tui.widgets.bars import Footer
from tracker.tui.widgets.cells import fit

Run = Callable[[], Coroutine[Any, Any, bool]]
NAME, KEY = 28, 9  # cells of a command's name and of its key


class Palette(CommandPalette):
    """The framework's palette, with a footer that covers the one of the screen below, whose keys are not at hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("down", "cursor_down", "next", id="palette.down", section="move", show=True, priority=True),
        bind("up", "command_list('cursor_up')", "previous", id="palette.up", section="move", priority=True),
        bind("enter", "choose", "do it", id="palette.choose", section="move", show=True, priority=True),
        bind("escape", "escape", "close", id="palette.close", section="move", show=True),
    ]

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Footer()

    async def action_choose(self) -> None:
        await self.query_one(CommandInput).action_submit()


class KeyCommands(Provider):
    """The active bindings of the screen as commands."""

    async def startup(self) -> None:
        found: dict[str, tuple[str, str, str, Run]] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.id and active.enabled and binding.description and binding.action != "command_palette":
                run = partial(self.app.run_action, binding.action, active.node)
                found.setdefault(binding.id, (in_full(binding), pretty(key), binding.tooltip, run))
        first = {id: place for place, id in enumerate(FIRST)}
        self._commands = [found[id] for id in sorted(found, key=lambda id: (first.get(id, len(first)), found[id][0]))]

    async def discover(self) -> Hits:
        for label, key, tip, run in self._commands:
            yield DiscoveryHit(_shown(Content(label), key, tip), run, text=label)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for label, key, tip, run in self._commands:
            score = max(matcher.match(label), matcher.match(f"{label} {tip}") * 0.8)
            if score > 0:
                yield Hit(score, _shown(matcher.highlight(label), key, tip), run, text=label)


def _shown(label: Content, key: str, tip: str) -> Content:
    """A command on one line: its name, its key, and what more there is to say."""
    more = tip if tip != label.plain else ""
    return Content.assemble(label, " " * max(2, NAME - label.cell_length), (fit(key, KEY), "$key"), (more, "$muted"))
