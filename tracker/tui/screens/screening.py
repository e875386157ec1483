"""Triage: the papers of a round one at a time, a key for each vote, the next one there before the key is up."""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.terms import Blind, Decision
from tracker.tui import card as cards
from tracker.tui.card import Card
from tracker.tui.safe import line, plain
from tracker.tui.screens.base import LibraryChanged
from tracker.tui.sheaf import Draft
from tracker.tui.verbs.voting import VotingVerbs, Wrote
from tracker.tui.widgets.ballot import Progress, Reasons, VoteBar
from tracker.tui.widgets.bars import TopBar
from tracker.tui.widgets.part import Part

if TYPE_CHECKING:
    from tracker.library.rounds.ordering import Suggestion
    from tracker.library.rounds.values import Ballot, RoundView

AHEAD = 10  # papers that are ready beyond the current one, below which more are fetched
TURN = 0.002  # seconds that a thread behind the screen works before a key has its turn
LENT = 24  # papers lent at a time
PATIENCE = 0.1  # seconds that the screen is given to answer a key before more is made ready


class Dealt(Message):
    """More papers are ready to be voted on."""

    def __init__(self, view: RoundView, dealt: list[Card], mine: dict[int, Decision]) -> None:
        super().__init__()
        self.view, self.dealt, self.mine = view, dealt, mine


class Stood(Message):
    """How the round stands by now, and who voted on the current paper."""

    def __init__(self, view: RoundView, paper_id: int | None, voters: int, others: tuple[Ballot, ...]) -> None:
        super().__init__()
        self.view, self.paper_id, self.voters, self.others = view, paper_id, voters, others


