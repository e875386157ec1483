"""Writing a remark or a comment over another screen; what is typed is kept until it is sent."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Static, TextArea

from tracker.errors import TrackerError
from tracker.tui.keys import bind
from tracker.tui.safe import line, shown
from tracker.tui.screens.over import Over
from tracker.tui.widgets.area import Area

if TYPE_CHECKING:
    from tracker.library import Library

PAUSE = 0.3  # seconds between two drafts while typing
HINT = "@name asks somebody"


class Composing(Area):
    """A field in which ⏎ is no text."""

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return key != "enter" and super().check_consume_key(key, character)


class Compose(Over[str | None]):
    """Asks for a Markdown text; None where Esc was pressed. `about` is what the draft is kept under."""

    AUTO_FOCUS = "Composing"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "send", "send", id="compose.send", section="note", show=True, priority=True),
        bind("ctrl+j", "new_line", "new line", id="compose.line", section="note", show=True, priority=True),
        bind("ctrl+t", "outside", "in $EDITOR", id="compose.editor", section="note", show=True, priority=True),
        bind("tab", "complete", "complete a name", id="compose.name", section="note", priority=True, show=True),
        bind("escape", "leave", "keep for later", id="compose.leave", section="note", priority=True, show=True),
    ]

    def __init__(self, library: Library, label: str, about: str, value: str = "", typed: str = "") -> None:
        super().__init__()
        self._typed = typed  # and not sent: the library did not take it
        self._library, self._label, self._about, self._value = library, label, about, value
        self._pause: Timer | None = None
        self._sent = False
        self._drafting = Lock()
        self._people: list[str] | None = None

    def body(self) -> ComposeResult:
        with Vertical(id="compose"):
            yield Static(line(self._label, "$accent bold"), id="compose-label", markup=False)
            yield Composing(id="compose-text", soft_wrap=True, compact=True, tab_behavior="focus")
            yield Static(line(HINT, "$muted"), id="compose-hint", markup=False)

    def on_mount(self) -> None:
        unsent = self._typed or self._library.unsent(self._about)
        self.area.load_text(shown(unsent or self._value))
        self.area.move_cursor(self.area.document.end)
        if self._typed:
            self.hint("it is not sent: the library does not take it now")
        elif unsent:
            self.hint("what was being typed is here again")

    @property
    def area(self) -> TextArea:
        return self.query_one(TextArea)

    def hint(self, text: str) -> None:
        self.query_one("#compose-hint", Static).update(line(text, "$muted"))

    # Keeping

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        if self._pause is None and self.area.text != self._value:
            self._pause = self.set_timer(PAUSE, self.keep)
        if told := self._names():
            self.hint(" ".join(f"@{name}" for name in told[:8]) + " · ⇥ completes")

    def keep(self) -> None:
        """Keep what is typed so far, in case the program ends."""
        self._pause = None
        self.keep_unsent(self.area.text)

    @work(thread=True, group="draft")
    def keep_unsent(self, text: str) -> None:
        try:
            self._keep(text)
        except TrackerError as error:
            self.hand(partial(self.hint, str(error)))

    def keep_now(self) -> str:
        """The program ends this instant: keep what is typed; the text that the library does not take."""
        try:
            self._keep(self.area.text)
        except TrackerError:
            return self.area.text
        return ""

    def _keep(self, text: str) -> None:
        with self._drafting:
            if not self._sent and text != self._value:  # what comes late must not outlive what was sent
                self._library.keep_unsent(self._about, text)

    def _done(self) -> None:
        if self._pause:
            self._pause.stop()
            self._pause = None
        with self._drafting:
            self._sent = True

    # Sending

    def action_send(self) -> None:
        if self.area.text.strip():
            self.keep_now()  # until the library has it
            self._done()
            self.dismiss(self.area.text)
        else:
            self.action_leave()

    def action_leave(self) -> None:
        try:
            if self.area.text.strip() == self._value.strip():
                self._library.drop_unsent(self._about)
            else:
                self._keep(self.area.text)
        except TrackerError as error:
            self.hint(str(error))
            return
        self._done()
        self.dismiss(None)

    def action_new_line(self) -> None:
        self.area.insert("\n")

    def action_outside(self) -> None:
        from tracker.tui.outside import edit

        edited = edit(self.app, self.area.text)
        if edited is None:
            self.hint("no editor can be started from here")
        else:
            self.area.load_text(shown(edited.text))
            self.hint(edited.told)

    # Names

    def _begun(self) -> str | None:
        """What of a name is typed behind an @ before the cursor."""
        row, column = self.area.cursor_location
        before = self.area.document.get_line(row)[:column]
        word = before.rpartition(" ")[2]
        return word[1:] if word.startswith("@") else None

    def _names(self) -> list[str]:
        begun = self._begun()
        if begun is None:
            return []
        if self._people is None:
            self._people = [name for name in self._library.people() if name != self._library.me]
        return [name for name in self._people if name.casefold().startswith(begun.casefold())]

    def action_complete(self) -> None:
        begun, found = self._begun(), self._names()
        if begun is not None and found:
            self.area.insert(found[0][len(begun) :] + " ")
