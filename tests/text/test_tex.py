"""TeX mathematics reads as one line of Unicode."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.text.tex import maths

CASES = [
    (r"\widetilde{O}(n^{1.5})", "Õ(n^(1.5))"),
    (r"O(\tau_q/qT+\sigma/\sqrt{qT})", "O(τ_q/qT+σ/√(qT))"),
    (r"\frac{a+b}{2}", "(a+b)/2"),
    (r"\frac{1}{2}", "1/2"),
    (r"\frac12x", "(1/2)x"),
    (r"\frac{n}{2k}", "n/(2k)"),
    (r"O(n\log n)", "O(n log n)"),
    (r"\log^2 n", "log² n"),
    (r"\sqrt[3]{n+1}", "∛(n+1)"),
    (r"\sqrt{d}", "√d"),
    (r"d^{O(\log(1/w_{\min}))}", "d^(O(log(1/wₘᵢₙ)))"),
    (r"\|x\|_2 \leq 1", "‖x‖₂ ≤ 1"),
    (r"\boldsymbol{w}^*\cdot x", "w*·x"),
    (r"\{1,\dots,n\}", "{1,…,n}"),
    (r"x_{i,j}", "x_(i,j)"),
    (r"x_i^2", "xᵢ²"),
    (r"n \times m", "n × m"),
    (r"n\times m", "n×m"),
    (r"\mathbb{R}^{d\times d}", "ℝ^(d×d)"),
    (r"\mathbb{E}[X|Y]", "E[X|Y]"),
    (r"\mathcal{O}(1)", "O(1)"),
    (r"\not\in", "∉"),
    (r"\not=", "≠"),
    (r"\hat{\theta}_n", "θ̂ₙ"),
    (r"\widehat{AB}", "hat(AB)"),
    (r"\overline{AB}", "A̅B̅"),
    (r"\alpha x", "αx"),
    (r"\epsilon, \delta", "ε, δ"),
    (r"\operatorname{argmin}_x f(x)", "argminₓ f(x)"),
    (r"x^\top y", "xᵀy"),
    (r"90^\circ", "90°"),
    (r"f'(x)", "f′(x)"),
    (r"\left(\frac{1}{2}\right)", "(1/2)"),
    (r"\left. x \right|_{0}", "x |₀"),
    (r"\binom{n}{k}", "(n choose k)"),
    (r"1/\sqrt{\text{depth-first}}", "1/√(depth-first)"),
    (r"\begin{pmatrix}a & b \\ c & d\end{pmatrix}", "(a, b; c, d)"),
    (r"\begin{align} \nonumber x &= y \\ z &= 1 \end{align}", "x = y; z = 1"),
    (r"\xrightarrow{f}", "→ᶠ"),
    (r"\overset{d}{=}", "=ᵈ"),
    (r"p(x \mid y)", "p(x | y)"),
    (r"a \equiv b \pmod{p}", "a ≡ b (mod p)"),
    (r"\foo{bar}", "foo(bar)"),
    (r"\method", "method"),
    (r"\mathcalO(T)", "O(T)"),
    (r"(2k+\sigma^2)\log{n}", "(2k+σ²) log n"),
    (r"3\%", "3%"),
    (r"10\,000", "10 000"),
    (r"{\bf x}", "x"),
    (r"\textcolor{red}{x}", "x"),
    ("", ""),
    ("{", ""),
    ("}", ""),
    ("^", "^"),
    ("x^", "x^"),
    ("\\", ""),
    (r"\frac", "/"),
    ("x}y", "xy"),
]


@pytest.mark.parametrize(("source", "line"), CASES)
def test_a_formula_reads_on_one_line(source: str, line: str) -> None:
    assert maths(source) == line


PARTS = [*"ab12{}^_\\ &~()[]'-+=$.", r"\frac", r"\sqrt", r"\hat", r"\begin{x}", r"\end{x}", r"\left", r"\not", r"\foo"]


@given(st.lists(st.sampled_from(PARTS), max_size=60).map("".join))
def test_any_formula_reads_as_one_line_that_keeps_its_digits(source: str) -> None:
    line = maths(source)
    assert "\n" not in line
    digits = [char for char in unicodedata.normalize("NFKC", line) if char.isdecimal()]
    assert digits == [char for char in source if char.isdecimal()]


@pytest.mark.parametrize(
    "unit", ["{", r"\frac", r"\sqrt{", "^{", r"\hat", r"\begin{x}", r"\left", r"x^x^", r"\not", r"\foo{"]
)
def test_the_deepest_nesting_reads_without_running_out_of_stack(unit: str) -> None:
    assert isinstance(maths(unit * 5000), str)
    assert isinstance(maths(unit * 5000 + "}" * 5000), str)
