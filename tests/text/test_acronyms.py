"""Acronyms are explained by the text that defines them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.text.abstracts import seed
from tracker.text.acronyms import acronyms
from tracker.text.render import render

CASES = [
    ("Large Language Models (LLMs) are", [("LLM", "Large Language Models")]),
    ("reinforcement learning (RL) and search", [("RL", "reinforcement learning")]),
    ("M-STaR (Multimodal Self-Training for Reasoning), a", [("M-STaR", "Multimodal Self-Training for Reasoning")]),
    ("Refine via Intrinsic Self-Verification (ReVISE)", [("ReVISE", "Refine via Intrinsic Self-Verification")]),
    ("learning rate (LR) and rate schedules (RS)", [("LR", "learning rate"), ("RS", "rate schedules")]),
    ("a score (see below) of length (Yang & Chiang, 2024)", []),
    ("the average (F1) of it", []),
    ("heat shock protein (HSP, also stress protein)", [("HSP", "heat shock protein")]),
    ("words. Another (AB)", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "pairs"), CASES)
def test_a_short_form_is_paired_with_its_long_form(text: str, pairs: list[tuple[str, str]]) -> None:
    assert [(pair.short, pair.long) for pair in acronyms(text)] == pairs


def test_the_place_of_a_pair_is_the_long_forms() -> None:
    text = render(seed("Ensuring the safety")).text
    assert [pair.short for pair in acronyms(text)] == ["LLM", "CoT", "SI-MCTS"]
    assert all(text[pair.start : pair.end] == pair.long for pair in acronyms(text))


@given(st.text(alphabet=st.sampled_from("abAB (),.s-"), max_size=80))
def test_any_text_has_pairs_with_exact_places(text: str) -> None:
    for pair in acronyms(text):
        assert text[pair.start : pair.end] == pair.long
        assert len(pair.long) > len(pair.short)
