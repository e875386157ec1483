"""Abstracts read like print: what each kind of mark-up becomes, and what only looks like it and stays."""

import pytest

from tests.text.marked import read, shown
from tracker.text.render import plain, render

MARKDOWN = [
    ("_one_ and __two__", "⟨i⟩one⟨/i⟩ and ⟨b⟩two⟨/b⟩"),
    ("snake_case_name", "snake_case_name"),
    ("A* search, 5*3 and 2*4, O*NET", "A* search, 5*3 and 2*4, O*NET"),
    ("**bold with *italic* inside**", "⟨b⟩bold with ⟨i⟩italic⟨/i⟩ inside⟨/b⟩"),
    ("**not closed", "**not closed"),
    ("`code_*x*` here", "⟨tt⟩code_*x*⟨/tt⟩ here"),
    ("``a ` b`` here", "⟨tt⟩a ` b⟨/tt⟩ here"),
    ("a ` tick", "a ` tick"),
    (r"\*not\* \_emphasis\_ \# \[12\]", "*not* _emphasis_ # [12]"),
    ("[a **b** c](https://x.org/y_z)", "⟨a https://x.org/y_z⟩a ⟨b⟩b⟨/b⟩ c⟨/a⟩"),
    ("![figure](https://x.org/i.png)!", "⟨a https://x.org/i.png⟩figure⟨/a⟩!"),
    ("[https://x.io](https://x.io).", "⟨a https://x.io⟩https://x.io⟨/a⟩."),
    ("<https://x.org/a>", "⟨a https://x.org/a⟩https://x.org/a⟨/a⟩"),
    ("[1](2) and [CLS] [/INST] [sic] [Erdős 1945]", "[1](2) and [CLS] [/INST] [sic] [Erdős 1945]"),
    ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
    ("one\ntwo  three", "one two three"),
    ("one \n\n two", "one\n\ntwo"),
    ("these:\n- one\n- two", "these:\n- one\n- two"),
]
TEX = [
    (r"\emph{a} \textbf{b} \texttt{c} \textsf{d}", "⟨i⟩a⟨/i⟩ ⟨b⟩b⟨/b⟩ ⟨tt⟩c⟨/tt⟩ d"),
    (r"{\em lexical smoothing}, {\bf b}", "⟨i⟩lexical smoothing⟨/i⟩, ⟨b⟩b⟨/b⟩"),
    (r"\text{\textit{style gap}}", "⟨i⟩style gap⟨/i⟩"),
    (r"\textbf{\textit{x}}", "⟨b⟩⟨i⟩x⟨/i⟩⟨/b⟩"),
    (r"as in \cite{smith2020} and \citep[p.~3]{a,b}", "as in [smith2020] and [a,b]"),
    (r"\url{https://x.org/a_b}", "⟨a https://x.org/a_b⟩https://x.org/a_b⟨/a⟩"),
    (r"\href{https://x.org/}{our \emph{page}}.", "⟨a https://x.org/⟩our ⟨i⟩page⟨/i⟩⟨/a⟩."),
    (r"``quoted'' and `single'", "“quoted” and ‘single’"),
    ("pages 3--5 --- say", "pages 3–5 — say"),
    ("run with --force", "run with --force"),
    ("----", "----"),
    ("Fig.~1, Smith~et al., 2~4%, 8.5~GB", "Fig. 1, Smith et al., 2~4%, 8.5 GB"),
    (r"M\"uller, Erd\H{o}s, {\'E}tude, na\"{\i}ve, \v{C}ech, \o re", "Müller, Erdős, Étude, naïve, Čech, ø re"),
    (r"it\'s \"quoted\"", 'it\'s "quoted"'),
    ("Polyak-{Ł}ojasiewicz, {LLM}s, D{ı}az", "Polyak-Łojasiewicz, LLMs, Dıaz"),
    ("a set {a, b} and GPT-{n, m}", "a set {a, b} and GPT-{n, m}"),
    (r"at most \approx 0.5, \beta=0, \mathcal{P}^2", "at most ⟨m⟩≈⟨/m⟩ 0.5, ⟨m⟩β⟨/m⟩=0, ⟨m⟩P²⟨/m⟩"),
    (r"by \ell_{1} norm, {\sim} 11\%", "by ⟨m⟩ℓ₁⟨/m⟩ norm, ⟨m⟩∼⟨/m⟩ 11%"),
    (r"En\rightarrowDe", "En⟨m⟩→⟨/m⟩De"),
    (r"10^5 parameters, O(n^2), L_2 norm, H_{0}", "10⁵ parameters, O(n²), L₂ norm, H₀"),
    (r"\(x^2\) and \[E=mc^2\] and \\(y\\)", "⟨m⟩x²⟨/m⟩ and ⟨m⟩E=mc²⟨/m⟩ and ⟨m⟩y⟨/m⟩"),
    ("$$a+b$$", "⟨m⟩a+b⟨/m⟩"),
    (r"by: \begin{align} x = 1 \end{align} where", "by: ⟨m⟩x = 1⟨/m⟩ where"),
    (r"\begin{itemize} \item one \item two \end{itemize}", "• one • two "),
    (r"our \ours{} beats \name", "our ours beats name"),
    (r"word\footnote{a note} on", "word (a note) on"),
    (r"1\textsuperscript{st}", "1ˢᵗ"),
    (r"100\% of \$5 \& \#1", "100% of $5 & #1"),
    (r"two\\lines", "two lines"),
    (r"\underline{A}daptive", "⟨i⟩A⟨/i⟩daptive"),
    (r"$\underline{\textbf{M}}$ix", "⟨i⟩⟨b⟩M⟨/b⟩⟨/i⟩ix"),
    (r"$k$-NN, $\epsilon$-greedy", "⟨m⟩k⟨/m⟩-NN, ⟨m⟩ε⟨/m⟩-greedy"),
]
MONEY = [
    "at a cost of $20. Our work",
    "less than 1$ per instance",
    "between $5 and $10 a month",
    "from $5-$10",
    "US$5 million and US$6 million",
    "50% of $100m",
]
HTML = [
    ("<i>In vitro</i> CO<sub>2</sub> and 10<sup>-3</sup>", "⟨i⟩In vitro⟨/i⟩ CO₂ and 10⁻³"),
    ("x<sup>a,b</sup>", "x^(a,b)"),
    ("<jats:p>One.</jats:p><jats:p>Two.</jats:p>", "One.\n\nTwo.\n\n"),
    ("<jats:title>Aim</jats:title><jats:p>We <jats:italic>do</jats:italic>.", "Aim\n\nWe ⟨i⟩do⟨/i⟩."),
    ("p &lt; 0.05 &amp; n&nbsp;= 3 &#8211; &eacute;", "p < 0.05 & n = 3 – é"),
    ("&lt;i&gt;E. coli&lt;/i&gt;", "⟨i⟩E. coli⟨/i⟩"),
    ('<a href="https://x.org/">here</a>', "⟨a https://x.org/⟩here⟨/a⟩"),
    ("an <image, reasoning-question> pair, a <b> tag, <1%", "an <image, reasoning-question> pair, a <b> tag, <1%"),
    ("AT&T; R&D; &unknown;", "AT&T; R&D; &unknown;"),
]
LINKS = [
    ("See https://x.org/a_b_c(d), then", "https://x.org/a_b_c(d)", "https://x.org/a_b_c(d)"),
    ("(https://x.org/a).", "https://x.org/a", "https://x.org/a"),
    ("at www.x.org/a!", "www.x.org/a", "https://www.x.org/a"),
    ("at github.com/rbetser/W_CLIP/tree/main.", "github.com/rbetser/W_CLIP/tree/main", "https://github.com/rbetser/W_CLIP/tree/main"),
    (r"https://github.com/a/b\_c.", "https://github.com/a/b_c", "https://github.com/a/b_c"),
    ("doi:10.1000/x.y(1)2.", "10.1000/x.y(1)2", "https://doi.org/10.1000/x.y(1)2"),
    ("in arXiv:2412.17451v2.", "arXiv:2412.17451v2", "https://arxiv.org/abs/2412.17451v2"),
    ("**https://x.org/a**", "https://x.org/a", "https://x.org/a"),
    ("“https://x.org/a”。", "https://x.org/a", "https://x.org/a"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "marked"), [*MARKDOWN, *TEX])
