"""What enters is made harmless for a terminal and equal for a comparison, once and for all."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tracker.text.canonical import canonical
from tracker.text.clean import clean, one_line

CASES = [
    ("plain", "plain"),
    ("a\r\nb\rc\nd", "a\nb\nc\nd"),
    ("page\x0cbreak", "page\nbreak"),
    ("tab\tstays", "tab\tstays"),
    ("\x1b[31mred\x1b[0m", "[31mred[0m"),
    ("bell\x07 nul\x00 del\x7f c1\x9b", "bell nul del c1"),
    ("e\u0301", "é"),
    ("evil\u202egpj.exe", "evilgpj.exe"),
    ("\u2066isolate\u2069 \u200emark", "isolate mark"),
    ("zero\u200bwidth\ufeff", "zerowidth"),
    ("soft\u00adhyphen", "softhyphen"),
    ("half\ud800surrogate", "halfsurrogate"),
    ("👩\u200d🔬 ❤\ufe0f क्\u200cष", "👩\u200d🔬 ❤\ufe0f क्\u200cष"),
    ("e\u200b\u0301", "é"),
    ("no\u2028line\u2029separators\x85here", "no\nline\nseparators\nhere"),
]
ANY_TEXT = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=80)
COMBINING = st.lists(st.sampled_from(["a", "\u0301", "\u0316", "\u0344", "\u0958", "\u3099", "\u302a"]), max_size=120)


@pytest.mark.parametrize(("text", "cleaned"), CASES)
def test_what_a_terminal_may_not_see_is_stripped(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(ANY_TEXT | COMBINING.map("".join))
@example("a" + "\u0344" * 40)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(ANY_TEXT)
def test_a_cleaned_text_is_normalised_and_has_no_control_or_direction_characters(text: str) -> None:
    cleaned = clean(text)
    assert unicodedata.is_normalized("NFC", cleaned)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", cleaned)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=60))
def test_cleaning_keeps_every_visible_character(text: str) -> None:
    assert clean(text) == unicodedata.normalize("NFC", text)


def test_a_long_run_of_marks_is_cut_and_takes_no_longer_than_it_is() -> None:
    assert len(clean("a" + "\u0301\u0316" * 200_000)) <= 31


def test_a_title_is_kept_on_one_line() -> None:
    assert one_line(" A\ttitle\r\nin  two\u00a0lines\n") == "A title in two lines"


@given(ANY_TEXT | COMBINING.map("".join))
def test_a_canonical_text_is_its_own_canonical_text(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“Don’t” – stop", '"Don\'t" - stop'),
        ("``Quoted''", '"quoted"'),
        ("$K$-means \\textbf{x}", "K-means textbfx"),
        ("ﬁne  ligature\n\nline", "FINE ligature line"),
        ("soft\u00adhyphen", "softhyphen"),
        ("em---dash", "em—dash"),
        ("ﾃｽﾄ", "テスト"),
    ],
)
def test_two_spellings_of_one_text_are_canonically_equal(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


def test_different_texts_stay_canonically_different() -> None:
    assert canonical("x < 1%") != canonical("x > 1%")
    assert canonical("resume") != canonical("résumé")
