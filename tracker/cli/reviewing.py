"""The verb review: what you marked and asked comes back before you forget it."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.deciding import told
from tracker.cli.options import Command


def run_review(call: Call) -> None:
    """`tracker review` and `tracker review CARD RATING`."""
    if call.words:
        name, rating = call.take("CARD"), call.take("RATING")
        call.end()
        told(call, (), call.library.remember(name, rating))
        return
    cards = call.library.cards_due()
    if call.out.json:
        call.out.value(cards)
    elif call.out.terminal:
        for card in cards:
            call.out.pieces([(card.question, "bold")])
            call.out.pieces([(f"  {card.answer}", "")])
            call.out.pieces([(f"  tracker review {card.id} again|hard|good|easy", "dim")])
        if not cards:
            call.out.aside("Nothing comes back today")
    else:
        call.out.rows(cards)


COMMANDS = {
    "review": Command(
        run_review,
        "[CARD RATING]",
        """
Prints what comes back today, three cards at most: claims, results and questions that you marked, and lines of your
notes that begin with Q: (the answer below, after A:). A card comes back when it is about to be forgotten, as you
answer: again, hard, good or easy. What was left undone on other days is never counted against you.
""",
        (),
        (
            ("tracker review", "the cards of today"),
            ("tracker review mark-01JD3Z good", "this one was known"),
        ),
        ("", "rating-word"),
    ),
}
