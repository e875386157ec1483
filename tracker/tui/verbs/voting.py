"""What a reviewer does with a paper of a round: votes, reasons, a note, tags, looking back, undoing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType
from textual.message import Message

from tracker.errors import TrackerError
from tracker.terms import Decision
from tracker.tui import card as cards
from tracker.tui.behind import Behind
from tracker.tui.courses import close
from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.sheaf import Draft, Sheaf
from tracker.tui.widgets.ballot import VoteBar
from tracker.tui.widgets.leaf import Leaf

if TYPE_CHECKING:
    from tracker.library.rounds.values import RoundView


class Wrote(Message):
    """A vote is kept, or taken back, or it could not be: `error` says why."""

    def __init__(self, said: str, mine: dict[int, Decision] | None = None, error: bool = False) -> None:
        super().__init__()
        self.said, self.mine, self.error = said, mine, error


class VotingVerbs(TrackerScreen["int | None"]):
    """Votes are written behind the screen, one after the other, so that no key waits for a disk or a colleague."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("y", "vote('include')", "yes", id="vote.include", section="do", show=True, also="left"),
        bind("m", "vote('maybe')", "maybe", id="vote.maybe", section="do", show=True, also="down"),
        bind("n", "vote('exclude')", "no", id="vote.exclude", section="do", show=True, also="right"),
        bind("Y", "vote('include', True)", "yes, sure", id="vote.include.sure", section="do"),
        bind("N", "vote('exclude', True)", "no, sure", id="vote.exclude.sure", section="do"),
        bind(
            "G", "cluster", "all alike", id="vote.cluster", section="do", tip="vote on all that speak of the same too"
        ),
        bind("tab", "later", "decide later", id="vote.later", section="do", show=True),
        bind("u", "undo", "undo", id="vote.undo", section="do", show=True),
        bind("U", "redo", "redo", id="vote.redo", section="do", also="ctrl+r"),
        bind("e", "note", "note", id="vote.note", section="note", tip="a note that goes with your vote"),
        bind("t", "tag", "tag", id="vote.tag", section="note", tip="tags that go with your vote"),
        bind("slash", "light", "light words", id="vote.light", section="find", tip="light up words, until you leave"),
        bind("K", "look(-1)", "look back", id="vote.back", section="move", tip="look back without changing anything"),
        bind("J", "look(1)", "forward again", id="vote.forward", section="move"),
        bind("j", "scroll(1)", "down", id="vote.down", section="move"),
        bind("k", "scroll(-1)", "up", id="vote.up", section="move"),
        bind("C", "close_round", "close the round", id="vote.close", section="do", tip="end the voting and show all"),
        bind("i", "information", "the round", id="vote.round", section="go", show=True, tip="criteria and progress"),
        bind("g>c", "conflicts", "conflicts", id="vote.conflicts", section="go"),
        bind("enter", "open", "open", id="vote.open", section="go", tip="open the paper in the Reader"),
        *(bind(f"{d}", f"reason({d})", f"reason {d}", id=f"vote.reason.{d}", section="note") for d in range(1, 10)),
    ]

    def __init__(self, round: str) -> None:
        super().__init__()
        self.round = round
        self.view: RoundView | None = None
        self.sheaf = Sheaf()
        self.draft = Draft()
        self.sought: tuple[str, ...] = ()  # words that are lit until one leaves
        self.paces: list[float] = []  # seconds for each paper
        self._behind: Behind[Wrote] = Behind()
        self.drawn = Event()  # what the last key asked for is before the eyes
        self.drawn.set()

    def show(self) -> None:
        """Put the current paper on the screen."""

    def tell_draft(self) -> None:
        """Show what will go with the vote."""

    def action_vote(self, decision: str, sure: bool = False) -> None:
        card, view = self.sheaf.current, self.view
        if card is None or view is None:
            self.say("there is no paper to vote on", "$muted")
            return
        draft, seconds = self.draft, self.desk.attention.seconds(card.paper_id)
        self.paces += [] if seconds is None else [seconds]
        vote = partial(
            self.library.vote,
            *(self.round, card.paper_id, Decision(decision)),
            sure=sure,
            reasons=[view.reasons[digit - 1] for digit in sorted(draft.reasons)],
            note=draft.note,
            tags=draft.tags,
            seconds=seconds,
            also=draft.also,
        )
        self.behind(lambda: self._voted(card.paper_id, vote))
        self.sheaf.vote(card.paper_id, Decision(decision), draft.also)
        told = f"“{plain(card.detail.row.heading)}”{f' and {len(draft.also)} like it' if draft.also else ''}"
        self.say(f"voted {decision}{', sure' if sure else ''} on {told} — u undoes")
        self.drawn.clear()
        self.show()
        self.once_drawn(self.drawn.set)

    def action_cluster(self) -> None:
        if self.sheaf.current:
            also = () if self.draft.also else tuple(self.library.alike(self.round, self.sheaf.current.paper_id))
            self.draft = self.draft._replace(also=also)
            self.tell_draft()
            told = (
                f"your vote goes for {len(also)} more — G takes that back" if also else "your vote goes for this alone"
            )
            self.say(told)

    def on_vote_bar_chosen(self, message: VoteBar.Chosen) -> None:
        message.stop()
        self.action_vote(message.decision.value)

    def _voted(self, paper_id: int, vote: Callable[[], str | None]) -> Wrote:
        try:
            vote()
        except TrackerError as error:
            return Wrote(str(error), self._mine(), error=True)
        return Wrote("")

    def _turned(self, turn: Callable[[], Sequence[object]], word: str, back: str) -> Wrote:
        try:
            steps = turn()
        except TrackerError as error:
            return Wrote(str(error), error=True)
        said = f"{word} one step — {back}" if steps else f"there is nothing to {word[:2]}do"
        return Wrote(said, self._mine())

    def _mine(self) -> dict[int, Decision]:
        return self.library.my_votes(self.round)

    def behind(self, deed: Callable[[], Wrote]) -> None:
        """Write behind the screen, after what is waiting already, once what is new is before the eyes."""
        if self._behind.put(deed):
            self.once_drawn(self.write)

    @work(thread=True, group="write")
    def write(self) -> None:
        while deed := self._behind.take():
            self.post_message(deed())

    def on_unmount(self) -> None:
        self.keep_now()

    def keep_now(self) -> str:
        """The program ends this instant: write what waits. No text waits here."""
        while deed := self._behind.take():
            deed()
        if self.view and self.view.rations:
            with suppress(TrackerError):
                self.library.give_back(self.round)  # else nobody gets what was in hand for half an hour
        return ""

    def on_wrote(self, message: Wrote) -> None:
        message.stop()
        if message.said:
            self.say(message.said, "$error" if message.error else "")
        if message.mine is not None:
            self.sheaf.set_said(message.mine)
            self.show()
        # What was taken back may be another deed than a vote; after the last vote all may be done; and on a paper that
        # one looks back at, one's own vote may show the others' only now that it is kept.
        card = self.sheaf.current
        if message.mine is not None or card is None or card.paper_id in self.sheaf.said:
            self.reread()

    def action_undo(self) -> None:
        self.behind(lambda: self._turned(partial(self.library.undo, past=False), "undid", "U redoes"))

    def action_redo(self) -> None:
        self.behind(lambda: self._turned(self.library.redo, "redid", "u undoes"))

    def action_later(self) -> None:
        if self.sheaf.put_off():
            self.say("put off: it comes again after those at hand")
            self.show()
        else:
            self.say("there is no other paper to go on with", "$muted")

    def action_look(self, by: int) -> None:
        if self.sheaf.look(by):
            back = self.sheaf.looking_back
            self.show()
            self.say(f"looking back at {back} — J goes on, a vote changes yours" if back else "")
        else:
            self.say("nothing was voted on before this" if by < 0 else "this is the paper to vote on", "$muted")

    def action_reason(self, digit: int) -> None:
        if self.view is None:
            return
        if digit <= len(self.view.reasons):
            self.draft = self.draft.toggled(digit)
            self.tell_draft()
        else:
            self.say(f"the round has no reason {digit}", "$muted")

    def action_note(self) -> None:
        self.ask("note", self._noted, value=self.draft.note, hint="goes with your vote")

    def _noted(self, text: str) -> None:
        self.draft = self.draft._replace(note=text)
        self.tell_draft()

    def action_tag(self) -> None:
        from tracker.tui.screens.tags import TagPicker

        if self.sheaf.current:
            rows = self.library.rows([self.sheaf.current.paper_id])
            self.app.push_screen(TagPicker(rows, self.library.tags()), self._tagged)

    def _tagged(self, chosen: tuple[tuple[str, ...], tuple[str, ...]] | None) -> None:
        if chosen:
            self.draft = self.draft._replace(tags=chosen[0])
            self.tell_draft()

    def action_light(self) -> None:
        self.ask("light up", self._lit, value=" ".join(self.sought), hint="words; empty: none")

    def _lit(self, text: str) -> None:
        self.sought = tuple(text.split())
        card, view = self.sheaf.current, self.view
        if card and view:
            from tracker.tui.widgets import reading

            body = reading.abstract(card.detail.abstract, most=reading.PREVIEW)
            lit = cards.lighted(body, view.include_words, view.exclude_words, self.sought)
            self.query_one(Leaf).put(body=lit)

    def action_scroll(self, by: int) -> None:
        self.query_one("#card").scroll_relative(y=3 * by, animate=False)

    def action_close_round(self) -> None:
        if self.view:
            close(self, self.view)

    def attempt(self, deed: Callable[[], str | None]) -> str | None:
        done = super().attempt(deed)
        self.reread()
        return done

    # Where one goes

    @property
    def told_keys(self) -> Sequence[str]:
        return ("vote.include", "vote.maybe", "vote.exclude", "vote.later", "vote.undo", "vote.round")

    def action_information(self) -> None:
        from tracker.tui.screens.round_info import RoundInfo

        self.app.push_screen(RoundInfo(self.round))

    def action_conflicts(self) -> None:
        from tracker.tui.screens.agreement import AgreementScreen

        self.app.push_screen(AgreementScreen(self.round))

    def action_open(self) -> None:
        from array import array

        from tracker.tui.screens.reader import ReaderScreen

        if card := self.sheaf.current:
            self.app.push_screen(ReaderScreen(array("q", [card.paper_id]), card.paper_id, ""))

    def action_back(self) -> None:
        self.dismiss(self.sheaf.current.paper_id if self.sheaf.current else None)
