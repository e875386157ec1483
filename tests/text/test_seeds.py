"""The seed abstracts read exactly as a person wrote them down."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.text.abstracts import seeds
from tests.text.marked import read, shown
from tracker.text.render import render

GOLD = json.loads((Path(__file__).parent / "render_gold.json").read_text())["abstracts"]

# Every marked fragment of the 36, also of those that the gold file leaves out.
FRAGMENTS = [
    (r"$\textit{Training Method}$", "⟨i⟩Training Method⟨/i⟩"),
    (
        "**M**ultimodal **S**elf-evolving **T**r**a**ining for **R**easoning",
        "⟨b⟩M⟨/b⟩ultimodal ⟨b⟩S⟨/b⟩elf-evolving ⟨b⟩T⟨/b⟩r⟨b⟩a⟨/b⟩ining for ⟨b⟩R⟨/b⟩easoning",
    ),
    ("$2n - 2$", "⟨m⟩2n − 2⟨/m⟩"),
    ("$O(T^2)$", "⟨m⟩O(T²)⟨/m⟩"),
    ("$O(T^{O(K)})$", "⟨m⟩O(Tᴼ⁽ᴷ⁾)⟨/m⟩"),
    ("*vulnerability*", "⟨i⟩vulnerability⟨/i⟩"),
    ("$B$'s", "⟨m⟩B⟨/m⟩'s"),
    ("$27$%", "⟨m⟩27⟨/m⟩%"),
    ("$<$$1/4$", "⟨m⟩<⟨/m⟩⟨m⟩1/4⟨/m⟩"),
    (r"1.73$\times$", "1.73⟨m⟩×⟨/m⟩"),
    ("**learning dynamics**", "⟨b⟩learning dynamics⟨/b⟩"),
    (
        "on https://github.com/Lux0926/ASPRM.",
        "on ⟨a https://github.com/Lux0926/ASPRM⟩https://github.com/Lux0926/ASPRM⟨/a⟩.",
    ),
    (
        "***Sim**ulating **I**deal **E**ditor* (SimIE)",
        "⟨i⟩⟨b⟩Sim⟨/b⟩ulating ⟨b⟩I⟨/b⟩deal ⟨b⟩E⟨/b⟩ditor⟨/i⟩ (SimIE)",
    ),
    (r"$\mathcal{L}_p$", "⟨m⟩ℒₚ⟨/m⟩"),
    (
        "via: https://tum-ai.github.io/number-token-loss/",
        "via: ⟨a https://tum-ai.github.io/number-token-loss/⟩https://tum-ai.github.io/number-token-loss/⟨/a⟩",
    ),
    (r"\textit{logical preference consistency}", "⟨i⟩logical preference consistency⟨/i⟩"),
    (r"of 89.2\%, and more than 35\% less", "of 89.2%, and more than 35% less"),
    (r"1\% accuracy loss and 2.14$\times$ speed up", "1% accuracy loss and 2.14⟨m⟩×⟨/m⟩ speed up"),
    (r"$\texttt{CTRL}$", "⟨tt⟩CTRL⟨/tt⟩"),
    (
        r"$\texttt{C}$ritic $\texttt{T}$raining via $\texttt{R}$einforcement $\texttt{L}$earning",
        "⟨tt⟩C⟨/tt⟩ritic ⟨tt⟩T⟨/tt⟩raining via ⟨tt⟩R⟨/tt⟩einforcement ⟨tt⟩L⟨/tt⟩earning",
    ),
    (
        "**T**ruthfulness **S**eparator **V**ector (**TSV**)",
        "⟨b⟩T⟨/b⟩ruthfulness ⟨b⟩S⟨/b⟩eparator ⟨b⟩V⟨/b⟩ector (⟨b⟩TSV⟨/b⟩)",
    ),
    (
        "metrics—*fidelity* and *contamination resistance*—to",
        "metrics—⟨i⟩fidelity⟨/i⟩ and ⟨i⟩contamination resistance⟨/i⟩—to",
    ),
    ("(*i.e.*, no benchmark update)", "(⟨i⟩i.e.⟨/i⟩, no benchmark update)"),
    (
        "at https://github.com/ASTRAL-Group/BDC_mitigation_assessment.",
        "at ⟨a https://github.com/ASTRAL-Group/BDC_mitigation_assessment⟩"
        "https://github.com/ASTRAL-Group/BDC_mitigation_assessment⟨/a⟩.",
    ),
    ("mutation---an operation---which", "mutation—an operation—which"),
    (r"type $\tilde{D}$.", "type ⟨m⟩D̃⟨/m⟩."),
    (
        "Our [project website](https://geometric-rl.mpi-inf.mpg.de/srm/) provides",
        "Our ⟨a https://geometric-rl.mpi-inf.mpg.de/srm/⟩project website⟨/a⟩ provides",
    ),
    (r"$R^2$ of $\geq 0.9$ across", "⟨m⟩R²⟨/m⟩ of ⟨m⟩≥ 0.9⟨/m⟩ across"),
    (r"yields up to $6\times$", "yields up to ⟨m⟩6×⟨/m⟩"),
    (r"$53.0\%$", "⟨m⟩53.0%⟨/m⟩"),
    ("``visual thoughts'' by", "“visual thoughts” by"),
    ("**Ma**th **R**easoning", "⟨b⟩Ma⟨/b⟩th ⟨b⟩R⟨/b⟩easoning"),
    ("**S**afe**T**y **A**lignment", "⟨b⟩S⟨/b⟩afe⟨b⟩T⟨/b⟩y ⟨b⟩A⟨/b⟩lignment"),
    ("insights: *1)* Models; *2)* CoT", "insights: ⟨i⟩1)⟨/i⟩ Models; ⟨i⟩2)⟨/i⟩ CoT"),
    ("F1$<$0.72", "F1⟨m⟩<⟨/m⟩0.72"),
    ("11.0% on table tasks", "11.0% on table tasks"),
    ("(Yang & Chiang, 2024)", "(Yang & Chiang, 2024)"),
    ("from <1% to >50%", "from <1% to >50%"),
    ("anti-concentration [Erdős 1945], implying", "anti-concentration [Erdős 1945], implying"),
    ("Γ measures, while ∆ quantifies", "Γ measures, while ∆ quantifies"),
]


@pytest.fixture(scope="module")
def by_sha() -> dict[str, str]:
    return {hashlib.sha256(re.sub(r"\s+", " ", text).strip().encode()).hexdigest(): text for text in seeds()}


def test_there_are_36_seed_abstracts() -> None:
    assert len(seeds()) == 36


@pytest.mark.parametrize("gold", GOLD, ids=lambda gold: f"#{gold['n']}")
def test_a_seed_abstract_reads_as_the_gold_rendering_in_characters_styles_and_links(
    gold: dict[str, str], by_sha: dict[str, str]
) -> None:
    rendered = render(by_sha[gold["sha256"]])
    assert rendered.text == gold["plain"]
    assert shown(rendered) == read(gold["marked"])


@pytest.mark.parametrize(("source", "marked"), FRAGMENTS)
def test_a_marked_fragment_of_the_seeds_reads_as_print(source: str, marked: str) -> None:
    assert shown(render(source)) == read(marked)


def test_no_seed_keeps_a_mark_that_a_reader_would_call_markup() -> None:
    assert [text for text in seeds() if re.search(r"[\\$*{}]|``|''|--|\]\(", render(text).text)] == []
