"""Sentences and words are found with exact offsets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.text.abstracts import seeds
from tracker.text.render import render
from tracker.text.sentences import sentences, words

CASES = [
    (["One two. ", "Three four."]),
    (["Cases, i.e. with physics, e.g., in it, count. ", "Next."]),
    (["As Smith et al. show, it holds. ", "See Fig. 3 and Eq. (2). ", "We agree."]),
    (["See (Smith et al. 2020). ", "It holds."]),
    (["By Smith et al. ", "We follow it."]),
    (["It gives 1.5-2x over i.i.d. data scaling. ", "Kimi k1.5 is 3.5 times better."]),
    (["Evaluations reveal:1) limits; 2) gaps; and 3) more. ", "Done."]),
    (["Is it so? ", "It is! ", "“Yes.” ", "(Good.) ", "End"]),
    (["Of type D. ", "Along the way, J. Smith helps."]),
    (["Numbers, dates, etc. are kept. ", "Dates etc. ", "The end."]),
    (["First paragraph without stop\n\n", "Second."]),
    (["These:\n", "- one\n", "- two"]),
    (["Results are poor.", "However, ours are not."]),
    (["An average F1=0.81 vs. 0.72 w.r.t. recall. ", "The end."]),
    (["We use version 2.0. ", "Version 3.1 differs … ", "In the end it works."]),
]


@pytest.mark.parametrize("parts", CASES, ids=lambda parts: parts[0][:20])
def test_a_text_is_split_where_a_reader_would(parts: list[str]) -> None:
    text = "".join(parts)
    assert [text[start:end] for start, end in sentences(text)] == [part.strip() for part in parts]


def test_the_36_seeds_have_250_sentences() -> None:
    assert sum(len(sentences(render(text).text)) for text in seeds()) == 250


@given(st.text(alphabet=st.sampled_from("aA1 .!?\n()\"'”-,e.gi"), max_size=80))
def test_every_character_but_white_space_lies_in_exactly_one_sentence(text: str) -> None:
    places = sentences(text)
    assert places == sorted(places)
    assert "".join("".join(text[start:end] for start, end in places).split()) == "".join(text.split())
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in places)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the model's 1.5-2x k1.5", ["the", "model's", "1.5-2x", "k1.5"]),
        ("(GPT-4o, state-of-the-art).", ["GPT-4o", "state-of-the-art"]),
        ("D̃ and naïve—really", ["D̃", "and", "naïve", "really"]),
        ("…", []),
    ],
)
def test_words_keep_what_joins_them(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in words(text)] == found
