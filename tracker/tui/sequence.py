"""Keys in the order they are typed, and sequences such as `g i`: ordinary bindings with a blank in their key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from textual import events
from textual.app import App
from textual.binding import ActiveBinding
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from tracker.tui.keys import pretty
from tracker.tui.leaving import Leaving

WAIT = 0.3  # seconds before the keys that may follow are shown
FEW = 15  # more keys than these are looked for by their letters, not read
PATIENCE = 3.0  # seconds that typed keys wait for a screen or a field that is not there yet

AWAY = ("back", "app.quit")

Result = TypeVar("Result")


async def press(app: App[None], event: events.Key, *, after_deed: bool = False) -> bool:
    """Do what a key is bound to, before the next key is looked at; False where it is text, or bound to nothing.

    Left to itself, a key waits in the queue of whatever had the focus when it arrived: of `/done` typed fast, the
    letters would act on papers instead of reaching the filter. `after_deed`: the key before this one did something,
    which may still move the focus.
    """
    await _until(app, lambda: _takes_keys(app.screen))
    if app._exit:  # no screen is built any more, so what was typed behind the end would wait for each in vain
        return True
    if after_deed or not _typed(app, event):
        await _caught_up(app)
    if _typed(app, event):
        return False
    screen = app.screen
    if isinstance(screen, Sequences):
        if not _leaves(screen, event):
            await _until(app, lambda: not screen.busy)
        if screen.is_mounted and await screen.sequence(event):  # else patience has ended, and only the program hears
            return True
    # A command may pass, as scrolling does where there is nothing to scroll: then the key is for the next one.
    return await app._check_bindings(event.key, priority=True) or await app._check_bindings(event.key)


def _takes_keys(screen: Screen[object]) -> bool:
    """Whether a screen is built, and what it gives the focus to has it."""
    return screen.is_mounted and (screen.focused is not None or not screen.AUTO_FOCUS or not screen.focus_chain)


def _leaves(screen: Screen[object], event: events.Key) -> bool:
    """Whether the key leads away from what is not there yet."""
    bound = screen.active_bindings.get(event.key)
    return bound is not None and bound.binding.action in AWAY


def _typed(app: App[None], event: events.Key) -> bool:
    """Whether the key is text for what has the focus."""
    return app.focused is not None and app.focused.check_consume_key(event.key, event.character)


async def _caught_up(app: App[None]) -> None:
    """Wait until what has the focus, and all it tells, have dealt with what they were sent before this."""
    for node in app.focused.ancestors_with_self if app.focused else (app.screen,):
        reached = asyncio.Event()
        if isinstance(node, Widget) and node.call_later(reached.set):
            await _until(app, reached.is_set)


async def _until(app: App[None], true: Callable[[], bool]) -> None:
    end = asyncio.get_running_loop().time() + PATIENCE
    while not true() and not app._exit and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.001)


def _letter(active: ActiveBinding) -> tuple[str, str]:
    written = pretty(active.binding.key)
    return written.casefold(), written


class Sequences(Leaving[Result]):
    """A screen that waits for the second key of a sequence and shows, after a moment, which there are."""

    @property
    def busy(self) -> bool:
        """What keys act on is about to change."""
        return False

    pending = ""
    hinting = False
    _hint: Timer | None = None

    async def sequence(self, event: events.Key) -> bool:
        """Whether the key belonged to a sequence."""
        keys = f"{self.pending} {event.key}".strip()
        if self.pending:
            await self._finish(keys)
            return True
        if self.continuations(keys):
            self._begin(keys)
            return True
        return False

    def continuations(self, keys: str) -> list[ActiveBinding]:
        """What may follow these keys, one for each command: in order as declared, or by letter where many."""
        start = f"{keys} "
        found = {b.binding.id: b for key, b in self.active_bindings.items() if key.startswith(start)}
        return sorted(found.values(), key=_letter) if len(found) > FEW else list(found.values())

    def _begin(self, keys: str) -> None:
        self.pending = keys
        self._hint = self.set_timer(WAIT, self.show_hint)

    def show_hint(self) -> None:
        """Show which keys may follow the pending ones."""
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
