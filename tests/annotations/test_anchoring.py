"""An annotation finds its words again in another wording, or says that it does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.text.anchor import How, Passage, Place, State, located, quoted
from tracker.text.quote import Quote
from tracker.text.worddiff import WordDiff

OLD = (
    "While language models have exceptional capabilities at text generation, they lack a natural inductive bias for "
    "emitting numbers. One fundamental limitation is the nature of the Cross Entropy loss, which assumes a nominal "
    "scale. In response, we here present a regression-like loss that operates purely on token level. We evaluate the "
    "proposed scheme on various datasets and find that it consistently improves performance. The code is available."
)
LOSS = "the nature of the Cross Entropy loss"


def carried(new: str, words: str, old: str = OLD) -> tuple[str, Place] | None:
    """What the words became, and its place."""
    start = old.index(words)
    place = Passage(old, new).carry(start, start + len(words))
    return (new[place.start : place.end], place) if place else None


def kept(new: str, words: str, old: str = OLD) -> tuple[str, Place]:
    found = carried(new, words, old)
    assert found is not None
    return found


def test_in_the_same_text_nothing_moves() -> None:
    words, place = kept(OLD, LOSS)
    assert (words, place.state, place.how, place.score) == (LOSS, State.OK, How.POSITION, 1.0)


def test_a_change_behind_a_span_leaves_it_where_it_is() -> None:
    _, place = kept(OLD.replace("The code is available.", "Code follows."), LOSS)
    assert (place.state, place.how) == (State.OK, How.POSITION)


def test_a_title_in_front_moves_it_silently() -> None:
    words, place = kept("Regress, do not guess\n\n" + OLD, LOSS)
    assert (words, place.state, place.how) == (LOSS, State.MOVED, How.DIFF)


def test_case_quotes_and_accents_are_no_change() -> None:
    words, place = kept(OLD.replace("Cross Entropy", "cross entrópy") + " More.", LOSS)
    assert (words, place.state) == (LOSS.replace("Cross Entropy", "cross entrópy"), State.MOVED)


def test_a_rewording_is_followed_silently() -> None:
    new = OLD.replace("Cross Entropy loss", "cross-entropy (CE) loss")
    words, place = kept(new, "the Cross Entropy loss")
    assert words == "the cross-entropy (CE) loss"
    assert (place.state, place.how) == (State.MOVED, How.DIFF)


def test_a_rewording_of_which_little_is_alike_is_shown_for_checking() -> None:
    sentence = "regression-like loss that operates purely on token level"
    words, place = kept(OLD.replace(sentence, "regression-like loss working only upon the token level"), sentence)
    assert words == "regression-like loss working only upon the token level"
    assert (place.state, place.how) == (State.CHECK, How.DIFF)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("it lowers the error by 23.4% on all sets", "it lowers the error by 2.4% on all sets"),
        ("it always matches the head we trained", "it does not always match the head we trained"),
        ("models don't read the numbers of a table", "models read the numbers of a table"),
    ],
)
def test_words_that_say_something_else_are_shown_for_checking_however_alike(old: str, new: str) -> None:
    text = "We train a model. We find that {}. The code is available."
    words, place = kept(text.format(new), old, text.format(old))
    assert words == new
    assert (place.state, place.how) == (State.CHECK, How.DIFF)


def test_a_curled_apostrophe_says_nothing_else() -> None:
    text = "We see that models don't read numbers of a table. It is so."
    _, place = kept(text.replace("'", "’"), "models don't read numbers", text)
    assert place.state is State.MOVED


def test_a_sentence_that_moved_is_found_by_its_quotation_and_shown_for_checking() -> None:
    sentence = "In response, we here present a regression-like loss that operates purely on token level."
    words, place = kept(OLD.replace(sentence + " ", "") + " " + sentence, sentence)
    assert words == sentence
    assert (place.state, place.how) == (State.CHECK, How.EXACT)


def test_a_sentence_that_moved_and_changed_is_found_by_likeness() -> None:
    sentence = "In response, we here present a regression-like loss that operates purely on token level."
    changed = "In response we present a regression-like loss which operates purely on the token level."
    words, place = kept(OLD.replace(sentence + " ", "") + " " + changed, sentence)
    assert words == changed.rstrip(".")
    assert (place.state, place.how) == (State.CHECK, How.FUZZY)


def test_a_sentence_that_is_gone_leaves_an_orphan() -> None:
    sentence = "One fundamental limitation is the nature of the Cross Entropy loss, which assumes a nominal scale."
    assert carried(OLD.replace(sentence + " ", ""), sentence) is None


@pytest.mark.parametrize("words", ["loss", "the", "While language", "it consistently"])
def test_a_few_words_are_not_found_in_another_papers_text(words: str) -> None:
    other = "While there, the quiver mutates. It is the loss of consistently clustered algebras that we study. " * 3
    assert carried(other, words) is None


def test_of_equal_words_the_one_in_its_surroundings_is_meant() -> None:
    text = "The loss falls. Then the loss of the model rises, and the loss of the data falls again, as it must."
    start = text.index("loss of the data")
    place = Passage(text, "Now: " + text).carry(start, start + 4)
    assert place == Place(start + 5, start + 9, State.MOVED, How.DIFF, 1.0)


def test_a_span_that_ends_within_a_word_still_does() -> None:
    words, _ = kept("Front. " + OLD, "regression-li")
    assert words == "regression-li"


def test_without_the_old_text_a_quotation_is_found_by_its_surroundings() -> None:
    start = OLD.index("loss that")
    quote = quoted(OLD, start, start + 4)
    assert located(OLD, quote) == Place(start, start + 4, State.OK, How.POSITION, 1.0)
    new = "In front. " + OLD
    place = located(new, quote._replace(place=None))
    assert place == Place(start + 10, start + 14, State.MOVED, How.EXACT, 1.0)


def test_a_short_quotation_in_other_surroundings_is_not_taken() -> None:
    assert located("The cat sat on a mat.", Quote("sat", "my dog has not ", " down to eat")) is None
    assert located("", Quote("sat")) is None
    assert located("The cat", Quote("")) is None


def test_a_diff_tells_what_became_of_each_word() -> None:
    old, new = "one two three four", "one 2 three and four"
    told = [(p.kind, old[p.start : p.end], new[p.new_start : p.new_end]) for p in WordDiff(old, new).pieces()]
    assert told == [
        ("equal", "one", "one"),
        ("replace", "two", "2"),
        ("equal", "three", "three"),
        ("insert", "", "and"),
        ("equal", "four", "four"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("a small loss", "a new, small loss", "a {+new,+} small loss"),
        ("a new, small loss", "a small loss", "a [-new,-] small loss"),
        ("the Cross Entropy loss", "the CE loss", "the [-Cross Entropy-] {+CE+} loss"),
        ("see a-b.org/x", "see c-d.org/x", "see [-a-b-] {+c-d+}.org/x"),
        ("end here.", "end.", "end [-here-]."),
        ("", "new", "{+new+}"),
        ("Same", "same", "same"),
    ],
)
def test_differences_are_runs_of_old_and_new_words(old: str, new: str, told: str) -> None:
    signs = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    assert "".join(signs[kind].format(text) for kind, text in WordDiff(old, new).shown()).strip() == told


texts = st.text(st.sampled_from("ab é—.ﬁ\n$“ß"), max_size=60)


@given(texts, texts, st.integers(0, 60), st.integers(1, 20))
def test_any_span_of_any_text_is_carried_into_the_other_or_lost(old: str, new: str, start: int, size: int) -> None:
    start = min(start, max(0, len(old) - 1))
    end = min(len(old), start + size)
    if start < end:
        place = Passage(old, new).carry(start, end)
        assert place is None or 0 <= place.start < place.end <= len(new)
        assert Passage(old, old).carry(start, end) == Place(start, end, State.OK, How.POSITION, 1.0)


@given(texts, texts)
def test_differences_lose_nothing_of_either_text(old: str, new: str) -> None:
    runs = list(WordDiff(old, new).shown())
    assert "".join("".join(text.split()) for kind, text in runs if kind != "old") == "".join(new.split())
    gone = [word for kind, text in runs if kind == "old" for word in text.split()]
    assert "".join(gone) in "".join(old.split()) or len(gone) > 1


@given(texts, texts)
def test_any_quotation_stands_within_the_text_or_nowhere(text: str, exact: str) -> None:
    place = located(text, Quote(exact))
    assert place is None or 0 <= place.start < place.end <= len(text)
