"""The program in the terminal: the shell at once, the library behind it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual._styles_cache import StylesCache
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingsMap, BindingType
from textual.command import Provider
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import Screen
from textual.worker import WorkerFailed

from tracker.errors import TrackerError
from tracker.text.standing import WordLists
from tracker.tui.ascii import Plain
from tracker.tui.keys import bind
from tracker.tui.screens.shell import Shell
from tracker.tui.sequence import press
from tracker.tui.sheet import FILE, sections
from tracker.tui.themes import DARK, THEMES
from tracker.tui.widgets.bars import TopBar

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from tracker.library import Library
    from tracker.network import Network
    from tracker.tui.screens.library import LibraryScreen
    from tracker.tui.verbs.paper import Deed

NO_WORDS = WordLists()
PLAIN = Plain()


@dataclass(frozen=True)
class Settings:
    """What the configuration says about the interface."""

    me: str = ""
    place: str = ""  # the library's file or address, to show before it is open
    theme: str = "tracker-dark"
    keymap: Mapping[str, str] = field(default_factory=dict)  # command id → keys, separated by commas
    query: str = ""  # what to show first
    network: Callable[[], Network] | None = None  # whom to ask; raises what is wrong with these settings
    dim: bool = True  # in the Reader, all but the sentence that is read
    templates: Mapping[str, str] = field(default_factory=dict)  # collection → what a new note begins with
    macros: Mapping[str, str] = field(default_factory=dict)  # letter → a line of commands
    words: WordLists = NO_WORDS  # that are always lit
    ascii: bool = False  # whether signs and lines are drawn in ASCII


Progress = Callable[[int, int], None]


class Opening(Message):
    """The library's search index is being made anew: so many papers of all are in it."""

    def __init__(self, done: int, all: int) -> None:
        super().__init__()
        self.done, self.all = done, all


class Indexed(Message):
    """So many of the papers that came together are in the search index."""

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


HINTS = {
    "marks": "The marks stay until Esc; w, d, t … act on all of them.",
    "undo": "u takes it back, also tomorrow.",
    "filter": "F keeps this filter as a saved search.",
}
WIDTHS = [(0, "-small"), (60, "-narrow"), (120, "-wide"), (180, "-wide -vast")]
HEIGHTS = [(0, "-flat"), (9, "-low"), (18, "-tall")]


