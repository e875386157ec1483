"""`tracker review`."""

from tests.cli.conftest import Tracker


def test_review_prints_cards_and_takes_answers(tracker: Tracker) -> None:
    assert tracker("review").out == ""
    tracker("note", "7", "--text", "Q: What is shown?\nA: That it works.")
    ((card, paper, question, answer),) = tracker("review").rows
    assert (paper, question, answer) == ("7", "What is shown?", "That it works.")
    assert "That it works." in tracker("review", terminal=True).out
    assert "again in 4 days" in tracker("review", card, "good").out
    assert tracker("review", "--json").json == []
    assert tracker("review", card, "maybe").code == 2
    assert tracker("review", "nothing", "good").code == 1
