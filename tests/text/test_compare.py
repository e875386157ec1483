"""Two texts side by side, texts in groups, and how near one is to another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.text.clusters import groups
from tracker.text.compare import compare, in_both, stem
from tracker.text.fold import parted
from tracker.text.vectors import cosine, counts, near, vectors

JUDGES = "Language models judge texts. We propose a calibration that removes length bias. It reduces errors by half."
LENGTH = "Judges prefer long texts. Our regression adjusts leaderboards. The bias of judges falls."


def test_words_of_both_and_of_one_only() -> None:
    found = compare(JUDGES, LENGTH)
    assert set(found.both) == {"texts", "judge", "bias"}
    assert "calibration" in found.only_one
    assert "leaderboards" in found.only_other
    assert not set(found.only_one) & set(found.only_other)


def test_places_are_those_of_the_words() -> None:
    found = compare(JUDGES, LENGTH)
    assert {JUDGES[start:end] for start, end in found.one.shared} == {"judge", "texts", "bias"}
    assert "calibration" in {JUDGES[start:end] for start, end in found.one.own}
    assert all(start < end <= len(JUDGES) for part in found.one.parts for start, end in part)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    found = compare(one, other)
    (both,) = in_both(one, [other])
    assert found.both == both
    assert {stem(word.lower()) for word in next(in_both(one, [one]))} >= {stem(word.lower()) for word in found.both}
    for side, text in ((found.one, one), (found.other, other)):
        assert sum(len(part) for part in side.parts) <= max(1, len(text))


@pytest.mark.parametrize(
    ("plural", "singular"), [("models", "model"), ("studies", "study"), ("class", "class"), ("bias", "bias")]
)
def test_a_plural_is_the_same_word(plural: str, singular: str) -> None:
    assert stem(plural) == stem(singular)


def test_texts_that_speak_of_the_same_are_one_group() -> None:
    fish = [f"trout salmon river fishing water{n}" for n in range(6)]
    cars = [f"engine wheel road driving petrol{n}" for n in range(6)]
    found = groups([parted(text).split() for text in [*fish, *cars]])
    assert sorted(sorted(group.members) for group in found) == [list(range(6)), list(range(6, 12))]
    assert {frozenset(group.label) & {"trout", "engine"} for group in found} <= {
        frozenset({"trout"}),
        frozenset({"engine"}),
        frozenset(),
    }


GREEK = st.sampled_from(["alpha", "beta", "gamma", "delta", "epsilon", "zeta"])


@given(st.lists(st.lists(GREEK, max_size=8), max_size=30))
def test_every_text_is_in_one_group(texts: list[list[str]]) -> None:
    found = groups(texts)
    assert sorted(place for group in found for place in group.members) == list(range(len(texts)))
    assert groups(texts) == found


def test_nearness_is_that_of_the_cosine_where_all_words_are_known() -> None:
    texts = [parted(text).split() for text in (JUDGES, LENGTH, "fish swim in rivers")]
    one, other, fish = vectors(texts)
    assert cosine(one, one) == pytest.approx(1)
    assert 0 < cosine(one, other) < 1
    assert cosine(one, fish) == 0
    rarity = dict.fromkeys(one, 1.0)
    assert near(one, counts(texts[0]), rarity) > near(one, counts(texts[1]), rarity) > 0
    assert near(one, counts([]), rarity) == 0
