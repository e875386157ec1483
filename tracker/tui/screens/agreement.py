"""What a round came to: how far people agree, and the papers on which they do not, to be talked about and settled."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from tracker.terms import Decision
from tracker.text.count import counted
from tracker.tui import agreed
from tracker.tui import card as cards
from tracker.tui.courses import close, unblind, write_out
from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets import reading
from tracker.tui.widgets.bars import StatusLine, TopBar
from tracker.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from tracker.library.rounds.values import Case, Tally
    from tracker.library.values import CommentView, Row

# What may be listed, and what is told where there is none of it.
NONE = {
    "conflict": "  No conflict: nobody included what another excluded.\n  M shows maybes, and then what was settled.",
    "maybe": "  No paper is left at maybe. M shows what was settled.",
    "settled paper": "  Nothing was settled yet: Y and N do that to a conflict. M goes back to them.",
}
KINDS = tuple(NONE)


class Read(NamedTuple):
    """What is read of a round: also what its votes come to, as far as they may be seen."""

    tally: Tally
    cases: list[Case]
    rows: dict[int, Row]
    threads: dict[int, int]


class AgreementScreen(PaperScreen):
    """Figures above, conflicts below them, and both sides of the one under the cursor."""

    place = "Agreement"
    awaited = True
    sheet = "other round"
    AUTO_FOCUS = "Lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "open", "read", id="agreement.open", section="go", show=True, priority=True),
        bind("c", "reply", "comment", id="agreement.reply", section="note", show=True),
        bind("@", "ask_someone", "ask someone", id="agreement.ask", section="note", show=True),
        bind("Y", "decide('include')", "decide: in", id="agreement.include", section="do", show=True),
        bind("N", "decide('exclude')", "decide: out", id="agreement.exclude", section="do", show=True),
        bind("n", "next_mine", "next of mine", id="agreement.mine", section="move", tip="the next that you voted on"),
        bind("f", "pair", "pair", id="agreement.pair", section="choose", tip="conflicts of two people only"),
        bind("M", "others", "maybes, settled", id="agreement.maybes", section="choose", tip="maybes, settled, back"),
        bind("B", "unblind", "unblind", id="agreement.unblind", section="do", tip="show all votes, on record"),
        bind("C", "close_round", "close the round", id="agreement.close", section="do", tip="end the voting, show all"),
        bind(
            "W",
            "write_out",
            "write to a file",
            id="agreement.write",
            section="out",
            tip="decisions, PRISMA",
        ),
        bind("i", "information", "the round", id="agreement.info", section="go"),
    ]

    def __init__(self, round: str) -> None:
        super().__init__()
        self.round = round
        self._tally: Tally | None = None
        self._all: list[Case] = []
        self._cases: list[Case] = []
        self._rows: dict[int, Row] = {}
        self._threads: dict[int, int] = {}
        self._pair: tuple[str, ...] = ()
        self._listed = KINDS[0]

    def body(self) -> ComposeResult:
        with Horizontal(id="agreement"):
            with Vertical(id="agreement-left"):
                yield Static(id="agreement-figures", markup=False)
                yield Lines(id="conflicts")
            with Vertical(id="agreement-right"):
                with VerticalScroll(id="agreement-above", can_focus=False):
                    yield Static(id="agreement-paper", markup=False)
                with VerticalScroll(id="agreement-below", can_focus=False):
                    yield Static(id="agreement-votes", markup=False)

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        self.read(self._listed)

    @work(thread=True, exclusive=True, group="read")
    def read(self, listed: str) -> None:
        self.bring(partial(self._read, listed), self.show_round)

    def _read(self, listed: str) -> Read:
        tally = self.library.tally(self.round)
        cases = self._cases_of(listed) if tally.round.sees else []
        rows = {row.id: row for row in self.library.rows([case.paper_id for case in cases])}
        threads = {case.paper_id: len(self.library.comments(case.paper_id)) for case in cases[:200]}
        return Read(tally, cases, rows, threads)

    def _cases_of(self, listed: str) -> list[Case]:
        if listed == "settled paper":
            return self.library.settled(self.round)
        return self.library.conflicts(self.round, maybes=listed == "maybe")

    def show_round(self, read: Read) -> None:
        self._tally, self._all, self._rows, self._threads = read
        width = self.query_one("#agreement-left").size.width
        shown = agreed.figures(read.tally, width, brief=not self.has_class("-wide"))
        self.query_one("#agreement-figures", Static).update(shown)
        bar = self.query_one(TopBar)
        bar.trail = f"tracker ▸ {self.place} ▸ round “{self.round}”"
        bar.right = agreed.state(read.tally.round)
        self.list_cases()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only who leads a round settles what differs in it."""
        if action == "decide" and self._tally and not self._tally.round.leads:
            return False
        return super().check_action(action, parameters)

    def list_cases(self) -> None:
        """The conflicts of everybody, or of a pair."""
        self._cases = [case for case in self._all if agreed.between(case, self._pair)]
        names = agreed.voters(self._tally.round) if self._tally else ()
        self.query_one(Lines).none = "" if self._tally and self._tally.hidden else NONE[self._listed]
        width = max(20, self.query_one("#agreement-left").size.width - 2)
        self.query_one(Lines).put(
            agreed.case_line(case, self._rows.get(case.paper_id), names, self._threads, width) for case in self._cases
        )
        self.stand()
        self.show_case()

    def stand(self) -> None:
        count = counted(len(self._cases), self._listed)
        mine = sum(any(ballot.mine for ballot in case.ballots) for case in self._cases)
        pair = f" · between {' and '.join(self._pair)}" if self._pair else ""
        hidden = self._tally.hidden if self._tally else ""
        said = f"what votes come to is {hidden}" if hidden else f"{count} · you voted on {mine}{pair}"
        self.query_one(StatusLine).standing = said

    @property
    def case(self) -> Case | None:
        at = self.query_one(Lines).at
        return None if at is None else self._cases[at]

    @property
    def current(self) -> int | None:
        return self.case.paper_id if self.case else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.show_case()

    def show_case(self) -> None:
        """Both sides of the paper under the cursor, and what was said about it."""
        case = self.case
        paper, votes = self.query_one("#agreement-paper", Static), self.query_one("#agreement-votes", Static)
        if case is None:
            paper.update(Content())
            votes.update(Content())
            return
        detail = self.library.detail(case.paper_id)
        comments = self.library.comments(case.paper_id)
        paper.update(Content.assemble(reading.heading(detail), "\n\n", reading.abstract(detail.abstract, most=8000)))
        width = self.query_one("#agreement-right").size.width - 2
        parts = [reading.rule("why they differ", width), cards.ballots(case.ballots)]
        parts += [agreed.talk(comments)] if comments else []
        parts += [reading.rule("decision", width), agreed.decision(case, self._tally)]
        votes.update(Content("\n").join(parts))

    # What is done

    def action_decide(self, decision: str) -> None:
        if case := self.case:
            paper = case.paper_id
            self.ask(
                f"{decision}, since", lambda note: self._decide(paper, decision, note), hint="a line that says why"
            )

    def _decide(self, paper: int, decision: str, note: str) -> None:
        self.attempt(lambda: self.library.decide(self.round, paper, Decision(decision), note))

    def action_reply(self) -> None:
        if case := self.case:
            paper = case.paper_id
            self.ask("comment", lambda text: self._comment(paper, text), hint="@name asks somebody")

    def action_ask_someone(self) -> None:
        if case := self.case:
            paper = case.paper_id
            names = [b.person for b in case.ballots if not b.mine]
            value = f"@{names[0]} " if names and " " not in names[0] else "@"
            hint = "they see it as a question to them"
            self.ask("ask", lambda text: self._comment(paper, text), value=value, hint=hint)

    def _comment(self, paper: int, text: str) -> None:
        if text:
            self.attempt(lambda: self._commented(self.library.comment(paper, text)))

    def _commented(self, comment: CommentView) -> str:
        return f"commented on {self.library.told([comment.paper_id])}"

    def action_next_mine(self) -> None:
        options = self.query_one(Lines)
        at = options.at or 0
        later = [*range(at + 1, len(self._cases)), *range(at + 1)]
        mine = next((n for n in later if any(b.mine for b in self._cases[n].ballots)), None)
        if mine is None:
            self.say("you voted on none of these", "$muted")
        else:
            options.highlighted = mine

    def action_pair(self) -> None:
        """The next two people, and everybody after the last two."""
        pairs = agreed.pairs(self._all)
        at = pairs.index(self._pair) + 1 if self._pair in pairs else 0
        self._pair = pairs[at] if at < len(pairs) else ()
        self.say("")
        self.list_cases()

    def action_others(self) -> None:
        """Maybes instead of conflicts, then what was settled, then conflicts again."""
        self._listed = KINDS[(KINDS.index(self._listed) + 1) % len(KINDS)]
        self.say("")
        self.reread()

    def action_unblind(self) -> None:
        if self._tally:
            unblind(self, self._tally.round)

    def action_close_round(self) -> None:
        if self._tally:
            close(self, self._tally.round)

    def action_write_out(self) -> None:
        write_out(self, self.round)

    def action_open(self) -> None:
        from array import array

        from tracker.tui.screens.reader import ReaderScreen

        if case := self.case:
            ids = array("q", [one.paper_id for one in self._cases])
            self.app.push_screen(ReaderScreen(ids, case.paper_id, ""))

    def action_information(self) -> None:
        from tracker.tui.screens.round_info import RoundInfo

        self.app.push_screen(RoundInfo(self.round))

    def action_back(self) -> None:
        self.dismiss(self.current)
