"""Spaced review of what was noted: marks and questions come back when they are about to be forgotten (FSRS)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.errors import NotFound, Unreadable
from tracker.later import models
from tracker.library.listing import Listing
from tracker.stored import following, moment, within

if TYPE_CHECKING:
    from fsrs import Card as Memory
    from fsrs import Scheduler

A_DAY = 3  # cards
RETENTION, LONGEST = 0.85, 365  # how likely a card should still be known when it comes back; days until then, at most
RATINGS = ("again", "hard", "good", "easy")
# What the model of memory counts with: in days, and how hard a card is.
STABILITY = (0.001, 36_500.0)
DIFFICULTY = (1.0, 10.0)
REVIEWING = 2  # its only phase where there are no steps to learn by

MARKS = """
SELECT a.id, a.paper_id, a.kind, a.exact, a.body FROM annotation a
WHERE a.author_id = :me AND a.deleted_at IS NULL AND a.kind IN ('claim', 'result', 'question')
ORDER BY a.created_at DESC
"""
NOTES = "SELECT id, paper_id, body FROM note WHERE author_id = :me AND paper_id IS NOT NULL AND body LIKE '%Q:%'"
STATES = """
SELECT source, due, stability, difficulty, last_review, reviews FROM review_card WHERE person_id = :me
"""
_ASKED = re.compile(r"^\s*Q:\s*(.+?)\s*$(?:\n\s*A:\s*(.*(?:\n(?!\s*(?:Q:|\n)).+)*))?", re.MULTILINE)


class Card(NamedTuple):
    """Something to remember: what is asked, and what is to be known."""

    id: str
    paper_id: int
    question: str
    answer: str


class State(NamedTuple):
    """How well a card is known."""

    due: datetime
    stability: float
    difficulty: float
    state: int
    last_review: datetime
    reviews: int


class Review(Listing):
    """The person's own cards: their claims, results and questions, and lines of their notes that begin with `Q:`."""

    def cards(self) -> list[Card]:
        """Everything there is to remember, the newest marks first."""
        return [*self._marked(), *self._asked_in_notes()]

    def cards_due(self, now: datetime | None = None) -> list[Card]:
        """What comes back today, at most three: what is nearest to being forgotten, then what was never asked."""
        now = now or datetime.now(UTC)
        known, cards = self._states(), self.cards()
        midnight = now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        done = sum(state.last_review >= midnight for state in known.values())
        scheduler = _scheduler()
        due = [card for card in cards if card.id in known and known[card.id].due <= now]
        due.sort(key=lambda card: scheduler.get_card_retrievability(_memory(known[card.id]), now))
        fresh = [card for card in cards if card.id not in known]
        return [*due, *fresh][: max(0, A_DAY - done)]

    def remember(self, card_id: str, rating: str, now: datetime | None = None) -> str | None:
        """How well a card was known: again, hard, good or easy. Tells when it comes back."""
        if rating not in RATINGS:
            raise Unreadable(f"A card was known {', '.join(RATINGS)}, not “{rating}”")
        card = next((card for card in self.cards() if card.id == card_id), None)
        if card is None:
            raise NotFound(f"There is no card {card_id}; `tracker review` shows those of today")
        state = self._states().get(card_id)
        now = max(now or datetime.now(UTC), state.last_review if state else datetime.min.replace(tzinfo=UTC))
        found = _reviewed(state, rating, now)
        days = max(1, round((found.due - now) / timedelta(days=1)))
        again = "1 day" if days == 1 else f"{days} days"
        with self.step(f"{rating}, again in {again}: a card of {self.told([card.paper_id])}") as step:
            key = (step.person_id, card_id)
            row = step.session.get(models.ReviewCard, key) or models.ReviewCard(person_id=key[0], source=key[1])
            for name, value in found._asdict().items():
                setattr(row, name, value)
            step.session.add(row)
        return step.said

    def _marked(self) -> Iterator[Card]:
        for mark, paper, kind, exact, body in self.store.read(MARKS, {"me": self.me_id}):
            asked = exact if kind == "question" else f"What {kind} did you mark in {self.told([paper])}?"
            answer = body or "(no answer is written yet)" if kind == "question" else f"{exact}\n\n{body}".strip()
            yield Card(f"mark-{mark}", paper, asked, answer)

    def _asked_in_notes(self) -> Iterator[Card]:
        for note, paper, body in self.store.read(NOTES, {"me": self.me_id}):
            for match in _ASKED.finditer(body):
                name = sha256(match[1].encode()).hexdigest()[:10]
                yield Card(f"note-{note}-{name}", paper, match[1], (match[2] or "").strip() or "(no A: line below it)")

    def _states(self) -> Mapping[str, State]:
        rows = self.store.read(STATES, {"me": self.me_id})
        return {source: _state(values) for source, *values in rows}


def _state(values: list[Any]) -> State:
    """A row as the model of memory takes it, whatever another program wrote there."""
    due, stability, difficulty, last, reviews = values
    known = within(stability, *STABILITY), within(difficulty, *DIFFICULTY), REVIEWING
    return State(moment(due), *known, moment(last), reviews or 0)


def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=RETENTION,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=LONGEST,
        enable_fuzzing=False,
    )


def _memory(state: State | None) -> Memory:
    from fsrs import Card, State

    if state is None:
        return Card(card_id=1)
    return Card(
        card_id=1,
        state=State(state.state),
        stability=state.stability,
        difficulty=state.difficulty,
        due=state.due,
        last_review=state.last_review,
    )


def _reviewed(state: State | None, rating: str, now: datetime) -> State:
    """How well it is known after an answer."""
    from fsrs import Rating

    memory, _ = _scheduler().review_card(_memory(state), Rating(RATINGS.index(rating) + 1), now.astimezone(UTC))
    known = memory.stability or 0.0, memory.difficulty or 0.0
    return State(memory.due, *known, int(memory.state), now, following(state.reviews if state else 0))
