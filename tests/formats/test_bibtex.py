"""BibTeX and BibLaTeX, with what other programs leave out."""

import random

import pytest

from tests.formats.kinds import failures, of
from tests.formats.samples import BIBTEX
from tracker.formats.bibtex import PIECE, looks_like, read, write
from tracker.formats.record import Record


def one(text: str) -> Record:
    (record,) = of(read(text))
    return record


def test_an_entry_tells_all_that_a_record_holds() -> None:
    text = """% from a colleague
@inproceedings{lee2020,
  title = {Counting with {BERT}},
  author = "Lee, Ann and van der Berg, Jan and {Barnes and Noble, Inc.} and others",
  booktitle = {Proceedings of Counting}, year = 2020, pages = {3--9},
  series = {PMLR}, volume = 267, publisher = {PMLR},
  doi = {https://doi.org/10.1234/ABC}, eprint = {2501.05444v2}, archivePrefix = {arXiv},
  url = {https://example.org/a\\_b}, pdf = {https://example.org/a.pdf}, code = {https://github.com/a/b},
  abstract = {{We study
    counting.

    It is hard.}},
  keywords = {counting, BERT}, groups = {mine}, readstatus = {read}, annote = {Look again}, note = {PMID: 3},
}
"""
    record = one(text)
    assert record.title == "Counting with BERT"
    assert record.authors == ("Ann Lee", "Jan van der Berg", "Barnes and Noble, Inc.")
    assert (record.venue, record.year, record.pages) == ("Proceedings of Counting", 2020, "3-9")
    assert (record.proceedings, record.doi, record.arxiv_id) == ("PMLR 267", "10.1234/abc", "2501.05444")
    assert (record.url, record.pdf_url) == ("https://example.org/a_b", "https://example.org/a.pdf")
    assert record.code_url == "https://github.com/a/b"
    assert record.abstract == "We study counting.\n\nIt is hard."
    assert (record.keywords, record.tags, record.status) == (("counting", "BERT"), ("mine",), "read")
    assert (record.notes, record.key, record.line) == (("Look again",), "lee2020", 2)


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"{\"o}\"{o}\"o\'{\i}{\'\i}", "öööíí"),
        (r"\v{c}{\v c}\c{c}\H{o}\k a", "ččçőą"),
        (r"{\ss}{\o}\AA\L{}\ae", "ßøÅŁæ"),
        (r"Stra{\ss}e \& 5\% of \#1", "Straße & 5% of #1"),
        (r"{{Counting} with {B}ERT}", "Counting with BERT"),
        (r"The {$\alpha_{i}$} and $x\'$", r"The $\alpha_{i}$ and $x\'$"),
        (r"It\'s \"quoted\" \textit{there}", 'It\'s "quoted" \\textit{there}'),
        (r"a \omega b \\ c", r"a \omega b \\ c"),
        ("unbalanced } here", "unbalanced  here".replace("  ", " ")),
    ],
)
def test_accents_become_letters_and_braces_go_but_mathematics_stays(tex: str, text: str) -> None:
    from tracker.formats.accents import title

    assert " ".join(title(tex).split()) == text


def test_abbreviations_are_written_out_and_unknown_ones_stand_for_themselves() -> None:
    text = '@string{jc = "J. Counting"}\n@article{a, title={A}, journal = jc # { and } # nowhere, month = jan}'
    assert one(text).venue == "J. Counting and nowhere"


def test_a_field_or_key_that_stands_twice_loses_no_entry() -> None:
    text = "@misc{a, title={A}, year=2020, year=2021, keywords={x, y}, keywords={z}}\n@misc{a, title={B}}\n"
    first, second = of(read(text))
    assert (first.title, first.year, first.keywords) == ("A", 2020, ("x", "y", "z"))
    assert second.title == "B"


def test_an_entry_without_a_key_is_read() -> None:
    assert one("@article{\n  author = {Lee, Ann},\n  title = {A},\n}").authors == ("Ann Lee",)
    assert one("@article{,\n  title = {A},\n}").title == "A"
    assert one("@article{title = {A}, year = 2001}").year == 2001


def test_what_a_missing_brace_cut_short_is_salvaged_and_the_next_entry_is_whole() -> None:
    text = "@misc{a, title = {Unclosed, author = {Lee, Ann},\n  year = 2020\n}\n@misc{b, title = {Next}}\n"
    first, second = of(read(text))
    assert (first.title, first.authors, first.year) == ("Unclosed", ("Ann Lee",), 2020)
    assert (second.title, second.line) == ("Next", 4)
    assert one("@misc{c, title = {Three}, stray, doi = {10.1234/x}}").doi == "10.1234/x"
    assert one("@misc{d\n title = {Four},\n year = 2001\n}").title == "Four"
    assert one("@misc{e, title = {Last}, year = 2003").year == 2003


def test_what_cannot_be_salvaged_is_told_of_with_its_line_and_text() -> None:
    text = "@misc{a, title={A}}\n\n@article foo, title = {None},\n\n@misc{b, year = 2001}\n"
    found = failures(read(text))
    assert [failure.line for failure in found] == [3, 5]
    assert "without a brace" in found[0].message
    assert found[1].raw == "@misc{b, year = 2001}"


