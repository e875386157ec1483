"""The program in the terminal: the shell at once, the library behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual._styles_cache import StylesCache
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import Provider
from textual.filter import LineFilter
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from tracker.keysets import SETS
from tracker.tui.ascii import Plain
from tracker.tui.drawn import without_rings
from tracker.tui.incoming import IncomingApp
from tracker.tui.keys import write_keys
from tracker.tui.screens.shell import Shell
from tracker.tui.settings import Settings
from tracker.tui.sheet import FILE, sections
from tracker.tui.themes import DARK, themes

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.tui.screens.library import LibraryScreen
    from tracker.tui.verbs.paper import Deed

PLAIN = Plain()
HINTS = {
    "marks": "they stay marked until Esc; w, d, t … act on all of them",
    "filter": "F keeps this filter as a saved search",
}
WIDTHS = [(0, "-small"), (60, "-narrow"), (120, "-wide")]
HEIGHTS = [(0, "-flat"), (9, "-low"), (18, "-tall")]


class TrackerApp(IncomingApp):
    """Opens the library in a thread and keeps what all screens share."""

    TITLE = "tracker"
    CSS = sections()["base"]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    COMMAND_PALETTE_BINDING = "ctrl+p"
    COMMANDS = {lambda: _key_commands()}  # noqa: RUF012 (the base class says what it is)

    def __init__(self, open_library: Callable[[], Library], settings: Settings | None = None) -> None:
        super().__init__(open_library, settings or Settings())
        without_rings()
        self.last_deed: Deed | None = None  # what `.` does again
        self.last_tags: tuple[tuple[str, ...], tuple[str, ...]] | None = None  # added and removed, for `T`
        self.dims = self.settings.dim  # whether the Reader dims now
        place = self.settings.place
        self.first_run = bool(place) and "://" not in place and not Path(place).exists()
        self._hints = dict(HINTS) if self.first_run else {}
        self.animation_level = "none"
        write_keys(words=self.settings.ascii)
        for theme in themes(few=self.console.color_system == "standard"):
            self.register_theme(theme)
        self.theme = self.settings.theme if self.settings.theme in self.available_themes else "tracker-dark"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What each line passes on its way to the terminal."""
        return [*super().get_line_filters(), PLAIN] if self.settings.ascii else super().get_line_filters()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colour names, so that a theme from elsewhere has them too."""
        return DARK.variables

    def get_default_screen(self) -> Shell:
        return Shell(self.whose)

    def guides(self) -> Iterable[Widget]:
        """What stands below the top bar of every screen."""
        return ()

    def dress(self, section: str) -> None:
        """Have the rules of a section of the style sheet, from now on."""
        if not self.stylesheet.has_source(str(FILE), section):
            self.stylesheet.add_source(sections()[section], (str(FILE), section), is_default_css=False)

    def on_mount(self) -> None:
        self.heed_signals()
        self.show_cursor()
        self.take_keys(self.settings.keys)
        self.bind_macros()
        self.call_after_refresh(self.fill)

    def fill(self) -> None:
        """The frame is on the screen: open the library in a thread, and meanwhile build the first screen."""
        self.open_library()
        from tracker.tui.screens.library import LibraryScreen

        self.first = LibraryScreen(self.settings.query)
        self.push_screen(self.first)

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

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield SystemCommand("theme", "change the colours", self.action_change_theme)
        for name in SETS:
            yield SystemCommand(f"keys: {name}", "take these keys until you leave", partial(self.take_keys, name))

    def pop_screen(self) -> AwaitComplete:
        """Leave a screen, and let go of what the framework keeps of those that were left before."""
        StylesCache.get_inner_outer.cache_clear()  # it holds on to its first thousand callers and the lines they drew
        watchers: dict[str, list[tuple[MessagePump, object]]] = getattr(self, "__watchers", {})
        for told in watchers.values():  # of a theme that never changes: only a change has closed ones forgotten
            told[:] = [(widget, answer) for widget, answer in told if not widget._closing]
        return super().pop_screen()

    def hint(self, deed: str) -> None:
        """On the first run, answer a deed with what goes with it; each once, where it covers nothing."""
        if self.first and (text := self._hints.pop(deed, None)):
            self.first.say(text, "$accent")


def _key_commands() -> type[Provider]:
    from tracker.tui.palette import KeyCommands

    return KeyCommands


def run(open_library: Callable[[], Library], settings: Settings, program: type[TrackerApp] = TrackerApp) -> int:
    """Run the program in this terminal until it is left; the exit code.

    `open_library` is called in a thread.
    """
    import sys

    from tracker.tui.safe import shown

    app = program(open_library, settings)
    app.run()
    for kept in app.aside:
        print(f"The library did not take what you typed; it is in {shown(str(kept))}", file=sys.stderr)
    if app.failure:
        print(shown(str(app.failure)), file=sys.stderr)
    if app.fault:
        raise app.fault
    return app.return_code or 0


__all__: Sequence[str] = ("Settings", "TrackerApp", "run")
