"""Sentences' roles agree with a reader's labels about as often as their docstring claims, no more."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.text.abstracts import seeds
from tests.text.labelled_roles import LABELS
from tracker.text.render import render
from tracker.text.roles import Role, roles
from tracker.text.sentences import sentences


def confusion(sources: Sequence[str]) -> Counter[tuple[str, str]]:
    """How often a sentence labelled so was guessed so, over these seeds."""
    pairs: Counter[tuple[str, str]] = Counter()
    for text in (render(source).text for source in sources):
        labels = next(labels for start, labels in LABELS.items() if text.startswith(start))
        pairs.update(zip(labels, (role.value[0] if role else "-" for role in roles(text)), strict=True))
    return pairs


def test_all_36_seeds_are_labelled_sentence_by_sentence() -> None:
    assert sum(map(len, LABELS.values())) == confusion(seeds()).total() == 250


def test_four_sentences_in_five_are_guessed_as_a_reader_labelled_them() -> None:
    pairs = confusion(seeds())
    assert sum(count for (label, guess), count in pairs.items() if label == guess) >= 0.8 * pairs.total()


@pytest.mark.parametrize(
    ("sentence", "role"),
    [
        ("We propose a framework that divides steps.", Role.METHOD),
        ("Our code is available at https://x.org.", None),
        ("However, this remains unexplored.", Role.PROBLEM),
    ],
)
def test_a_lone_sentence_has_the_role_of_its_cue(sentence: str, role: Role | None) -> None:
    assert roles(sentence) == [role]


@given(st.text(max_size=120))
def test_every_sentence_has_one_answer(text: str) -> None:
    assert len(roles(text)) == len(sentences(text))
