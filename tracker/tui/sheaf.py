"""The papers in a reviewer's hand: those voted on, the one before their eyes, those that come. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tracker.terms import Decision
from tracker.text.count import counted
from tracker.tui.card import Card


class Draft(NamedTuple):
    """What a vote will say besides its verdict."""

    reasons: frozenset[int] = frozenset()  # digits
    note: str = ""
    tags: tuple[str, ...] = ()
    also: tuple[int, ...] = ()  # papers that speak of the same, for which the vote goes too

    def toggled(self, digit: int) -> Draft:
        return self._replace(reasons=self.reasons ^ {digit})


class Sheaf:
    """Papers in the order in which they come; the order of those that are there never changes by itself."""

    def __init__(self) -> None:
        self._cards: list[Card] = []
        self._back = 0  # how many papers one looks back
        self.said: dict[int, Decision] = {}  # the votes that stand, also of papers that are not in hand

    @property
    def papers(self) -> set[int]:
        return {card.paper_id for card in self._cards}

    @property
    def _front(self) -> int:
        """The place of the first paper without a vote."""
        return next((n for n, card in enumerate(self._cards) if card.paper_id not in self.said), len(self._cards))

    @property
    def _at(self) -> int:
        return self._front - self._back

    @property
    def current(self) -> Card | None:
        """The paper that is looked at; None where nothing is left."""
        return self._cards[self._at] if 0 <= self._at < len(self._cards) else None

    @property
    def ahead(self) -> int:
        """How many papers come after the one to vote on."""
        return max(0, sum(card.paper_id not in self.said for card in self._cards) - 1)

    @property
    def looking_back(self) -> str:
        """`1 paper ago`, or nothing."""
        return f"{counted(self._back, 'paper')} ago" if self._back else ""

    def add(self, cards: Iterable[Card]) -> None:
        there = self.papers
        self._cards += [card for card in cards if card.paper_id not in there]

    def let_go(self) -> None:
        """Keep only what was voted on."""
        self._cards = [card for card in self._cards if card.paper_id in self.said]
        self._back = 0

    def replace(self, card: Card) -> None:
        """Take another state of a paper that is in hand."""
        self._cards = [card if one.paper_id == card.paper_id else one for one in self._cards]

    def vote(self, paper_id: int, decision: Decision, also: Iterable[int] = ()) -> None:
        """Keep a vote; the next paper that has none becomes the current one, and what was done stands before it.

        `also`: papers of which the same is said, in hand or not.
        """
        place = next(n for n, card in enumerate(self._cards) if card.paper_id == paper_id)
        if paper_id not in self.said:
            front = self._front
            self._cards.insert(front, self._cards.pop(place))
        self.said[paper_id] = decision
        self._back = 0
        if also:
            self.set_said(self.said | dict.fromkeys(also, decision))

    def set_said(self, said: Mapping[int, Decision]) -> None:
        """Votes as the library has them: one that was taken back makes its paper the current one."""
        lost = [card for card in self._cards if card.paper_id in self.said and card.paper_id not in said]
        self.said = dict(said)
        self._back = 0
        done = [card for card in self._cards if card.paper_id in self.said]
        left = [card for card in self._cards if card.paper_id not in self.said and card not in lost]
        self._cards = [*done, *lost, *left]

    def put_off(self) -> bool:
        """Let the current paper come again after the others; whether there are others."""
        if self._back or self.ahead < 1:
            return False
        self._cards.append(self._cards.pop(self._front))
        return True

    def look(self, by: int) -> bool:
        """Look back (−1) or forward again (1); whether there is anything."""
        back = self._back - by
        if not 0 <= back <= self._front:
            return False
        self._back = back
        return True
