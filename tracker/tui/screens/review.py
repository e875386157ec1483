"""Review: what was marked and asked comes back, a card at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets import reading
from tracker.tui.widgets.bars import StatusLine

if TYPE_CHECKING:
    from tracker.library.review import Card

RATINGS = ("again", "hard", "good", "easy")


class ReviewScreen(PaperScreen):
    """A question; then its answer, and how well it was known."""

    place = "Review"
    AUTO_FOCUS = "#review"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("space", "reveal", "answer", id="review.reveal", section="do", show=True, also="enter"),
        *(
            bind(str(n), f"answer('{rating}')", rating, id=f"review.{rating}", section="do", show=True)
            for n, rating in enumerate(RATINGS, 1)
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[Card] = []
        self._shown = False

    @property
    def card(self) -> Card | None:
        return self._cards[0] if self._cards else None

    @property
    def current(self) -> int | None:
        return self.card.paper_id if self.card else None

    def body(self) -> ComposeResult:
        with VerticalScroll(id="review", can_focus=True):
            yield Static(id="review-card", markup=False)

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        before = self.card
        self._cards = self.library.cards_due()
        self._shown = self._shown and self.card == before
        self.lay()

    def lay(self) -> None:
        self.query_one("#review-card", Static).update(self._content())
        left = len(self._cards)
        self.query_one(StatusLine).standing = f"{left} left today" if left else ""
        self.refresh_bindings()

    def _content(self) -> Content:
        if self.card is None:
            told = "Nothing more comes back today.\n\n"
            why = "What you mark as claim, result or question does, and lines of notes that begin with Q:."
            return Content.assemble(told, (why, "$muted"))
        row = self.library.rows([self.card.paper_id])
        heading = plain(row[0].heading) if row else ""
        question = reading.abstract(self.card.question).stylize_before("$heading bold")
        hidden = Content.styled("⏎ shows the answer", "$muted")
        answer = reading.abstract(self.card.answer) if self._shown else hidden
        return Content.assemble((heading, "$muted"), "\n\n", question, "\n\n", answer)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What was not shown cannot be said to be known."""
        if action == "answer":
            return bool(self._shown and self._cards)
        if action == "reveal":
            return bool(self._cards and not self._shown)
        return super().check_action(action, parameters)

    def action_reveal(self) -> None:
        self._shown = True
        self.lay()

    def action_answer(self, rating: str) -> None:
        if card := self.card:
            self.attempt(lambda: self.library.remember(card.id, rating))
