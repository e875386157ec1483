"""From keys to deeds: the keymap, what is wrong with it, the menu and the help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual import events
from textual.binding import ActiveBinding, BindingType

from tracker.tui.attention import Attention
from tracker.tui.keys import LEAVE, bind, understood
from tracker.tui.macro_keys import MacroApp
from tracker.tui.sequence import press
from tracker.tui.settings import Settings
from tracker.tui.widgets.papers import PaperList

RIGHT = 3  # the number of that button of a mouse


class KeyedApp(MacroApp):
    """Runs what keys are bound to, in the order in which they are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "right", "menu", "menu", id="menu", section="move", show=True, also="f10", tip="all that can be done here"
        ),
        bind("question_mark", "help", "help", id="help", section="program", show=True, also="f1"),
        bind("ctrl+p", "command_palette", "any command", id="palette", section="find", also=":"),
        LEAVE,
        bind("ctrl+z", "suspend_process", "suspend the program", id="suspend", section="program"),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.keymap: Mapping[str, str] = {}  # in force: the chosen set with one's own keys on top
        self._deed = False  # whether the last key did something
        self.attention = Attention()

    def take_keys(self, name: str) -> None:
        """Have the keys of a set, with one's own on top."""
        from tracker.keysets import with_own

        self.keymap = understood(with_own(name, self.settings.keymap))
        self.set_keymap(self.keymap)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.MouseEvent):
            self.attention.touch()
        if isinstance(event, events.MouseDown | events.MouseUp) and event.button == RIGHT:
            self._point_out(event)
            return
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
            return
        self._take_focus()
        self._deed = await press(self, event, after_deed=self._deed)
        if not self._deed:
            await super().on_event(event)

    def _point_out(self, event: events.MouseEvent) -> None:
        """The right button goes to the paper under it, and shows what can be done."""
        if isinstance(event, events.MouseUp) or self.screen.is_modal:
            return
        widget, _ = self.screen.get_widget_and_offset_at(event.x, event.y)
        if isinstance(widget, PaperList):
            widget.go_at(event.y - widget.region.y)
        self.action_menu()

    def _take_focus(self) -> None:
        """Whoever types has the focus: a browser may have told that it was lost while a screen was being built."""
        self.app_focus, screen = True, self.screen
        wanted = self.AUTO_FOCUS if screen.AUTO_FOCUS is None else screen.AUTO_FOCUS
        if screen.focused is None and wanted and screen.is_mounted:
            screen.set_focus(next((widget for widget in screen.query(wanted) if widget.focusable), None))

    def complain(self) -> None:
        """Name what is wrong with the keymap, once."""
        for message in (*self._wrong_keys(), *self.wrong_macros()):
            self.tell(message, severity="warning")
        if self.settings.theme not in self.available_themes:
            self.tell(f"There is no theme “{self.settings.theme}” — ^p lists them", severity="warning")

    def _wrong_keys(self) -> Iterable[str]:
        """Of a keymap of one's own; the sets that come with the program have nothing wrong."""
        from tracker.tui.keys import complaints

        return complaints(self.keymap, self.settings.keymap) if self.settings.keymap else ()

    def action_help(self) -> None:
        """On the field that one is in; else on the screen."""
        from tracker.tui.screens.help import HelpScreen

        if not self.show_about():
            self.push_screen(HelpScreen(self.screen))

    def show_about(self) -> bool:
        """Show what the field that has the focus takes, if it is one."""
        from tracker.tui.fields import about
        from tracker.tui.screens.about import AboutField

        told = about(getattr(self.focused, "about", "") or (self.focused.id or "" if self.focused else ""))
        if told:
            self.push_screen(AboutField(told))
        return told is not None

    def action_command_palette(self) -> None:
        from tracker.tui.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def action_menu(self) -> None:
        from tracker.tui.screens.menu import Menu, here
        from tracker.tui.verbs.paper import PaperScreen

        screen = self.screen
        about = screen.on_what if isinstance(screen, PaperScreen) else getattr(screen, "place", "")
        self.push_screen(Menu(here(screen.active_bindings), about), self._run)

    async def _run(self, chosen: ActiveBinding | None) -> None:
        if chosen:
            await self.run_action(chosen.binding.action, chosen.node)
