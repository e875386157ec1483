"""Triage: the papers of a round one at a time, a key for each vote, the next one there before the key is up."""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.terms import Blind, Decision
from tracker.tui import card as cards
from tracker.tui.card import Card
from tracker.tui.safe import plain
from tracker.tui.screens.base import LibraryChanged
from tracker.tui.sheaf import Draft
from tracker.tui.verbs.voting import VotingVerbs, Wrote
from tracker.tui.widgets.ballot import Progress, Reasons, VoteBar
from tracker.tui.widgets.bars import TopBar
from tracker.tui.widgets.leaf import Leaf

if TYPE_CHECKING:
    from tracker.library.rounds.ordering import Suggestion
    from tracker.library.rounds.values import Ballot, Lent, RoundView

AHEAD = 10  # papers that are ready beyond the current one, below which more are fetched
TURN = 0.002  # seconds that a thread behind the screen works before a key has its turn
LENT = 24  # papers lent at a time
AGAIN = 20.0  # seconds after which papers that others had in hand are asked for again
PATIENCE = 0.1  # seconds that the screen is given to answer a key before more is made ready


class Dealt(Message):
    """More papers are ready to be voted on."""

    def __init__(self, view: RoundView, dealt: list[Card], mine: dict[int, Decision], elsewhere: Lent | None) -> None:
        super().__init__()
        self.view, self.dealt, self.mine, self.elsewhere = view, dealt, mine, elsewhere


class Stood(Message):
    """How the round stands by now, and who voted on the current paper."""

    def __init__(
        self, view: RoundView, paper_id: int | None, voters: int, others: tuple[Ballot, ...], told: bool
    ) -> None:
        super().__init__()
        self.view, self.paper_id, self.voters, self.others, self.told = view, paper_id, voters, others, told


class ScreeningScreen(VotingVerbs):
    """Shows what is in hand and sees to it that more is there in time."""

    place = "Triage"
    sheet = "other round"

    def __init__(self, round: str) -> None:
        super().__init__(round)
        self._fetching = False
        self._exhausted = False
        self._elsewhere: Lent | None = None  # what others have in hand, where nothing else is left
        self._turn = 0.005

    def body(self) -> ComposeResult:
        yield Leaf("head", "facts", "alike", "others", "body", "more", apart=("body", "more"), id="card")
        with Vertical(id="votes"):
            yield VoteBar()
            yield Reasons()
            yield Progress()

    def on_mount(self) -> None:
        self._turn = sys.getswitchinterval()
        sys.setswitchinterval(TURN)
        self.query_one(Leaf).put(head=Content.styled("the papers of the round are put in order …", "$muted"))
        self.fetch()

    def on_unmount(self) -> None:
        sys.setswitchinterval(self._turn)

    # What comes

    def fetch(self) -> None:
        """Have more papers ready, unless that is being done."""
        if not self._fetching and not self._exhausted:
            self._fetching = True
            self.once_drawn(self.deal)

    def fetch_again(self) -> None:
        """Others may have given back what they had in hand."""
        self._exhausted = False
        if self.sheaf.current is None:
            self.fetch()

    @work(thread=True, group="deal")
    def deal(self) -> None:
        worker = get_current_worker()
        try:
            view = self.library.round(self.round)
            lent = self.library.to_screen(self.round, LENT)
            mine = self.library.my_votes(self.round)
            there = self.sheaf.papers
            dealt = [self._made(view, one) for one in lent if one.paper_id not in there]
            elsewhere = self.library.in_others_hands(self.round) if view.rations and not dealt else None
        except TrackerError as error:
            self.post_message(Wrote(str(error), error=True))
            return
        if not worker.is_cancelled:
            self.post_message(Dealt(view, dealt, mine, elsewhere))

    def _made(self, view: RoundView, one: Suggestion) -> Card:
        """Make a card ready; a key that was pressed meanwhile is answered first."""
        self.drawn.wait(PATIENCE)
        return cards.make(self.library, view, one, self.sought)

    def on_dealt(self, message: Dealt) -> None:
        message.stop()
        first = self.view is None or self.sheaf.current is None
        self.view, self._fetching = message.view, False
        self._exhausted, self._elsewhere = not message.dealt, message.elsewhere
        if message.elsewhere and message.elsewhere.papers:
            self.set_timer(AGAIN, self.fetch_again)
        self.sheaf.add(message.dealt)
        if first:
            self.sheaf.said = message.mine | self.sheaf.said  # what was voted meanwhile is newer than what was read
            self.show()
        else:
            self.tell_progress()

    def on_library_changed(self, message: LibraryChanged) -> None:
        """One's own votes are told of otherwise; those of others are no news to be told, only counted."""
        message.prevent_default()  # other screens read all again whoever it was
        if message.changed.step is None:
            self.read_standing(told=True)

    def reread(self) -> None:
        """Others voted, or the round changed: what is under the hand stays where it is."""
        self.read_standing(told=False)

    def read_standing(self, *, told: bool) -> None:
        """`told`: say so where the round or one's place in it is another by now."""
        if self.view:
            self.stand(self.sheaf.current.paper_id if self.sheaf.current else None, told)

    @work(thread=True, exclusive=True, group="stand")
    def stand(self, paper_id: int | None, told: bool) -> None:
        try:
            view = self.library.round(self.round)
            voters = self.library.voted_on(self.round, paper_id) if paper_id is not None else 0
            votes = self.library.ballots(view, paper_id) if paper_id is not None else []
        except TrackerError as error:
            self.post_message(Wrote(str(error), error=True))
            return
        self.post_message(Stood(view, paper_id, voters, tuple(vote for vote in votes if not vote.mine), told))

    def on_stood(self, message: Stood) -> None:
        message.stop()
        before, self.view = self.view, message.view
        changed = before is not None and (before.state, before.role) != (message.view.state, message.view.role)
        if changed and not message.view.takes_votes:
            self.sheaf.let_go()
        card = self.sheaf.current
        if card and card.paper_id == message.paper_id:
            card = card._replace(others=message.others, voters=message.voters - (card.paper_id in self.sheaf.said))
            self.sheaf.replace(card)
            self.query_one(Leaf).put(**cards.told(card, message.view))
        self.tell_progress()
        if changed and message.told:
            self.say(cards.news(message.view))
        if card is None:
            self.show()
            self.fetch_again()

    # What is shown

    def show(self) -> None:
        """Put the current paper on the screen."""
        card, view = self.sheaf.current, self.view
        if view is None:
            return
        self.desk.attention.turn(card.paper_id if card else None)
        self.draft = Draft()
        if card is None:
            self.query_one(Leaf).put(**cards.ended(view, self.library.me, self._elsewhere))
        else:
            leaf = self.query_one(Leaf)
            leaf.put(head=card.head, body=card.body, more=card.why, alike=Content(), **cards.told(card, view))
            leaf.turn()
        self.query_one(VoteBar).given = self.sheaf.said.get(card.paper_id) if card else None
        self.tell_draft()
        self.tell_progress()
        if self.sheaf.ahead < AHEAD:
            self.fetch()
        if card and card.paper_id in self.sheaf.said:
            self.reread()  # one's own vote may show the others'

    def tell_draft(self) -> None:
        """The reasons that are chosen, and the note and tags that will go with the vote."""
        reasons = self.query_one(Reasons)
        reasons.texts = self.view.reasons if self.view else ()
        reasons.chosen = frozenset(self.draft.reasons)
        note = f"“{plain(self.draft.note)}” " if self.draft.note else ""
        also = self.draft.also
        self.query_one(Leaf).put(alike=cards.alike(self.library.rows(also)) if also else Content())
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
