"""An untitled abstract gets a heading by which a person recognises it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.text.abstracts import ICML, NEEDS_ICML, icml, seed, seeds
from tests.text.marked import read
from tracker.text.cells import cells, fitting
from tracker.text.headline import headline
from tracker.text.names import name_key, system_name
from tracker.text.render import render

# The first words of a seed and what it calls its system. Dynamic CoT is the one that is not found.
NAMES = [
    ("Self-evolving training", "M-STaR"),
    ("Modern science", "Gravity-Bench-v1"),
    ("Large language models (LLMs) are increasingly", "AdaDecode"),
    ("Current approaches", "AdaptiveStep"),
    ("Model editing", "SimIE"),
    ("While language models", "NTL"),
    ("Large Language Models (LLMs) are expected", "REPAIR"),
    ("Efficient exploration", "Paprika"),
    ("Teaching large", "CTRL"),
    ("RWKV is", "RWKVQuant"),
    ("Hallucinations in", "TSV"),
    ("What algorithms", "AlgEval"),
    ("We introduce Spatial", "SRM"),
    ("We present MILS", "MILS"),
    ("Self-awareness", "ReVISE"),
    ("Ensuring the safety", "STAIR"),
    ("Structured image", "ReFocus"),
    ("Large Language Models (LLMs) exhibit", "MARGE"),
    ("Answering questions", "MME-CoT"),
    ("The ideal AI", "SafetyAnalyst"),
]
NAMELESS = [
    "Large Language Models (LLMs), despite",
    "Communication between",
    "Continual Pre-Training",
    "Benchmark Data",
    "The Abstraction",
]


@pytest.mark.parametrize(("start", "name"), NAMES)
def test_the_system_of_a_seed_is_found_and_begins_its_heading(start: str, name: str) -> None:
    found = headline(render(seed(start)).text)
    assert found.name == name
    assert found.text.startswith(f"{name}: ")


@pytest.mark.parametrize("start", NAMELESS)
def test_an_abstract_that_introduces_no_system_is_given_no_name(start: str) -> None:
    assert headline(render(seed(start)).text).name is None


def test_every_seed_has_a_heading_of_at_most_90_cells_of_its_own() -> None:
    found = [headline(render(text).text).text for text in seeds()]
    assert len(set(found)) == 36
    assert all(20 < cells(text) <= 90 for text in found)


def test_a_position_paper_says_what_it_argues() -> None:
    text = "Models are used widely. This position paper argues that benchmarks should be retired. We give reasons."
    assert headline(text) == ("Position: benchmarks should be retired", None)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ("", None)),
        ("x", ("X", None)),
        ("Nothing is proposed here.", ("Nothing is proposed here", None)),
        ("We introduce TabParse, a toolkit for parsing tables.", ("TabParse: toolkit for parsing tables", "TabParse")),
        ("In this paper, we study how fish swim upstream.", ("Fish swim upstream", None)),
    ],
)
def test_short_texts_have_headings_too(text: str, found: tuple[str, str | None]) -> None:
    assert headline(text) == found


@pytest.mark.parametrize("unit", ["A", "x-", "漢", ".", "of ", "We propose FOO, ", "framework of ", "AB (a b) "])
def test_a_long_word_or_a_long_repetition_has_a_heading_too(unit: str) -> None:
    assert headline(unit * (20_000 // len(unit)) + "_Foo").text


@given(st.text(max_size=200))
def test_any_text_has_a_heading_on_one_line_that_fits(text: str) -> None:
    found = headline(text)
    assert cells(found.text) <= 90
    assert "\n" not in found.text


@given(st.text(alphabet=st.sampled_from("ab 漢é\u0301\u200d"), max_size=40), st.integers(1, 30))
def test_a_cut_text_fits(text: str, width: int) -> None:
    assert cells(fitting(text, width)) <= width
    assert text.startswith(fitting(text, width))


@pytest.mark.skipif(not ICML.exists(), reason=NEEDS_ICML)
def test_names_of_a_sample_not_looked_at_are_found() -> None:
    """A floor well below what the benchmark prints, so that only a real loss fails."""
    named = [paper for paper in icml()[1::2] if paper.name and paper.name != "Position"][:100]
    pairs = [(system_name(render(paper.abstract).text), read(render(paper.name or "").text)[0]) for paper in named]
    assert sum(name_key(found) == name_key(name) for found, name in pairs if found) >= 75
