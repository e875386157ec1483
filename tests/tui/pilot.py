"""Driving the program in tests: what the screen says, and waiting until it has nothing left to do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.worker import WorkerCancelled

from tracker.library import Library
from tracker.tui.app import Settings, TrackerApp
from tracker.tui.keys import SIGNS
from tracker.tui.widgets.papers import PaperList

Kind = TypeVar("Kind", bound=Screen[Any])


def screen_text(app: TrackerApp) -> str:
    """The whole screen as a terminal would show it."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    assert len(lines) == height
    return "\n".join(line.text[:width].rstrip() for line in lines)


async def settled(pilot: Pilot[None]) -> None:
    """Wait until the library is open and no worker, message or repaint is waiting."""
    app = pilot.app
    assert isinstance(app, TrackerApp)
    for _ in range(200):
        await pilot.pause()
        running = [worker for worker in app.workers if not worker.is_finished]
        if app.opened and not running:
            await late_reading(app)
            await pilot.pause()
            if all(worker.is_finished for worker in app.workers):
                return
        if running:
            with suppress(WorkerCancelled):  # a newer one took its place
                await app.workers.wait_for_complete(running)
    raise AssertionError("the program does not come to rest")


async def late_reading(app: TrackerApp) -> None:
    """Wait for the abstract that is read when no key follows in haste."""
    timer = app.first._reading if app.first else None
    if timer and timer._task and not timer._task.done():
        await asyncio.wait({timer._task}, timeout=1)


def running(app: TrackerApp) -> asyncio.Task[None]:
    """The task that ends with the program."""
    assert app._task
    return app._task


class Desk:
    """A running program and short ways to press, wait and look."""

    def __init__(self, pilot: Pilot[None], app: TrackerApp) -> None:
        self.pilot = pilot
        self.app = app

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def papers(self) -> PaperList:
        """The list of the Library screen."""
        assert self.app.first
        return self.app.first.papers

    def on(self, kind: type[Kind]) -> Kind:
        """The screen on top, which is of that kind."""
        assert isinstance(self.app.screen, kind)
        return self.app.screen

    @property
    def library(self) -> Library:
        return self.app.library

    def send(self, key: str) -> None:
        """Press a key and wait for nothing."""
        if len(key) == 1:
            self.app.post_message(Key(_character_to_key(key), key))
        else:
            sign = SIGNS.get(key, "")
            self.app.post_message(Key(key, sign if len(sign) == 1 and sign.isascii() else None))

    async def press(self, *keys: str) -> str:
        """Press keys as fast as they can be sent, wait for what comes of them; the screen's text."""
        for key in keys:
            self.send(key)
        taken = asyncio.Event()
        self.app.call_later(taken.set)
        waits = asyncio.ensure_future(taken.wait())
        await asyncio.wait({waits, running(self.app)}, return_when=asyncio.FIRST_COMPLETED)
        if self.app._exception:  # it has ended, and would never take the keys
            raise self.app._exception
        await settled(self.pilot)
        return self.text

    async def type(self, text: str) -> str:
        return await self.press(*text)


@asynccontextmanager
async def desk(path: Path, size: tuple[int, int] = (80, 24), settings: Settings | None = None) -> AsyncIterator[Desk]:
    """The program on a library file, in a terminal of that size."""
    settings = settings or Settings(me="ann", place=str(path))
    app = TrackerApp(lambda: Library.open(path, settings.me or "ann", wait=False), settings)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        yield Desk(pilot, app)
