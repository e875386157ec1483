"""Places by string search are those that the words themselves have."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tracker.store.search.forms import Form, Needle
from tracker.store.search.spans import places
from tracker.text.fold import compounds, spelled, tokens

TEXT = st.lists(
    st.sampled_from(
        ["model", "models", "self-attention", "Self", "a", "mo", "模型", "é", "ﬁne", "M-STaR", "x_1", "—", "."]
    ),
    max_size=12,
).map(" ".join)
FORM = st.builds(
    Form,
    st.lists(
        st.sampled_from(["model", "self", "attention", "selfattention", "a", "模", "型", "fine"]),
        min_size=1,
        max_size=2,
    ).map(tuple),
    st.booleans(),
)


@given(TEXT, st.lists(FORM, min_size=1, max_size=3))
def test_places_are_those_of_the_words(text: str, forms: list[Form]) -> None:
    covered = {at for start, end in places(text, (Needle((), tuple(forms)),)) for at in range(start, end)}
    assert covered == {at for form in forms for start, end in reference(text, form) for at in range(start, end)}


@given(st.text(), st.text(min_size=1, max_size=5))
def test_any_text_and_word_has_places_within_the_text(text: str, word: str) -> None:
    for start, end in places(text, (Needle((), (Form((word,), True),)),)):
        assert 0 <= start < end <= len(text)


def reference(text: str, form: Form) -> list[tuple[int, int]]:
    """Word by word, as the index compares them."""
    found = tokens(text)
    joined = len(list(compounds(spelled(text))))
    plain, compound = found[: len(found) - joined], found[len(found) - joined :]
    runs = [plain[at : at + len(form.words)] for at in range(len(plain) - len(form.words) + 1)]
    if len(form.words) == 1 and _more_without_links(text, form.words[0]):
        runs += [[each] for each in compound]
    return [(run[0][1], run[-1][2]) for run in runs if _same([word for word, _, _ in run], form)]


def _more_without_links(text: str, word: str) -> bool:
    """A beginning that the first part of a compound holds already says nothing about the compound."""
    return re.sub("[-'_^]", "", spelled(text)).count(word) > spelled(text).count(word)


def _same(run: list[str], form: Form) -> bool:
    last = run[-1].startswith(form.words[-1]) if form.prefix else run[-1] == form.words[-1]
    return last and run[:-1] == list(form.words[:-1])