def test_markdown_and_tex_read_as_print(source: str, marked: str) -> None:
    assert shown(render(source)) == read(marked)


@pytest.mark.parametrize("text", MONEY)
def test_prices_are_no_formulas(text: str) -> None:
    assert shown(render(text)) == (text, set())


@pytest.mark.parametrize(("source", "marked"), HTML)
def test_publishers_html_and_jats_read_as_print(source: str, marked: str) -> None:
    assert shown(render(source)) == read(marked)


@pytest.mark.parametrize(("source", "text", "url"), LINKS)
def test_bare_links_are_found_without_their_full_stop(source: str, text: str, url: str) -> None:
    rendered = render(source)
    found = [(rendered.text[span.start : span.end], span.url) for span in rendered.spans if span.style == "link"]
    assert found == [(text, url)]


def test_a_version_number_or_an_ip_is_no_doi() -> None:
    assert render("version 10.2 of 10.0.0.1/8").spans == ()


def test_plain_text_is_its_own_rendering() -> None:
    text = "Nothing special here; 5 % of it – not even [brackets] – is marked (1.5-2x)."
    assert render(text).text == text
    assert plain(text) == text
    assert render("Nothing.") == ("Nothing.", (), ())


@pytest.mark.parametrize(
    ("source", "chosen", "expected"),
    [
        ("we propose **Paprika**, a", "Paprika", "Paprika"),
        ("**S**afe**T**y", "SafeTy", "S**afe**T**y"),
        ("loss of $O(T^2)$ here", "T²", "$O(T^2)$"),
        ("loss of $O(T^2)$ here", "here", "here"),
        (r"less than 1\% loss", "1%", r"1\%"),
        (r"$\textit{Reward Model}$ is", "Model", "Model"),
        ("[project website](https://x.org) has", "website", "website"),
        ("a --- b", "—", "---"),
    ],
)
def test_a_selection_leads_back_to_its_source(source: str, chosen: str, expected: str) -> None:
    rendered = render(source)
    start = rendered.text.index(chosen)
    begin, end = rendered.to_source(start, start + len(chosen))
    assert source[begin:end] == expected
    first, last = rendered.to_plain(begin, end)
    assert first <= start
    assert start + len(chosen) <= last


def test_markup_alone_has_no_place_in_the_plain_text() -> None:
    rendered = render("a **b** c")
    assert rendered.to_plain(2, 4) == (2, 2)
    assert rendered.to_plain(-5, 99) == (0, 5)
    assert rendered.to_source(-5, 99) == (0, 9)
