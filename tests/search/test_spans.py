"""Places by string search are those that the words themselves have."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tracker.store.search.forms import Form, Needle
from tracker.store.search.spans import places, stand
from tracker.store.search.sql.standing import stands
from tracker.store.search.sql.texts import plain
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

PIECES = (
    *(
        " of",
        " the",
        " Of the",
        " the of,",
        "of ",
        "the.",
        "-the",
        " o-",
        "f the ",
        "\n",
        "  ",
        "--",
        "é",
        "\u0301",
        "\u200b",
    ),
    *(
        "*",
        "_",
        "$",
        "$of the$",
        "\\emph{of the}",
        "\\of",
        "<i>",
        "</i>",
        "[of the](http://a.b/of)",
        "&amp;",
        "“",
        "’s",
        "§",
    ),
    *("http://a.b/of", "{", "}", "^", "~", "`", "# ", "> ", "1. ", "İ", "\u212a", "扩"),
)


@given(TEXT, st.lists(FORM, min_size=1, max_size=3))
def test_places_are_those_of_the_words(text: str, forms: list[Form]) -> None:
    covered = {at for start, end in places(text, (Needle((), tuple(forms)),)) for at in range(start, end)}
    assert covered == {at for form in forms for start, end in reference(text, form) for at in range(start, end)}


@given(st.text(), st.text(min_size=1, max_size=5))
def test_any_text_and_word_has_places_within_the_text(text: str, word: str) -> None:
    for start, end in places(text, (Needle((), (Form((word,), True),)),)):
        assert 0 <= start < end <= len(text)


@given(
    st.lists(st.sampled_from(PIECES), max_size=9).map("".join),
    st.lists(st.builds(Form, st.lists(st.sampled_from(["of", "the", "o", "ofthe"]), min_size=1, max_size=3).map(tuple)))
    | st.just([Form(("of", "th"), prefix=True)]),
)
def test_what_is_seen_in_a_text_at_a_glance_is_what_stands_there_read(source: str, forms: list[Form]) -> None:
    assert stands(source, forms, marked=True) == stand(plain(source), forms)
    assert stands(source, forms, marked=False) == stand(source, forms)


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