class TrackerApp(App[None]):
    """Opens the library in a thread and keeps what all screens share."""

    TITLE = "tracker"
    CSS = sections()["base"]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    COMMAND_PALETTE_BINDING = "ctrl+p"
    COMMANDS = {lambda: _key_commands()}  # noqa: RUF012 (the base class says what it is)
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("question_mark", "help", "help", id="help", section="program", show=True, also="f1"),
        bind("ctrl+p", "command_palette", "any command", id="palette", section="find", also=":"),
        bind("ctrl+q", "quit", "leave the program", id="quit", section="program"),
        bind("ctrl+z", "suspend_process", "suspend the program", id="suspend", section="program"),
    ]

    def __init__(self, open_library: Callable[[Progress], Library], settings: Settings | None = None) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self._open_library = open_library
        self._library: Library | None = None
        self._part_indexed = ""  # how much of a large import is in the search index, while it is not all
        self._deed = False  # whether the last key did something
        self._clashes: set[str] = set()
        self.last_deed: Deed | None = None  # what `.` does again
        self.last_tags: tuple[tuple[str, ...], tuple[str, ...]] | None = None  # added and removed, for `T`
        self.dims = self.settings.dim  # whether the Reader dims now
        self.failure: TrackerError | None = None
        self.first: LibraryScreen | None = None
        place = self.settings.place
        self.first_run = bool(place) and "://" not in place and not Path(place).exists()
        self._hints = dict(HINTS) if self.first_run else {}
        self.animation_level = "none"
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme if self.settings.theme in self.available_themes else "tracker-dark"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What each line passes on its way to the terminal."""
        return [*super().get_line_filters(), PLAIN] if self.settings.ascii else super().get_line_filters()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colour names, so that a theme from elsewhere has them too."""
        return DARK.variables

    def _heed_signals(self) -> None:
        """Leave in order when the terminal is closed or the program is told to end."""
        with suppress(RuntimeError, ValueError):  # only the main thread hears signals
            for number in (signal.SIGHUP, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, self.leave_at_once)

    async def action_quit(self) -> None:
        self.leave_at_once()

    def leave_at_once(self) -> None:
        """Keep what is being typed on any screen, then end."""
        self._keep_typed()
        self.exit()

    def _keep_typed(self) -> None:
        for screen in self.screen_stack:
            if keep := getattr(screen, "keep_now", None):
                keep()

    def _handle_exception(self, error: Exception) -> None:
        """What a worker could not do for a reason that the person can mend is told; anything else is a fault."""
        if isinstance(error, WorkerFailed) and isinstance(error.error, TrackerError):
            self.tell(str(error.error), severity="error")
        else:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End on a fault of ours. The base class would show the values of all variables: people's texts among them."""
        with suppress(TrackerError):
            self._keep_typed()
        self._close_messages_no_wait()

    @property
    def fault(self) -> Exception | None:
        """The bug that ended the program."""
        return self._exception

    # The library

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
        state = (self._part_indexed or "saved ✓") if self.opened else "opening …"
        return " · ".join(part for part in (me, place.rpartition("/")[2], state) if part)

    def get_default_screen(self) -> Shell:
        return Shell(self.whose)

    def dress(self, section: str) -> None:
        """Have the rules of a section of the style sheet, from now on."""
        if not self.stylesheet.has_source(str(FILE), section):
            self.stylesheet.add_source(sections()[section], (str(FILE), section), is_default_css=False)

    def on_mount(self) -> None:
        self._heed_signals()
        self.set_keymap(self.settings.keymap)
        if self.settings.macros:
            from tracker.tui.macros import bindings

            self._bindings = BindingsMap.merge([self._bindings, bindings(self.settings.macros)])
        self.call_after_refresh(self.fill)

    def fill(self) -> None:
        """The frame is on the screen: open the library in a thread, and meanwhile build the first screen."""
        self.open_library()
        from tracker.tui.screens.library import LibraryScreen

        self.first = LibraryScreen(self.settings.query)
        self.push_screen(self.first)

    @work(thread=True, group="open", exit_on_error=True)
    def open_library(self) -> None:
        try:
            library = self._open_library(self._tell_opening)
        except TrackerError as error:
            self.post_message(OpeningFailed(error))
            return
        self.post_message(LibraryOpened(library))
        library.warm()
        library.watch()
        library.backup_daily()
        library.catch_up(self._tell_indexed)

    @work(thread=True, group="index")
    def index_rest(self) -> None:
        """Put papers that came in great numbers into the search index, while one goes on reading."""
        self.library.catch_up(self._tell_indexed)

    def _tell_indexed(self, done: int, all: int) -> None:
        self.post_message(Indexed(done, all))

    def on_indexed(self, message: Indexed) -> None:
        whole = message.done == message.all
        self._part_indexed = "" if whole else f"indexing {message.done / message.all:.0%}"
        for bar in self.screen.query(TopBar):
            bar.right = self.whose
        if whole and self.first:
            self.first.hear(frozenset())

    def _tell_opening(self, done: int, all: int) -> None:
        self.post_message(Opening(done, all))

    def on_opening(self, message: Opening) -> None:
        if self.first and self.first.is_mounted and not self.opened:
            self.first.say(f"making the search index anew: {message.done:,} of {message.all:,} papers …")

    def on_library_opened(self, message: LibraryOpened) -> None:
        self._library = message.library
        if self.first and self.first.is_mounted:
            self.first.open_list()
        self.call_later(self.complain)

    def on_opening_failed(self, message: OpeningFailed) -> None:
        self.failure = message.error
        self.exit(return_code=message.error.exit_code)

    def on_unmount(self) -> None:
        if self._library:
            self._library.close()

    def show_next_up(self) -> None:
        """Go back to the Library, to what is to be read next."""
        if library := self.back_in_the_library():
            library.action_next_up()

    def show_papers(self, query: str) -> None:
        """Go back to the Library, to what a query finds."""
        if library := self.back_in_the_library():
            library.look_for(query)
            library.set_focus(library.papers)

    def back_in_the_library(self) -> LibraryScreen | None:
        """Leave every screen above the Library."""
        while self.first and self.first in self.screen_stack and self.screen is not self.first:
            self.pop_screen()
        return self.first

    # Keys

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
            return
        self._deed = await press(self, event, after_deed=self._deed)
        if not self._deed:
            await super().on_event(event)

    def complain(self) -> None:
        """Name what is wrong with the keymap, once."""
        from tracker.tui.keys import complaints

        for message in complaints(self.settings.keymap) if self.settings.keymap else ():
            self.tell(message, severity="warning")
        for message in self._wrong_macros():
            self.tell(message, severity="warning")
        if self.settings.theme not in self.available_themes:
            self.tell(f"There is no theme “{self.settings.theme}” — ^p lists them", severity="warning")

    def handle_bindings_clash(self, clashed_bindings: set[Binding], node: DOMNode) -> None:
        ids = {binding.id or binding.action for binding in clashed_bindings} - self._clashes
        self._clashes |= ids
        for id in sorted(ids):
            self.tell(f"{id} has no key any more: the keymap gives it to another command", severity="warning")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield SystemCommand("theme", "change the colours", self.action_change_theme)

    def pop_screen(self) -> AwaitComplete:
        """Leave a screen, and let go of what the framework keeps of it.

        The cached method holds on to the caches of its first thousand callers, with every line that they drew.
        """
        StylesCache.get_inner_outer.cache_clear()
        return super().pop_screen()

    # Toasts

    def tell(self, text: str, *, severity: SeverityLevel = "information", timeout: float = 6) -> None:
        """A toast; text of any origin shows as text."""
        from tracker.tui.safe import safe

        self.notify(str(safe(text)), severity=severity, timeout=timeout, markup=False)

    def hint(self, deed: str) -> None:
        """On the first run, answer a deed with what goes with it; each once."""
        if text := self._hints.pop(deed, None):
            self.tell(text, timeout=8)

    def _wrong_macros(self) -> Iterable[str]:
        from tracker.tui.macros import complaints

        return complaints(self.settings.macros) if self.settings.macros else ()

    async def action_macro(self, key: str) -> None:
        from tracker.tui.macros import run
        from tracker.tui.verbs.paper import PaperScreen

        if isinstance(self.screen, PaperScreen):
            try:
                await run(self.screen, self.settings.macros[key])
            except TrackerError as error:
                self.screen.say(str(error), "$error")

    def action_help(self) -> None:
        from tracker.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen())


def _key_commands() -> type[Provider]:
    from tracker.tui.palette import KeyCommands

    return KeyCommands


def run(open_library: Callable[[Progress], Library], settings: Settings | None = None) -> int:
    """Run the program in this terminal until it is left; the exit code.

    `open_library` is called in a thread, with what to tell of its progress to.
    """
    import sys

    from tracker.tui.safe import shown

    app = TrackerApp(open_library, settings)
    app.run()
    if app.failure:
        print(shown(str(app.failure)), file=sys.stderr)
    if app.fault:
        raise app.fault
    return app.return_code or 0


__all__: Sequence[str] = ("Settings", "TrackerApp", "run")
