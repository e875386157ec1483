"""Folding: what counts as the same word, and where it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.text.fold import compounds, distinct, fold, parted, spelled, spellings, tokens, words

SAME = [
    ("Erdős", "erdos"),
    ("naïve", "nai\u0308ve"),
    ("ﬁne-tuning", "fine‑tuning"),
    ("“Don’t”", '"don\'t"'),
    ("∆", "Δ"),
    ("STRASSE", "straße"),
    ("ℒₚ", "Lp"),
    ("T²", "T2"),
    ("𝙲𝚃𝚁𝙻", "ctrl"),
    ("Łukasz Øster", "lukasz oster"),
    ("ｱｲ", "アイ"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_people_type_for_each_other_folds_to_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)
    assert words(one) == words(other)


@given(st.text() | st.text("ab1-'_^ é∆扩.²ﬁ", max_size=99))
def test_the_words_each_once_are_the_same_words(text: str) -> None:
    assert set(distinct(text)) == set(words(text))


def test_compounds_follow_the_words_as_one_word_each() -> None:
    assert words("Self-attention, M-STaR: 2019-2020 — state-of-the-art") == [
        *("self", "attention", "m", "star", "2019", "2020", "state", "of", "the", "art"),
        *("selfattention", "mstar", "stateoftheart"),
    ]


def test_a_compound_of_three_is_found_by_its_pairs() -> None:
    assert words("self-attention-based")[3:] == ["selfattentionbased", "selfattention", "attentionbased"]


def test_each_character_of_a_script_without_blanks_is_a_word() -> None:
    assert words("GPT模型 かな") == ["gpt", "模", "型", "か", "な"]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("O(T^2)", [["o", "t", "2"], ["o", "t2"]]),
        ("L_p", [["l", "p"], ["lp"]]),
        ("self-attention", [["self", "attention"], ["selfattention"]]),
        ("F1<0.72", [["f1", "0", "72"]]),
        ("模型", [["模", "型"]]),
        ("--", []),
    ],
)
def test_a_query_word_is_spelled_split_and_joined(text: str, forms: list[list[str]]) -> None:
    assert spellings(text) == forms


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert words(fold(text)) == words(text)


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("aA-_'^²ﬁ½é\u0301模 \u00ad.∆"))))
def test_tokens_are_the_words_each_at_its_place(text: str) -> None:
    found = tokens(text)
    assert [word for word, _, _ in found] == words(text)
    for word, start, end in found:
        assert 0 <= start < end <= len(text)
        assert set(word) <= set("".join(words(text[start:end])))


@given(st.text())
def test_parted_holds_the_words_in_order(text: str) -> None:
    joined = len(list(compounds(spelled(text))))
    plain = words(text)[: len(words(text)) - joined]
    assert [part[:64] for part in parted(text).split()] == plain


@given(st.text())
def test_words_can_be_given_to_an_index_that_splits_at_blanks(text: str) -> None:
    assert all(word and word.isalnum() and len(word) <= 64 for word in words(text))
    assert " ".join(words(text)).split() == words(text)
    "".join(words(text)).encode()  # no half surrogates
