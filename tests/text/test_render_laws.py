"""Laws of rendering that hold for any string whatsoever."""

import re
import unicodedata
from html import unescape

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.text.abstracts import ICML, NEEDS_ICML, icml, seeds
from tracker.text.clean import clean
from tracker.text.render import render
from tracker.text.rendered import Rendered, Style

PARTS = [
    *"ab Z1 9é*_`~^$\\{}[]()<>&;.,:'\"-/|%#@!=+\n\t\x1b\u202e\u0301\ud800",
    *("**", "***", "__", "``", "''", "--", "---", "$$", "](", "\\(", "\\)", "\\[", "\\]", "\\\\", "\n\n"),
    *("\\textit{", "\\frac", "\\alpha", "\\cite{", "\\href{", "\\url{", "\\begin{align}", "\\end{align}", "\\item"),
    *("\\footnote{", "\\foo{", "\\'", '\\"', "\\v{", "\\verb|", "{\\em ", "\\textsuperscript{", "\\not", "\\sqrt["),
    *("https://x.org/a", "www.x.org", "10.1000/x", "arXiv:2412.17451", "(https://x.org)", "&lt;", "&amp;", "&#27;"),
    *("<i>", "</i>", "<sub>", "</sub>", "<p>", "</p>", '<a href="https://x.org">', "</a>", "<b>"),
]
SOUP = st.lists(st.sampled_from(PARTS), max_size=40).map("".join)
ANY_TEXT = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=60)
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
MACRO = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}|\\[A-Za-z]+")
NOT_SHOWN = re.compile(r"(?<=\])\(https?://[^()\s]*(?:\([^()]*\)[^()\s]*)*\)")


def letters(text: str) -> str:
    """The letters and digits, scripts and mathematical alphabets made ordinary."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if char.isalnum())


def missing(source: str, shown: str) -> str:
    """The source's letters from the first on that does not appear, in order, in what is shown."""
    left = iter(shown)
    for place, char in enumerate(source):
        if char not in left:
            return source[place:]
    return ""


@settings(max_examples=400)
@given(SOUP | ANY_TEXT)
@example("\\alpha\\")
@example("[" * 50 + "](https://x.org)" * 50)
def test_any_text_renders_and_shows_no_character_that_a_terminal_may_not_see(source: str) -> None:
    rendered = render(source)
    assert not FORBIDDEN.search(rendered.text)
    for span in rendered.spans:
        assert 0 <= span.start < span.end <= len(rendered.text)
        assert (span.style is Style.LINK) == bool(span.url)
        assert not FORBIDDEN.search(span.url)
    assert list(rendered.spans) == sorted(rendered.spans, key=lambda span: (span.start, -span.end, span.style))


@settings(max_examples=400)
@given(SOUP | ANY_TEXT)
def test_the_way_between_plain_text_and_source_is_total_and_monotone(source: str) -> None:
    rendered = render(source)
    if not rendered.runs:
        assert rendered.text in ("", source)
    _assert_runs(source, rendered)
    size = len(rendered.text)
    starts = [rendered.to_source(place, size)[0] for place in range(size + 1)]
    ends = [rendered.to_source(0, place)[1] for place in range(1, size + 1)]
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    back = [rendered.to_plain(place, len(source)) for place in range(len(source) + 1)]
    assert back == sorted(back)
    assert all(0 <= start <= end <= size for start, end in back)


def _assert_runs(source: str, rendered: Rendered) -> None:
    plain, place = 0, 0
    for run in rendered.runs:
        assert run.plain == plain
        assert run.source >= place
        plain, place = run.plain + run.plain_size, run.source + run.source_size
    assert not rendered.runs or (plain == len(rendered.text) and place <= len(source))


@settings(max_examples=300)
@given(SOUP, st.integers(0, 80), st.integers(0, 80))
def test_a_stretch_of_plain_text_is_found_again_through_its_source(source: str, start: int, size: int) -> None:
    rendered = render(source)
    begin, end = rendered.to_plain(*rendered.to_source(start, start + size))
    if start < len(rendered.text) and size:
        assert begin <= start
        assert end >= min(start + size, len(rendered.text))


PLAIN_PARTS = [part for part in PARTS if not re.search(r"[\\<&\x1b\u202e\ud800\u0301]|https?:|\]\(", part)]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PLAIN_PARTS), max_size=40).map("".join))
def test_no_letter_or_digit_is_lost_where_there_are_no_macros_tags_or_targets(source: str) -> None:
    assert letters(render(source).text) == letters(source)


@given(
    st.text(
        alphabet=st.characters(codec="utf-8", categories=["L", "N"], include_characters=" .,;:()!?%=+"), max_size=80
    )
)
def test_unmarked_text_is_shown_as_it_is(text: str) -> None:
    text = " ".join(text.split())
    assert render(text).text == text or "10." in text


COMMONMARK = MarkdownIt("commonmark")
MARKS = st.lists(
    st.sampled_from(["a", "b ", " ", "*", "**", "_", "__", "***", "(", ")", ".", "—", "é", "\\*"]), max_size=24
)


def by_markdown_it(source: str) -> tuple[str, list[tuple[int, int, str]]]:
    """The plain text and the emphasis that markdown-it-py reads."""
    text, spans, opened = "", [], []
    for token in COMMONMARK.parseInline(source)[0].children or []:
        if token.nesting == 1:
            opened.append(len(text))
        elif token.nesting == -1:
            spans.append((opened.pop(), len(text), "bold" if token.type == "strong_close" else "italic"))
        else:
            text += token.content
    return text, sorted(set(spans))


@settings(max_examples=1500)
@given(MARKS.map("".join))
@example("***Sim**ulating **I**deal **E**ditor*")
@example("*a**b*c**")
@example("**a*b**c*")
def test_emphasis_is_what_markdown_it_reads(source: str) -> None:
    source = " ".join(source.split())
    rendered = render(source)
    found = sorted({(span.start, span.end, span.style.value) for span in rendered.spans})
    assert (rendered.text, found) == by_markdown_it(source)


HARD = [
    "*",
    "_",
    "[",
    "](",
    "$",
    "$x",
    "\\",
    "{",
    "`",
    "``",
    "<i>",
    "&lt;",
    "^",
    "~",
    "--",
    "''",
    "\\textit{",
    "\\frac",
    "a*",
    "\n",
]


@pytest.mark.parametrize("unit", HARD)
def test_a_hundred_thousand_of_the_same_mark_render(unit: str) -> None:
    assert isinstance(render(unit * (100_000 // len(unit))), Rendered)


def test_marks_beyond_any_abstract_are_left_as_typed_but_made_safe() -> None:
    source = "x" * 100_000 + " **bold** \x1b[31m"
    assert render(source).text == source.replace("\x1b", "")
    assert render("*a* " + source).text.startswith("a ")


@pytest.mark.skipif(not ICML.exists(), reason=NEEDS_ICML)
def test_abstracts_and_titles_of_a_conference_lose_no_letter_and_keep_no_markup() -> None:
    texts = [clean(text) for paper in icml() for text in (paper.abstract, paper.title)]
    assert [
        text
        for text in texts
        if missing(letters(NOT_SHOWN.sub("", MACRO.sub("", unescape(text)))), letters(render(text).text))
    ] == []
    marked = [text for text in texts if re.search(r"\\[A-Za-z]|``|''|\*\*|\]\(", render(text).text)]
    assert len(marked) <= len(texts) * 0.005


def test_seeds_lose_no_letter() -> None:
    assert [
        text for text in seeds() if missing(letters(NOT_SHOWN.sub("", MACRO.sub("", text))), letters(render(text).text))
    ] == []