def test_an_entry_inherits_in_a_long_file_too() -> None:
    before = (
        f"@proceedings{{book, title={{The Book}}, year=1999}}\n@misc{{a, title={{A}}, abstract={{{'a ' * PIECE}}}}}\n"
    )
    found = of(read(f"{before}@inproceedings{{part, CrossRef\n = {{book}}, title={{Part}}}}\n"))
    assert (found[-1].title, found[-1].venue, found[-1].year) == ("Part", "The Book", 1999)


def test_entries_inherit_from_crossref_and_xdata_and_loops_end() -> None:
    text = """
@inproceedings{a, crossref={BOOK}, title={Part}}
@proceedings{book, title={The Book}, year=1999, doi={10.1234/book}}
@xdata{x, journaltitle={J}, xdata={y}}
@xdata{y, year=1998, xdata={x}}
@article{b, title={B}, xdata={x}}
@article{c, title={xdata=z-title}, author={xdata=z-author-2}}
@xdata{z, title={Shared}, author={Lee, Ann and Ray, Bob}}
"""
    found = {record.key: record for record in read(text) if isinstance(record, Record)}
    assert (found["a"].venue, found["a"].year, found["a"].doi) == ("The Book", 1999, None)
    assert (found["b"].venue, found["b"].year) == ("J", 1998)
    assert (found["c"].title, found["c"].authors) == ("Shared", ("Bob Ray",))
    assert len(failures(read(text))) == 3


def test_comments_and_text_between_entries_are_no_entries() -> None:
    text = 'Some words.\n@comment{jabref-meta: x}\n@preamble{"x"}\n@misc{a, title={A}}\nann@example.org\n'
    assert one(text).title == "A"


def test_it_is_known_by_its_content() -> None:
    assert looks_like("% Encoding: UTF-8\r\r@Article{,\r  title = {A},\r}")
    assert looks_like("@misc{\n  title = {A}")
    assert not looks_like("Mail me @ann, or {ann} @example.\n\n@ann said so.")


def test_what_is_written_can_be_set_by_latex() -> None:
    record = Record(title="5% of BERT & more_of $x_i$", authors=("Ann van Lee", "Google Brain Team"), venue="ICML 2020")
    text = "".join(write([record, record]))
    assert r"title = {5\% of {BERT} \& more\_of $x_i$}" in text
    assert "author = {van Lee, Ann and {Google Brain Team}}" in text
    assert "@inproceedings{paper1," in text
    assert "@inproceedings{paper2," in text
    assert r"title = {a \% b}" in "".join(write([Record(title=r"a \% b")]))


def test_text_with_a_brace_too_many_does_not_break_the_file() -> None:
    text = "".join(write([Record(title="a } b", abstract="{{ c \\"), Record(title="next")]))
    assert [record.title for record in of(read(text))] == ["a } b", "next"]


DAMAGE = ["", *'{}",=@\\#\n', "\n@article{x,", "@string{a = {b}}\n", "@comment{", " a@b.de "]


@pytest.mark.parametrize("seed", range(20))
def test_a_plain_entry_is_read_as_the_whole_grammar_reads_it(seed: int) -> None:
    from tracker.formats.bibtex import _unusual
    from tracker.formats.bibtex_entries import Rest, parted
    from tracker.formats.bibtex_values import Raw

    chance = random.Random(seed)
    text = "% exported\n" + BIBTEX * 2
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(DAMAGE) + text[at + chance.randrange(3) :]
    found: list[object] = []
    for part in parted(text):
        found += [part] if isinstance(part, Raw) else _unusual(part)
    assert found == list(_unusual(Rest(text, 1)))


def test_a_forgotten_comma_takes_nothing_from_the_next_field() -> None:
    record = one("@article{a,\n title = {Counting frogs}\n year = {2020},\n author = {Ann Lee 0001 and Bob Ray}\n}\n")
    assert (record.title, record.year, record.authors) == ("Counting frogs", 2020, ("Ann Lee", "Bob Ray"))


def test_abbreviations_keep_the_blank_that_sets_them_off() -> None:
    text = '@string{p = "Proc. "}\n@string{q = p # "of X"}\n@misc{a, title = {T}, journal = q # {!}}\n'
    assert one(text).venue == "Proc. of X!"


@pytest.mark.parametrize("between", [" ", "\n  ", "  \n"])
def test_a_comma_that_was_forgotten_takes_nothing_along(between: str) -> None:
    text = f"@article{{a, title={{Missing \\emph{{x}} n = 5 comma}}{between}year=2004, author={{Lee, Ann}}}}"
    (record,) = read(text)
    assert isinstance(record, Record)
    assert (record.title, record.year, record.authors) == ("Missing \\emph{x} n = 5 comma", 2004, ("Ann Lee",))


def test_what_looks_like_a_field_inside_a_value_is_none() -> None:
    text = "@article{a, title={T}, year=2004, note={Where {x}\n  y = {3} and more}, title={T}}"
    (record,) = read(text)
    assert isinstance(record, Record)
    assert record.notes == ("Where {x}\n  y = {3} and more",)


@pytest.mark.parametrize("spelled", [r"The {\TeX}book", r"The {\TeX{}book}", r"The \TeX{}book"])
def test_a_macro_does_not_run_into_the_letters_behind_it(spelled: str) -> None:
    (record,) = read(f"@book{{a, title={{{spelled}}}}}")
    assert isinstance(record, Record)
    assert record.title == r"The \TeX{}book"
