"""The tour: a few steps through the program over a library that is thrown away, each waiting for the deed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tracker.tui.app import TrackerApp
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.reader import ReaderScreen

GLANCE = 0.5  # seconds between two looks whether a deed was done, for those of the mouse


class TourBar(Widget):
    """What is to be done now, below the top bar of every screen."""

    DEFAULT_CSS = "TourBar { height: 2; width: 100%; padding: 0 1; background: $panel; }"
    said: reactive[tuple[str, str]] = reactive(("", ""))

    def render(self) -> Content:
        place, told = self.said
        return Content.assemble((f"{place} ", "$accent bold"), *_keys(told))


class Step(NamedTuple):
    """A deed: how it is done (keys between backquotes), and whether it is done."""

    told: str
    done: Callable[[TourApp], bool]


class TourApp(TrackerApp):
    """The program with a bar that says what to try; Esc in the list leaves."""

    step = 0
    _leaving = False  # Esc was pressed where it leads nowhere else

    def guides(self) -> Iterable[Widget]:
        bar = TourBar()
        bar.said = self.said
        yield bar

    @property
    def said(self) -> tuple[str, str]:
        """The place in the tour, and what is to be done."""
        if self._leaving:
            return "?", "`Esc` again leaves the tour; any other key goes on."
        return (f"{self.step + 1}/{len(STEPS)}", STEPS[self.step].told) if self.step < len(STEPS) else ("✓", END)

    @property
    def _at_home(self) -> bool:
        """Whether Esc leads nowhere from here."""
        screen = self.screen
        if not (self.opened and isinstance(screen, LibraryScreen) and screen.is_mounted):
            return False
        return not screen.query_text and not screen.papers.marked and not screen.entry.has_focus

    def on_mount(self) -> None:
        self.set_interval(GLANCE, self.look)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            escaping = event.key == "escape" and self._at_home
            if escaping and self._leaving:
                self.leave_at_once()
            self._leaving = escaping
            self.call_after_refresh(self.look)
        await super().on_event(event)

    def look(self) -> None:
        """Go on where the deed is done."""
        if self.opened and self.step < len(STEPS) and STEPS[self.step].done(self):
            self.step += 1
        for bar in self.screen.query(TourBar):
            bar.said = self.said


def _moved(app: TourApp) -> bool:
    return bool(app.first and app.first.papers.cursor >= 2)


def _in_the_reader(app: TourApp) -> bool:
    return isinstance(app.screen, ReaderScreen)


def _in_the_library(app: TourApp) -> bool:
    return app.screen is app.first


def _finds(query: str) -> Callable[[TourApp], bool]:
    """Whether the library has a paper of this kind."""
    return lambda app: app.library.count(query) > 0


def _tagged(app: TourApp) -> bool:
    return any(step.title.startswith("tagged") for step in app.library.history(limit=3))


def _filtered(app: TourApp) -> bool:
    screen = app.first
    return bool(screen and screen.query_text.strip() and not screen.entry.has_focus and app.screen is screen)


def _all_shown(app: TourApp) -> bool:
    return bool(app.first and not app.first.query_text)


def _undone(app: TourApp) -> bool:
    return any(step.undone for step in app.library.history(limit=3))


STEPS = (
    Step("`↓` `↑` go from paper to paper, the abstract beside the list. Go two papers down. (`Esc` leaves)", _moved),
    Step("`⏎` opens the paper that the cursor is on.", _in_the_reader),
    Step("Here `↓` goes by sentences, and `1` to `6` mark one. Mark one with `3`: a result.", _finds("has:mark")),
    Step("`Esc` goes one step back, from anywhere.", _in_the_library),
    Step(
        "Say what becomes of it: `w` later, `r` reading, `d` done, `x` not for me. Keep it: `w`.",
        _finds("status:later"),
    ),
    Step("`t` tags it: type a word, `⏎` and again `⏎` as it is a new tag, then `Esc`.", _tagged),
    Step("`e` opens your note on it. Type a line; `Esc` keeps it and comes back.", _finds("has:note")),
    Step("Find something: `/`, then a word, misspelt if you like: reasonning. `⏎` keeps what was found.", _filtered),
    Step("`Esc` shows all papers again.", _all_shown),
    Step("`u` takes back what you did last, and again what was before that.", _undone),
)
END = "That is most of it. `→` or `F10` shows what else can be done here, `?` every key. `Esc` or `^q` ends the tour."


def _keys(told: str) -> list[tuple[str, str]]:
    """A text with its keys bright."""
    return [(part, "$key bold" if n % 2 else "") for n, part in enumerate(told.split("`"))]
