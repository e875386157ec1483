"""The words of a text are found without reading its marks where it has none."""

from hypothesis import example, given
from hypothesis import strategies as st

from tracker.store.search.sql.texts import worded
from tracker.text.clean import is_safe
from tracker.text.fold import each_once, spelled, words
from tracker.text.render import plain
from tracker.text.unmarked import spelled_plain

PIECES = (
    "`c`",
    "a",
    "B1",
    "é",
    "ﬁ",
    "扩",
    "δ",
    " ",
    "  ",
    "-",
    "--",
    "'",
    "’",
    "–",
    "\n",
    "\x92",
    "\u200b",
    "$x_1$",
    "**b**",
)
MORE = ("www.a.io/b-c", "https://x.org/d_e", "arXiv:2101.00001", "10.1000/f", "/", ":", "<i>g</i>", "&amp;", "~", "\\")


def each(source: str) -> set[str]:
    return set(each_once(spelled_plain(source)))


@given(st.text() | st.lists(st.sampled_from(PIECES + MORE)).map("".join))
def test_they_are_the_words_of_the_text_as_it_is_read(source: str) -> None:
    assert each(source) == set(words(plain(source)))


@given(st.lists(st.sampled_from(PIECES + MORE)).map("".join))
def test_a_text_stays_apart_from_the_next_one(source: str) -> None:
    both = each_once(f"{spelled_plain(source)} {spelled_plain('last')}")
    assert set(both) == each(source) | {"last"}


@given(st.lists(st.sampled_from([piece for piece in PIECES + MORE if is_safe(piece)])).map("".join))
@example("well--known")
def test_what_phrases_are_looked_for_in_has_the_same_words(source: str) -> None:
    assert set(words(worded(source))) == each(source)


def test_a_sign_that_nothing_may_keep_parts_no_word() -> None:
    assert not is_safe("\x92")
    assert each("rock\x92n") == {"rockn"}
    assert "\0" not in spelled(spelled_plain("rock\x92n"))
