"""A round at a glance: its criteria, reasons and people, how far it is, and how much is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tracker.terms import Blind, Role
from tracker.text.count import counted
from tracker.tui.courses import write_out
from tracker.tui.keys import bind
from tracker.tui.safe import line, plain
from tracker.tui.verbs.saying import Saying
from tracker.tui.widgets import reading
from tracker.tui.widgets.bars import TopBar

if TYPE_CHECKING:
    from tracker.library.rounds.values import Estimate, RoundView, Tally

PLOT = 6  # lines of the plot
WIDEST = 92
CHANGES = ("edit_criteria", "edit_reasons", "take_in", "update")
BLIND = {
    Blind.CLOSED: "blind until it is closed",
    Blind.OWN: "blind until one's own vote, which then is frozen",
    Blind.OPEN: "open: everybody sees all votes",
}


class Told(NamedTuple):
    """What is read of a round."""

    tally: Tally
    labels: list[bool]


class RoundInfo(Saying):
    """Reads the figures behind the screen; what the round hides is said to be hidden."""

    place = "Round"
    awaited = True
    sheet = "other round"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("i", "back", "back", id="round.back", section="move"),
        bind("W", "write_out", "write to a file", id="round.write", section="out", tip="decisions, PRISMA"),
        bind("e", "edit_criteria", "criteria", id="round.criteria", section="do", show=True, tip="change the criteria"),
        bind("r", "edit_reasons", "reasons", id="round.reasons", section="do", show=True, tip="to exclude, on digits"),
        bind("a", "take_in", "add people", id="round.join", section="do", show=True, tip="take people into the round"),
        bind("+", "update", "more papers", id="round.update", section="do", tip="take in papers that match by now"),
        bind("j", "scroll(1)", "down", id="round.down", section="move", show=True),
        bind("k", "scroll(-1)", "up", id="round.up", section="move"),
    ]

    def __init__(self, round: str) -> None:
        super().__init__()
        self.round = round
        self._view: RoundView | None = None

    def body(self) -> ComposeResult:
        with VerticalScroll(id="round-info", can_focus=False):
            yield Static(id="round-text", markup=False)

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        self.tell()

    @work(thread=True, exclusive=True, group="tell")
    def tell(self) -> None:
        self.bring(self._read, self.show_round)

    def _read(self) -> Told:
        return Told(self.library.tally(self.round), self.library.labels(self.round))

    def show_round(self, told: Told) -> None:
        width = min(WIDEST, max(30, self.size.width - 6))
        view = self._view = told.tally.round
        self.refresh_bindings()
        parts = [
            _head(view),
            _criteria(view, width),
            _people(view, width),
            _found(told.tally, told.labels, width),
        ]
        self.query_one("#round-text", Static).update(Content("\n").join(parts))
        self.query_one(TopBar).trail = f"tracker ▸ Triage ▸ round “{view.name}”"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only who leads a round changes it, and only until it is archived."""
        if action in CHANGES:
            return self._view is not None and self._view.leads and not self._view.archived_at
        return super().check_action(action, parameters)

    def action_edit_criteria(self) -> None:
        if view := self._view:

            def send(text: str) -> str | None:
                return self.library.edit_round(view.name, criteria=text)

            self.write(f"criteria of “{view.name}”, in Markdown", f"criteria {view.id}", send, view.criteria)

    def action_edit_reasons(self) -> None:
        if view := self._view:
            hint = "between commas, the first on the key 1"
            self.ask("reasons to exclude", self._take_reasons, value=", ".join(view.reasons), hint=hint)

    def _take_reasons(self, typed: str) -> None:
        reasons = [part.strip() for part in typed.split(",") if part.strip()]
        self.attempt(lambda: self.library.edit_round(self.round, reasons=reasons))

    def action_take_in(self) -> None:
        self.ask("people to vote", self._take_in, hint="names between commas")

    def _take_in(self, typed: str) -> None:
        people = [name.strip() for name in typed.split(",") if name.strip()]
        if people:
            self.attempt(lambda: self.library.join_round(self.round, people))

    def action_update(self) -> None:
        self.attempt(self._update)

    def _update(self) -> str:
        count = self.library.update_round(self.round)
        return f"took {counted(count, 'paper')} more into the round" if count else "no other paper matches by now"

    def action_write_out(self) -> None:
        write_out(self, self.round)

    def action_scroll(self, by: int) -> None:
        self.query_one("#round-info").scroll_relative(y=3 * by, animate=False)


