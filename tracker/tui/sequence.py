"""Key sequences such as `g i`: ordinary bindings whose key is two names with a blank between."""

from __future__ import annotations

from typing import TypeVar

from textual import events
from textual.binding import ActiveBinding
from textual.screen import Screen
from textual.timer import Timer

from tracker.tui.keys import pretty

WAIT = 0.3  # seconds before the keys that may follow are shown

Result = TypeVar("Result")


class Sequences(Screen[Result]):
    """A screen that waits for the second key of a sequence and shows, after a moment, which there are."""

    pending = ""
    hinting = False
    _hint: Timer | None = None

    async def on_key(self, event: events.Key) -> None:
        keys = f"{self.pending} {event.key}".strip()
        if self.pending:
            event.stop()
            event.prevent_default()
            await self._finish(keys)
        elif self.continuations(keys):
            event.stop()
            event.prevent_default()
            self._begin(keys)

    def continuations(self, keys: str) -> list[ActiveBinding]:
        """What may follow these keys, one for each command."""
        start = f"{keys} "
        found = {b.binding.id: b for key, b in self.active_bindings.items() if key.startswith(start)}
        return list(found.values())

    def begin(self, key: str) -> None:
        """Wait for what follows `key`, as if it had been pressed."""
        self._begin(key)
        self._show_hint()

    def _begin(self, keys: str) -> None:
        self.pending = keys
        self._hint = self.set_timer(WAIT, self._show_hint)

    def _show_hint(self) -> None:
        self.hinting = bool(self.pending)
        self.sequence_changed()

    async def _finish(self, keys: str) -> None:
        self.pending, self.hinting = "", False
        if self._hint:
            self._hint.stop()
        self.sequence_changed()
        found = self.active_bindings.get(keys)
        if found and found.enabled:
            await self.app.run_action(found.binding.action, found.node)
        elif not keys.endswith(" escape"):
            self.unknown_sequence(pretty(keys))

    def sequence_changed(self) -> None:
        """The waiting began or ended: show or hide what may follow."""

    def unknown_sequence(self, keys: str) -> None:
        """Nothing is bound to these keys."""
