"""What every screen has: the library, a status line, key sequences, and reading again when something changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from tracker.errors import LibraryUnavailable, TrackerError
from tracker.tui.keys import bind
from tracker.tui.sequence import Sequences
from tracker.tui.widgets.bars import Following, Footer, StatusLine, TopBar

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.library.values import Changed
    from tracker.tui.app import TrackerApp

Result = TypeVar("Result")
Read = TypeVar("Read")
READING = 1.0  # seconds that keys wait at most for what a new screen reads
MANY = 2000  # papers from which on a step is taken back behind the screen: it takes longer than a blink


class LibraryChanged(Message):
    """A step was committed, here or by another process."""

    def __init__(self, changed: Changed) -> None:
        super().__init__()
        self.changed = changed

    def can_replace(self, message: Message) -> bool:
        """Whether the next change makes this one needless to hear of: it touched all that this one did, or anything."""
        if not isinstance(message, LibraryChanged):
            return False
        newer, older = message.changed, self.changed
        tells = newer.deed or not older.deed
        return tells and (not newer.papers or bool(older.papers and older.papers <= newer.papers))


class Turned(Message):
    """Steps were taken back or done again, or could not be."""

    def __init__(self, said: str, tone: str) -> None:
        super().__init__()
        self.said, self.tone = said, tone


class TrackerScreen(Sequences[Result]):
    """A screen of the program; `reread` is called when the library changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "back", "back", id="screen.back", section="move", show=True),
        bind("q", "back", "back", id="screen.leave", section="move"),
    ]
    place = ""
    awaited = False  # whether keys act on what a worker reads for the screen, and is not read yet
    refused = ""  # why the library did not take the last deed: it takes nothing now
    sheet = "other"
    _unsubscribe: Callable[[], None] | None = None
    _missed: frozenset[int] | None = None  # what changed while another screen lay over this one

    def __init__(self) -> None:
        super().__init__()
        self._patient_until = monotonic() + READING
        self.desk.dress("library")
        for sheet in self.sheet.split():
            self.desk.dress(sheet)

    @property
    def busy(self) -> bool:
        """What keys act on is being read for the first time, and soon there."""
        return self.awaited and monotonic() < self._patient_until

    @property
    def desk(self) -> TrackerApp:
        return cast("TrackerApp", self.app)

    @property
    def told_keys(self) -> Sequence[str]:
        """The commands that the footer names, by id, in this order; none: those that are bound to be shown."""
        return ()

    @property
    def is_current(self) -> bool:
        """Whether it is seen, if only through screens that let it show.

        Textual also counts the screen below an opaque one, and paints all of that one anew for each change below it.
        """
        for screen in reversed(self.app.screen_stack):
            if screen is self or screen.styles.background.a == 1:
                return screen is self
        return False

    @property
    def library(self) -> Library:
        return self.desk.library

    def compose(self) -> ComposeResult:
        yield TopBar()
        yield from self.desk.guides()
        yield from self.body()
        yield Following()
        yield StatusLine()
        yield Footer()

    def body(self) -> ComposeResult:
        """What stands between the bars."""
        yield from ()

    def action_back(self) -> None:
        self.dismiss(None)

    def on_mount(self) -> None:
        self.watch_library()
        self.name_place()

    def on_unmount(self) -> None:
        if self._unsubscribe:
            self._unsubscribe()

    def watch_library(self) -> None:
        """Hear of every change from now on."""
        if self._unsubscribe or not self.desk.opened:
            return
        self._unsubscribe = self.library.subscribe(self._tell_changed)

    def _tell_changed(self, changed: Changed) -> None:
        self.post_message(LibraryChanged(changed))

    def on_library_changed(self, message: LibraryChanged) -> None:
        message.stop()
        step, papers, deed = message.changed
        somebody_else = step is None and not papers and deed
        if somebody_else or (step is not None and not self.is_current):
            # what was said here of taking a step back may not hold any more
            self.say("changed elsewhere just now" if self.is_current else "", "$muted")
        self.hear(papers)

    def hear(self, papers: frozenset[int]) -> None:
        """These papers changed; whoever is working on another screen does not wait for this one."""
        if self.is_current:
            self.heard(papers)
        else:
            self._missed = papers if self._missed is None else frozenset()

    def on_screen_resume(self) -> None:
        """Catch up with what changed meanwhile."""
        missed, self._missed = self._missed, None
        if missed is not None:
            self.heard(missed)

    def heard(self, papers: Collection[int]) -> None:
        """These papers changed; any, where none is named."""
        self.reread()

    def reread(self) -> None:
        """Show what the library says now."""

    def bring(self, read: Callable[[], Read], show: Callable[[Read], object]) -> None:
        """In a worker's thread: read, and have it shown, unless a newer worker of its group took its place."""
        worker = get_current_worker()
        try:
            found = read()
        except TrackerError as error:
            self.hand(partial(self._came, self.not_read, error))
            return
        if not worker.is_cancelled:
            self.hand(partial(self._came, show, found))

    def _came(self, show: Callable[[Read], object], found: Read) -> None:
        self.awaited = False
        show(found)

    def has_files(self, otherwise: str) -> bool:
        """Whether this machine's files are the person's; where they sit at a browser, they are told what to do."""
        if self.desk.settings.served:
            self.say(otherwise, "$warning")
        return not self.desk.settings.served

    def not_read(self, error: TrackerError) -> None:
        """Say why what was wanted is not shown."""
        self.say(str(error), "$error")

    def name_place(self) -> None:
        """Say in the top bar where one is."""
        for bar in self.query(TopBar):
            bar.trail = " ▸ ".join(["tracker", *([self.place] if self.place else [])])
            bar.right = self.desk.whose

    # What is said

    def say(self, text: str | None, tone: str = "") -> None:
        for line in self.query(StatusLine):
            line.say(text or "", tone)
        if text and tone == "$error" and cell_len(text) > self.size.width - 2:
            self.desk.tell(text, severity="error")  # the line would cut off what to do about it

    def attempt(self, deed: Callable[[], str | None]) -> str | None:
        """Do it, and say what was done or why it was not."""
        try:
            done = deed()
        except TrackerError as error:
            self.refused = str(error) if isinstance(error, LibraryUnavailable) else ""
            self.say(str(error), "$error")
            return None
        self.say(f"{done} — u undoes" if done else "nothing to change", "" if done else "$muted")
        return done

    def turn(self, papers: int, deed: Callable[[], tuple[str, str]]) -> None:
        """Take back or do again what touches so many papers, and say what it says, in its tone."""
        if papers > MANY:
            self.say(f"at work on {papers:,} papers — go on reading, it is told here when it is done")
            self._turn_behind(deed)
        else:
            self.on_turned(self._outcome(deed))

    @work(thread=True, group="turn")
    def _turn_behind(self, deed: Callable[[], tuple[str, str]]) -> None:
        self.post_message(self._outcome(deed))

    def _outcome(self, deed: Callable[[], tuple[str, str]]) -> Turned:
        try:
            return Turned(*deed())
        except TrackerError as error:
            return Turned(str(error), "$error")

    def on_turned(self, message: Turned) -> None:
        self.desk.index_rest()
        self.say(message.said, message.tone)

    def saw(self, paper: int) -> None:
        """A paper's abstract was on the screen for a while. Nobody asked to keep that, so nobody hears if it fails."""
        with suppress(TrackerError):
            self.library.mark_seen(paper)

    def ask(
        self,
        label: str,
        answered: Callable[[str], None],
        *,
        value: str = "",
        hint: str = "",
        typing: Callable[[str], str] | None = None,
    ) -> None:
        """Ask for a line of text on the status line; Esc asks for nothing. `typing` says something of every letter.

        Where the library takes nothing, what was typed stands there again, to be sent once more.
        """
        from tracker.tui.screens.ask import Ask

        def take(text: str | None) -> None:
            if text is None:
                return
            self.refused = ""
            answered(text)
            if self.refused and text:
                self.ask(label, answered, value=text, hint=hint, typing=typing)

        self.app.push_screen(Ask(label, value, hint, typing), take)

    def once_drawn(self, deed: Callable[[], object]) -> None:
        """Do it when what is new is before the eyes: two threads at work would hold each other up.

        A widget hands it on. The screen itself may not have heard yet what its widgets want drawn, and take all of it
        for drawn.
        """
        self.query_one(StatusLine).call_after_refresh(deed)

    # Key sequences

    def following(self) -> list[ActiveBinding]:
        return self.continuations(self.pending)

    def sequence_changed(self) -> None:
        for bar in (*self.query(StatusLine), *self.query(Footer)):
            bar.refresh()
        for more in self.query(Following):
            more.shown()

    def unknown_sequence(self, keys: str) -> None:
        self.say(f"{keys} is no key here", "$muted")
