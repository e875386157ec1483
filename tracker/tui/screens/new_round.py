"""A form for a new round: a line for each thing to say, most of them filled in already."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from tracker.errors import TrackerError
from tracker.terms import Assignment, Blind
from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.safe import line
from tracker.tui.screens.ask import AskInput
from tracker.tui.screens.base import TrackerScreen

if TYPE_CHECKING:
    from tracker.library.rounds.values import RoundView

# name, label, what may be typed
FIELDS = (
    ("name", "name", "what people call it"),
    ("query", "papers", "a query, as in the filter; empty: all papers"),
    ("people", "people", "who votes, names between commas"),
    ("votes", "votes", "how many each paper needs: 1, 2, all"),
    ("blind", "blind", "closed: until it is closed · own: until one's own vote · open: not at all"),
    ("criteria", "criteria", "what to include, in a sentence or two"),
    ("reasons", "reasons", "to exclude, between commas, the first on the key 1"),
    ("good", "light up", "words that speak for a paper, between commas"),
    ("bad", "dim", "words that speak against one"),
    ("share", "share out", "free: whoever is free · split · a number: so many per cent go to everybody"),
    ("pilot", "pilot", "a number of papers by chance, to talk about first; empty: all"),
    ("after", "after", "the round whose included papers this one has"),
)


class Made(Message):
    """The round is there."""

    def __init__(self, view: RoundView) -> None:
        super().__init__()
        self.view = view


class Refused(Message):
    """The round cannot be made so."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why


class NewRound(TrackerScreen["str | None"]):
    """⏎ goes to the next line, ^s makes the round; the result says what was made."""

    place = "New round"
    sheet = "other round"
    AUTO_FOCUS = "#new-name"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("ctrl+s", "make", "make the round", id="new_round.make", section="do", show=True, priority=True),
        bind("tab", "app.focus_next", "next line", id="new_round.next", section="move", show=True, also="down"),
        bind("shift+tab", "app.focus_previous", "line before", id="new_round.before", section="move", also="up"),
    ]

    def __init__(self, me: str, query: str = "") -> None:
        super().__init__()
        self._values = {"people": me, "query": query, "votes": "", "blind": "closed", "share": "free"}

    def body(self) -> ComposeResult:
        with Vertical(id="new-round"):
            for name, label, hint in FIELDS:
                with Horizontal(classes="new-line"):
                    yield Static(line(f"{label:>9} ", "$muted"), classes="new-label", markup=False)
                    value = self._values.get(name, "")
                    yield AskInput(value, hint, id=f"new-{name}", compact=True, select_on_focus=False)
            yield Static(id="new-hint", markup=False)

    def on_mount(self) -> None:
        self.say("⏎ goes on · on the last line it makes the round", "$muted")

    def value(self, name: str) -> str:
        return self.query_one(f"#new-{name}", Input).value.strip()

    def several(self, name: str) -> list[str]:
        return [part.strip() for part in self.value(name).split(",") if part.strip()]

    def on_descendant_focus(self) -> None:
        """Say what may be typed here, also where something is typed already."""
        focused = self.focused.id if self.focused else None
        hint = next((hint for name, _, hint in FIELDS if f"new-{name}" == focused), "")
        self.query_one("#new-hint", Static).update(Content.styled(f"\n           {hint}", "$muted"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.input.id == f"new-{FIELDS[-1][0]}":
            self.action_make()
        else:
            self.focus_next()

    def action_make(self) -> None:
        wrong = self._wrong()
        if wrong:
            self.say(wrong, "$warning")
            return
        self.say("the papers are gathered …", "$muted")
        self.make()

    def _wrong(self) -> str:
        """What cannot be meant, in words."""
        votes, share, pilot = self.value("votes"), self.value("share"), self.value("pilot")
        if votes not in ("", "all") and not (votes.isascii() and votes.isdigit() and int(votes)):
            return f"votes is 1, 2 or another number, or all, not “{votes}”"
        if self.value("blind") not in list(Blind):
            return f"blind is {', '.join(Blind)}, not “{self.value('blind')}”"
        if share not in ("", "free", "split") and not (share.isascii() and share.isdigit()):
            return f"papers are shared out free, split, or by a number of per cent, not “{share}”"
        return (
            "" if not pilot or (pilot.isascii() and pilot.isdigit() and int(pilot)) else "a pilot is a number of papers"
        )

    @work(thread=True, exclusive=True, group="make")
    def make(self) -> None:
        votes, share, pilot = self.value("votes"), self.value("share"), self.value("pilot")
        named = {"free": Assignment.EVERYONE, "": Assignment.EVERYONE, "split": Assignment.SPLIT}
        try:
            view = self.library.new_round(
                self.value("name"),
                self.value("query"),
                self.several("people"),
                votes=None if not votes else 0 if votes == "all" else int(votes),
                blind=Blind(self.value("blind")),
                criteria=self.value("criteria"),
                reasons=self.several("reasons"),
                after=self.value("after") or None,
                pilot=int(pilot) if pilot else None,
                assignment=named.get(share, Assignment.OVERLAP),
                overlap=int(share) if share.isdigit() else 0,
                include_words=self.several("good"),
                exclude_words=self.several("bad"),
            )
        except TrackerError as error:
            self.post_message(Refused(str(error)))
            return
        self.post_message(Made(view))

    def on_made(self, message: Made) -> None:
        message.stop()
        papers = counted(message.view.papers, "paper")
        self.dismiss(f"made the round “{message.view.name}” over {papers} — u undoes")

    def on_refused(self, message: Refused) -> None:
        message.stop()
        self.say(message.why, "$error")