class ScreeningScreen(VotingVerbs):
    """Shows what is in hand and sees to it that more is there in time."""

    place = "Triage"
    sheet = "other round"

    def __init__(self, round: str) -> None:
        super().__init__(round)
        self._fetching = False
        self._exhausted = False
        self._turn = 0.005

    def body(self) -> ComposeResult:
        with VerticalScroll(id="card", can_focus=False), Vertical(id="card-page"):
            yield Part(id="card-head")
            yield Part(id="card-facts")
            yield Part(id="card-alike")
            yield Part(id="card-others")
            yield Part(id="card-body")
            yield Part(id="card-more")
        with Vertical(id="votes"):
            yield VoteBar()
            yield Reasons()
            yield Progress()

    def on_mount(self) -> None:
        self._turn = sys.getswitchinterval()
        sys.setswitchinterval(TURN)
        self.query_one("#card-head", Part).put(Content.styled("the papers of the round are put in order …", "$muted"))
        self.fetch()

    def on_unmount(self) -> None:
        sys.setswitchinterval(self._turn)

    # What comes

    def fetch(self) -> None:
        """Have more papers ready, unless that is being done."""
        if not self._fetching and not self._exhausted:
            self._fetching = True
            self.call_after_refresh(self.deal)

    @work(thread=True, group="deal")
    def deal(self) -> None:
        worker = get_current_worker()
        try:
            view = self.library.round(self.round)
            lent = self.library.to_screen(self.round, LENT)
            mine = self.library.my_votes(self.round)
            there = self.sheaf.papers
            dealt = [self._made(view, one) for one in lent if one.paper_id not in there]
        except TrackerError as error:
            self.post_message(Wrote(str(error), error=True))
            return
        if not worker.is_cancelled:
            self.post_message(Dealt(view, dealt, mine))

    def _made(self, view: RoundView, one: Suggestion) -> Card:
        """Make a card ready; a key that was pressed meanwhile is answered first."""
        self.drawn.wait(PATIENCE)
        return cards.make(self.library, view, one, self.sought)

    def on_dealt(self, message: Dealt) -> None:
        message.stop()
        first = self.view is None or self.sheaf.current is None
        self.view, self._fetching = message.view, False
        self._exhausted = not message.dealt
        self.sheaf.add(message.dealt)
        if first:
            self.sheaf.said = message.mine | self.sheaf.said  # what was voted meanwhile is newer than what was read
            self.show()
        else:
            self.tell_progress()

    def on_library_changed(self, message: LibraryChanged) -> None:
        """One's own votes are told of otherwise; those of others are no news to be told, only counted."""
        message.stop()
        if message.changed.step is None:
            self.reread()

    def reread(self) -> None:
        """Others voted, or the round changed: what is under the hand stays where it is."""
        if self.view:
            self.stand(self.sheaf.current.paper_id if self.sheaf.current else None)

    @work(thread=True, exclusive=True, group="stand")
    def stand(self, paper_id: int | None) -> None:
        try:
            view = self.library.round(self.round)
            voters = self.library.voted_on(self.round, paper_id) if paper_id is not None else 0
            votes = self.library.ballots(view, paper_id) if paper_id is not None else []
        except TrackerError as error:
            self.post_message(Wrote(str(error), error=True))
            return
        self.post_message(Stood(view, paper_id, voters, tuple(vote for vote in votes if not vote.mine)))

    def on_stood(self, message: Stood) -> None:
        message.stop()
        closed = self.view is not None and self.view.state != message.view.state
        self.view = message.view
        card = self.sheaf.current
        if card and card.paper_id == message.paper_id:
            card = card._replace(others=message.others, voters=message.voters - (card.paper_id in self.sheaf.said))
            self.sheaf.replace(card)
            self.query_one("#card-facts", Part).put(line(cards.facts(card, message.view), "$muted"))
            self._show_others(card)
        self.tell_progress()
        if closed:
            self.say(f"the round is {message.view.state} by now — g c shows what it came to")
        if card is None and not self._fetching:
            self._exhausted = False
            self.fetch()

    # What is shown

    def show(self) -> None:
        """Put the current paper on the screen."""
        card, view = self.sheaf.current, self.view
        if view is None:
            return
        self.desk.attention.turn(card.paper_id if card else None)
        self.draft = Draft()
        if card is None:
            self._show_end(view)
        else:
            self.query_one("#card-head", Part).put(card.head)
            self.query_one("#card-facts", Part).put(line(cards.facts(card, view), "$muted"))
            self.query_one("#card-body", Part).put(card.body)
            self._show_others(card)
            self.query_one("#card-more", Part).put(card.why)
            self.query_one("#card").scroll_home(animate=False)
        self.query_one(VoteBar).given = self.sheaf.said.get(card.paper_id) if card else None
        self.tell_draft()
        self.tell_progress()
        if self.sheaf.ahead < AHEAD:
            self.fetch()
        if card and card.paper_id in self.sheaf.said:
            self.reread()  # one's own vote may show the others'

    def _show_others(self, card: Card) -> None:
        others = self.query_one("#card-others", Part)
        others.display = bool(card.others)
        others.put(cards.ballots(card.others))

    def _show_end(self, view: RoundView) -> None:
        done = view.closed_at is not None
        head = f"The round is {view.state}." if done else "Nothing is left for you to vote on."
        others = [m for m in view.people if m.votes and m.name.casefold() != self.library.me.casefold()]
        waits = [f"{m.name} {m.assigned - m.voted}" for m in others if m.assigned > m.voted]
        more = f"Others still have papers: {', '.join(waits)}." if waits and not done else ""
        self.query_one("#card-head", Part).put(Content.styled(head, "$heading bold"))
        self.query_one("#card-facts", Part).put(line(more, "$muted"))
        self.query_one("#card-body", Part).put(Content("K looks back · i tells about the round · g c shows conflicts"))
        for part in ("#card-others", "#card-more"):
            self.query_one(part, Part).put(Content())

    def tell_draft(self) -> None:
        """The reasons that are chosen, and the note and tags that will go with the vote."""
        reasons = self.query_one(Reasons)
        reasons.texts = self.view.reasons if self.view else ()
        reasons.chosen = frozenset(self.draft.reasons)
        note = f"“{plain(self.draft.note)}” " if self.draft.note else ""
        alike = self.query_one("#card-alike", Part)
        alike.display = bool(self.draft.also)
        alike.put(cards.alike(self.library.rows(self.draft.also)) if self.draft.also else Content())
        reasons.more = note + " ".join(f"#{tag}" for tag in self.draft.tags)

    def tell_progress(self) -> None:
        view = self.view
        if view is None:
            return
        me = next((member for member in view.people if member.name.casefold() == self.library.me.casefold()), None)
        bar = self.query_one(Progress)
        bar.done, bar.of = len(self.sheaf.said), max(me.assigned if me else 0, len(self.sheaf.said))
        bar.said = Counter(self.sheaf.said.values())
        bar.pace = statistics.median(self.paces[-20:]) if self.paces else 0.0
        top = self.query_one(TopBar)
        top.trail = f"tracker ▸ Triage ▸ round “{view.name}”"
        blind = "open" if view.sees or view.blind is Blind.OPEN else "blind"
        top.right = f"{blind} · {bar.done:,}/{bar.of:,}"

    def name_place(self) -> None:
        """The bar says which round it is."""
        self.tell_progress()
