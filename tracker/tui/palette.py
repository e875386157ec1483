"""The command palette: everything that can be done here, with its keys."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.markup import escape

from tracker.tui.keys import in_full, pretty

Run = Callable[[], Coroutine[Any, Any, bool]]


class KeyCommands(Provider):
    """The active bindings of the screen as commands."""

    async def startup(self) -> None:
        found: dict[str, tuple[str, str, str, Run]] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.id and active.enabled and binding.description and binding.action != "command_palette":
                run = partial(self.app.run_action, binding.action, active.node)
                found.setdefault(binding.id, (in_full(binding), pretty(key), binding.tooltip, run))
        self._commands = sorted(found.values(), key=lambda command: command[0])

    async def discover(self) -> Hits:
        for label, key, tip, run in self._commands:
            yield DiscoveryHit(_shown(Content(label), key), run, text=label, help=escape(tip) or None)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for label, key, tip, run in self._commands:
            score = max(matcher.match(label), matcher.match(f"{label} {tip}") * 0.8)
            if score > 0:
                yield Hit(score, _shown(matcher.highlight(label), key), run, text=label, help=escape(tip) or None)


def _shown(label: Content, key: str) -> Content:
    return Content.assemble(label, "  ", (key, "$key"))
