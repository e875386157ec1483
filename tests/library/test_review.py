"""What was marked comes back before it is forgotten: three a day, without debt, also when the clock goes back."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tracker.errors import NotFound, Unreadable
from tracker.library import Library
from tracker.models import ReviewCard

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def marked(library: Library) -> Library:
    """Five things to remember, and a mark that is none."""
    for paper in (1, 2, 3):
        library.annotate(paper, 0, 20, "result", body=f"the number of {paper}")
    library.annotate(4, 0, 20, "question", body="because")
    library.annotate(5, 0, 20, "method")
    library.write_note(6, "Some words.\n\nQ: What is shown?\nA: That it works,\nalso for code.\n\nQ: And why?\n")
    return library


def test_marks_and_questions_in_notes_are_cards(marked: Library) -> None:
    cards = marked.cards()
    assert [card.paper_id for card in cards] == [4, 3, 2, 1, 6, 6]
    assert cards[0].answer == "because"
    assert cards[1].question.startswith("What result did you mark in “")
    assert cards[1].answer.endswith("the number of 3")
    assert (cards[4].question, cards[4].answer) == ("What is shown?", "That it works,\nalso for code.")
    assert cards[5].question == "And why?"


def test_three_a_day_and_the_rest_another_day(marked: Library) -> None:
    first = marked.cards_due(NOW)
    assert len(first) == 3
    for left, card in zip((2, 1, 0), first, strict=True):
        assert marked.remember(card.id, "good", NOW)
        assert len(marked.cards_due(NOW)) == left
    tomorrow = marked.cards_due(NOW + timedelta(days=1))
    assert len(tomorrow) == 3
    assert not {card.id for card in first} & {card.id for card in tomorrow}


def test_what_is_known_comes_back_ever_later_and_what_is_not_soon(marked: Library) -> None:
    card = marked.cards_due(NOW)[0]
    now, gaps = NOW, list[int]()
    for _ in range(4):
        marked.remember(card.id, "good", now)
        due = marked._states()[card.id].due
        gaps.append((due - now).days)
        now = due
    assert gaps == [4, 31, 173, 365]
    marked.remember(card.id, "again", now)
    assert (marked._states()[card.id].due - now).days < 60


def test_a_long_absence_makes_no_debt(marked: Library) -> None:
    for day in range(2):
        for card in marked.cards_due(NOW + timedelta(days=day)):
            marked.remember(card.id, "good", NOW + timedelta(days=day))
    assert len(marked.cards_due(NOW + timedelta(days=400))) == 3


def test_an_answer_is_a_step_that_can_be_undone(marked: Library) -> None:
    card = marked.cards_due(NOW)[0]
    said = marked.remember(card.id, "good", NOW)
    assert said
    assert said.startswith("good, again in 4 days: a card of “")
    marked.undo()
    assert marked.cards_due(NOW)[0] == card


def test_a_clock_that_was_set_back_breaks_nothing(marked: Library) -> None:
    card = marked.cards_due(NOW)[0]
    marked.remember(card.id, "good", NOW)
    marked.remember(card.id, "good", NOW - timedelta(days=100))
    assert marked._states()[card.id].last_review == NOW


def test_a_card_goes_with_its_mark(marked: Library) -> None:
    card = marked.cards_due(NOW)[0]
    marked.remember(card.id, "good", NOW)
    marked.remove_annotation(card.id.removeprefix("mark-"))
    assert card.id not in {each.id for each in marked.cards()}
    with pytest.raises(NotFound):
        marked.remember(card.id, "good", NOW)


def test_cards_are_ones_own(marked: Library, open_library: Callable[..., Library]) -> None:
    assert open_library("bob").cards() == []
    assert open_library("bob").cards_due(NOW) == []
    with pytest.raises(Unreadable):
        marked.remember(marked.cards()[0].id, "maybe", NOW)


STRANGE = {
    "stability": (0, -1.0, 1e308),
    "difficulty": (0, -1.0, 1e308),
    "state": (-1, 1, 9),
    "reviews": (-1, 2**31 - 1),
}


def test_a_card_whose_numbers_another_program_wrote_is_asked_and_remembered(marked: Library) -> None:
    card = marked.cards_due(NOW)[0]
    for column, value in ((name, value) for name, values in STRANGE.items() for value in values):
        marked.remember(card.id, "good", NOW)
        with marked.step("as another program does") as step:
            row = step.session.get(ReviewCard, (step.person_id, card.id))
            setattr(row, column, value)
        later = NOW + timedelta(days=40_000)
        assert card in marked.cards_due(later)
        assert marked.remember(card.id, "good", later)
        marked.undo(3)
