"""The keys of macros: running them, and recording what is done as a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingsMap, BindingType
from textual.dom import DOMNode

from tracker.errors import TrackerError
from tracker.tui.ending import EndingApp
from tracker.tui.keys import bind

if TYPE_CHECKING:
    from textual.actions import ActionParseResult

    from tracker.tui.recording import Recording
    from tracker.tui.settings import Settings
    from tracker.tui.verbs.paper import PaperScreen


class MacroApp(EndingApp):
    """Macros of the settings, and those that were recorded since."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            ",>,", "record", "record a macro", id="macro.record", section="do", tip="record a macro; once more ends it"
        ),
    ]
    settings: Settings
    recording: Recording | None = None

    @property
    def _papers(self) -> PaperScreen | None:
        from tracker.tui.verbs.paper import PaperScreen

        return self.screen if isinstance(self.screen, PaperScreen) else None

    def bind_macros(self) -> None:
        """Give the macros of the settings their keys."""
        if self.settings.macros:
            from tracker.tui.macros import bindings

            self._bindings = BindingsMap.merge([self._bindings, bindings(self.settings.macros)])

    def wrong_macros(self) -> Iterable[str]:
        """What is wrong with them, one by one."""
        from tracker.tui.macros import complaints

        return complaints(self.settings.macros) if self.settings.macros else ()

    async def action_macro(self, key: str) -> None:
        from tracker.tui.macros import run

        if screen := self._papers:
            try:
                await run(screen, self.settings.macros[key])
            except TrackerError as error:
                screen.say(str(error), "$error")

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        recording = self.recording if self._papers else None
        bound = [b.binding for b in self.screen.active_bindings.values()] if recording else []
        done = await super().run_action(action, default_namespace, namespaces)
        found = next((binding for binding in bound if binding.action == action and binding.id), None)
        if done and recording and found:
            recording.did(found.id or "", found.group.description if found.group else "")
        return done

    # Recording

    def action_record(self) -> None:
        """Begin to record, or end it: the line is shown, to be changed, and gets a letter."""
        from tracker.tui.recording import Recording

        screen = self._papers
        if screen is None:
            return
        if self.recording is None:
            self.recording = Recording()
            screen.say("recording what you do — , , ends it", "$accent")
            return
        text, self.recording = self.recording.line, None
        if text:
            screen.ask("macro", lambda text: self._named(screen, text), value=text, hint="deeds, parted by ;")
        else:
            screen.say("nothing was done that could be repeated", "$muted")

    def _named(self, screen: PaperScreen, text: str) -> None:
        from tracker.tui.macros import split
        from tracker.tui.recording import free

        try:
            split(text)
        except TrackerError as error:
            screen.say(str(error), "$error")
            return
        letter = free(self.settings.macros)
        screen.ask("behind ,", lambda key: self._keep(screen, key, text), value=letter, hint="a letter or a digit")

    def _keep(self, screen: PaperScreen, key: str, text: str) -> None:
        if len(key) != 1 or not key.isalnum() or not key.isascii():
            screen.say("a macro stands behind one letter or digit", "$warning")
            return
        self.settings = replace(self.settings, macros={**self.settings.macros, key: text})
        self.bind_macros()
        screen.refresh_bindings()
        kept = "until the program ends"
        try:
            if self.settings.keep_macro:
                self.settings.keep_macro(key, text)
                kept = "kept in the settings"
        except TrackerError as error:
            screen.say(f", {key} does it until the program ends. {error}", "$warning")
            return
        screen.say(f", {key} does: {text} · {kept}")
