"""The library behind the screens: opened in a thread, its faults told, closed at the end."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events, work
from textual.message import Message
from textual.timer import Timer

from tracker.errors import TrackerError
from tracker.tui.keyed import KeyedApp
from tracker.tui.settings import Settings

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.network import Network
    from tracker.tui.screens.library import LibraryScreen

AT_ONCE = {"app.quit", "suspend_process"}  # what is done whether the library is open or not
NARROWEST = 8  # columns in which a key is taken
GENERATIONS = (700, 10, 30)  # new objects, younger generations, between two looks: what waits for a rare one adds up
REST = 1.0  # seconds without a key before all garbage is looked for: that takes longer than a key may wait


class Indexed(Message):
    """So many of the papers that wait for it are in the search index."""

    def __init__(self, done: int, all: int) -> None:
        super().__init__()
        self.done, self.all = done, all


class LibraryOpened(Message):
    """The library is there to be read."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library


class OpeningFailed(Message):
    """The library could not be opened; the program ends with what to do about it."""

    def __init__(self, error: TrackerError) -> None:
        super().__init__()
        self.error = error


class LibraryApp(KeyedApp):
    """Opens the library while the first screen is built, and lets go of it when the program ends."""

    def __init__(self, open_library: Callable[[], Library], settings: Settings) -> None:
        super().__init__(settings)
        self._open_library = open_library
        self._library: Library | None = None
        self._behind = ""  # what is done behind the screens, and how far it is
        self._early: list[events.Event] = []  # what was typed before the library was open
        self._rest: Timer | None = None
        self.failure: TrackerError | None = None
        self.first: LibraryScreen | None = None

    @property
    def library(self) -> Library:
        if self._library is None:
            raise RuntimeError("the library is not open yet")
        return self._library

    def network(self) -> Network:
        """Whom to ask over the network, as the settings say. Raises Unreadable where they say it wrongly."""
        from tracker.network import Network

        return self.settings.network() if self.settings.network else Network()

    @property
    def opened(self) -> bool:
        return self._library is not None

    @property
    def whose(self) -> str:
        """The person and the library, for the top bar."""
        me = self.library.me if self.opened else self.settings.me  # a server knows better who it let in
        place = self.settings.place.partition("?")[0]
        state = (self._behind or "saved ✓") if self.opened else "opening …"
        return " · ".join(part for part in (me, place.rpartition("/")[2], state) if part)

    async def on_event(self, event: events.Event) -> None:
        """What is typed while the library is being opened waits for it; a click, which meant a place, is nothing.

        So is a key in a terminal that shows nothing of what it does.
        """
        if self._rest and isinstance(event, events.Key):
            self._rest.reset()
        if self._is_for_now(event) or (self.opened and self.size.width >= NARROWEST):
            await super().on_event(event)
        elif not self.opened and isinstance(event, events.Key | events.Paste):
            self._early.append(event)

    def _is_for_now(self, event: events.Event) -> bool:
        if not isinstance(event, events.Key | events.Paste | events.MouseEvent):
            return True
        bound = self.screen.active_bindings.get(event.key) if isinstance(event, events.Key) else None
        return bound is not None and bound.binding.action in AT_ONCE

    def take_early(self) -> None:
        """Hear what was typed before the library was open."""
        early, self._early = self._early, []
        for event in early:
            self.post_message(event)

    @work(thread=True, group="open", exit_on_error=True)
    def open_library(self) -> None:
        try:
            library = self._open_library()
        except TrackerError as error:
            self.post_message(OpeningFailed(error))
            return
        self.post_message(LibraryOpened(library))
        from tracker.tui.memory import keep_little

        keep_little()
        library.warm()
        library.watch()
        library.tend(self.settings.kept)
        self._look_for_garbage()
        library.catch_up(self._tell_indexed)

    def _look_for_garbage(self) -> None:
        """From now on, free what screens leave behind: a start puts that off. What the start made is not looked at."""
        gc.freeze()
        gc.set_threshold(*GENERATIONS)

    def _look_everywhere(self) -> None:
        if self._rest:
            self._rest.pause()  # until the next key
        gc.collect()

    @work(thread=True, group="index")
    def index_rest(self) -> None:
        """Put papers that came in great numbers into the search index, while one goes on reading."""
        self.library.catch_up(self._tell_indexed)

    def _tell_indexed(self, done: int, all: int) -> None:
        self.post_message(Indexed(done, all))

    def say_behind(self, text: str) -> None:
        """Say beside the library's name what is done behind the screens; empty where nothing is."""
        from tracker.tui.widgets.bars import TopBar

        self._behind = text
        for bar in self.screen.query(TopBar):
            bar.right = self.whose

    def on_indexed(self, message: Indexed) -> None:
        whole = message.done == message.all
        self.say_behind("" if whole else f"indexing {message.done / message.all:.0%}")
        if whole and self.first:
            self.first.hear(frozenset())

    def on_library_opened(self, message: LibraryOpened) -> None:
        self._library = message.library
        self._rest = self.set_interval(REST, self._look_everywhere, pause=True)
        if self.first and self.first.is_mounted:
            self.first.open_list()
            self.first.offer_review()
        self.call_later(self.complain)

    def on_opening_failed(self, message: OpeningFailed) -> None:
        self.failure = message.error
        self.exit(return_code=message.error.exit_code)

    def on_unmount(self) -> None:
        gc.unfreeze()
        if self._library:
            self._library.close()