def _head(view: RoundView) -> Content:
    votes = "everybody's vote" if not view.votes_needed else f"{view.votes_needed} vote{'s' * (view.votes_needed > 1)}"
    parts = [view.state, f"{view.papers:,} papers", f"{votes} each", BLIND[view.blind], f"{view.stage}"]
    parts += ["a pilot"] if view.pilot else []
    parts += [f"after “{view.parent}”"] if view.parent else []
    if view.unblinded_at:
        parts.append(f"unblinded by {view.unblinded_by} {view.unblinded_at.astimezone():%-d %b %H:%M}")
    query = line(f"papers  {view.query or 'all'} · seed {view.seed}", "$muted")
    return Content("\n").join([line(view.name, "$heading bold"), line(" · ".join(parts), "$muted"), query])


def _criteria(view: RoundView, width: int) -> Content:
    text = (
        reading.abstract(view.criteria) if view.criteria else Content.styled("no criteria are written down", "$muted")
    )
    reasons = [Content.assemble((f"{n} ", "$key bold"), line(reason)) for n, reason in enumerate(view.reasons, 1)]
    lit = [Content.assemble(("lit for  ", "$muted"), line(", ".join(view.include_words)))] if view.include_words else []
    dim = [Content.assemble(("against  ", "$muted"), line(", ".join(view.exclude_words)))] if view.exclude_words else []
    shown = [Content.assemble("\n", reading.rule("criteria", width)), text]
    if reasons:
        shown += [Content.assemble("\n", reading.rule("reasons to exclude", width)), *reasons]
    return Content("\n").join([*shown, *lit, *dim])


def _people(view: RoundView, width: int) -> Content:
    lines = [Content.assemble("\n", reading.rule("people", width))]
    name = max((len(plain(member.name)) for member in view.people), default=0)
    for member in view.people:
        if member.role is Role.DECIDER:
            said = "settles conflicts"
        else:
            done = round(20 * member.voted / member.assigned) if member.assigned else 0
            said = f"{'█' * done}{'░' * (20 - done)}  {member.voted:,} of {member.assigned:,}"
        left = " · left the round" if member.left_at else " · leads" if member.role is Role.LEAD else ""
        lines.append(Content.assemble((f"{plain(member.name):<{name}}  ", ""), (f"{said}{left}", "$muted")))
    return Content("\n").join(lines)


def _found(tally: Tally, labels: list[bool], width: int) -> Content:
    from tracker.screening.plot import plot

    view, estimate = tally.round, tally.estimate
    lines = [Content.assemble("\n", reading.rule(f"found so far, by {estimate.basis}", width))]
    if labels:
        drawn = plot(labels, view.papers, width - 8, PLOT)
        scale = [f"{sum(labels):>6,} ", *[" " * 7] * (PLOT - 2), f"{0:>6} "]
        lines += [Content.assemble((left, "$muted"), (row, "$primary")) for left, row in zip(scale, drawn, strict=True)]
        lines.append(Content.styled(f"{' ' * 7}{_axis(len(labels), view.papers, width - 8)}", "$muted"))
    return Content("\n").join([*lines, *(Content.styled(text, "") for text in _facts(estimate, tally))])


def _axis(screened: int, papers: int, width: int) -> str:
    left, right = f"{screened:,} screened", f"{papers:,} papers"
    return f"{left}{right:>{max(1, width - len(left))}}"


def _facts(estimate: Estimate, tally: Tally) -> list[str]:
    """What is known, and how surely; never what to do."""
    if estimate.recall is None:
        facts = [estimate.why]
    else:
        bound = f"recall is at least {estimate.recall:.0%}, with {estimate.confidence:.0%} confidence"
        facts = [f"{bound}: {estimate.found:,} found"]
        facts.append("(a bound for the labels there are, not corrected for being looked at repeatedly)")
    facts.append(f"{estimate.misses:,} in a row without an include; {estimate.left:,} not screened yet")
    if estimate.unfinished:
        facts.append(f"{estimate.unfinished:,} papers have votes but no outcome yet, and are not counted")
    if tally.hidden:
        facts.append(f"what the others' votes come to is {tally.hidden}")
    return facts
