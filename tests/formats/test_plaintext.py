"""Lists of abstracts in plain text, as people have them."""

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tracker.formats.facts import enriched, facts_beside
from tracker.formats.plaintext import looks_like, read
from tracker.formats.record import Failure, Record, fingerprint
from tracker.formats.registry import source
from tracker.seeds import seed_files

HELIX = (
    "We study how language models learn to count, and show that they do so by building a helix in their hidden states, "
    "which explains a number of known failures; we then use this to repair a model with far fewer weights than before, "
    "at no cost in other tasks that we tried, and release all code, data and probes."
)
LEAK = (
    "Training data is often contaminated by the benchmarks that it is later judged on. We measure this for twelve "
    "models and nine benchmarks, find that the usual remedies change little, and propose one that does, at a tenth of "
    "the price of the best known alternative, tested on six languages by three groups of people."
)


def records(text: str) -> list[Record]:
    found = list(read(text))
    assert not [one for one in found if isinstance(one, Failure)]
    return [one for one in found if isinstance(one, Record)]


def abstracts(text: str) -> list[str | None]:
    return [record.abstract for record in records(text)]


def wrapped(text: str, width: int = 60) -> str:
    return textwrap.fill(text, width)


def test_the_seed_documents_hold_nineteen_abstracts_each_under_a_heading_that_is_no_paper() -> None:
    for path in seed_files():
        found = records(path.read_text("utf-8"))
        assert len(found) == 19
        assert {record.collection for record in found} == {"ICML 2025"}
        assert {record.heading for record in found} == {"ICML 2025 论文列表"}


def test_an_abstract_is_kept_to_the_letter() -> None:
    path = seed_files()[0]
    lines = path.read_text("utf-8").split("\n")
    for record in records(path.read_text("utf-8")):
        assert record.abstract == lines[record.line - 1] == record.raw


@pytest.mark.parametrize("width", [40, 60, 72, 78, 100, 160])
def test_a_hard_wrapped_list_reads_like_the_unwrapped_one(width: int) -> None:
    text = seed_files()[0].read_text("utf-8")
    broken = "\n\n".join(wrapped(paragraph, width) for paragraph in text.split("\n\n"))
    assert abstracts(broken) == abstracts(text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("blank", ["", " ", "\t", "\u3000", "\u200b", "\u00a0"])
def test_any_line_end_and_any_line_that_looks_empty_part_the_abstracts(end: str, blank: str) -> None:
    text = end.join([*wrapped(HELIX).split("\n"), blank, blank, *wrapped(LEAK).split("\n")])
    assert abstracts(text) == [HELIX, LEAK]
    assert [record.line for record in records(text)] == [1, len(wrapped(HELIX).split("\n")) + 3]


@pytest.mark.parametrize("rule", ["-----", "=====", "* * *", "***", "___"])
def test_a_rule_parts_abstracts(rule: str) -> None:
    assert abstracts(f"{HELIX}\n{rule}\n{LEAK}") == [HELIX, LEAK]


def test_without_empty_lines_every_long_line_is_an_abstract() -> None:
    assert abstracts(f"{HELIX}\n{LEAK}\n{HELIX}") == [HELIX, LEAK, HELIX]
    assert abstracts(f"ICML 2025 papers\n{LEAK}\n{HELIX}") == [LEAK, HELIX]


def test_one_wrapped_abstract_alone_is_one_paper() -> None:
    assert abstracts(wrapped(HELIX)) == [HELIX]


def test_one_sentence_a_line_stays_one_abstract() -> None:
    assert abstracts(LEAK.replace(". ", ".\n") + "\n\n" + HELIX.replace("; ", ";\n")) == [LEAK, HELIX]


def test_a_page_end_parts_abstracts_only_after_a_full_stop() -> None:
    assert abstracts(f"{HELIX}\f{LEAK}") == [HELIX, LEAK]
    assert abstracts(LEAK.replace("find that", "\ffind that")) == [LEAK]
    assert abstracts(LEAK.replace("find that", "\n\ffind that", 1)) == [LEAK]


def test_a_hyphen_at_a_line_end_stays_in_a_compound_and_goes_from_a_broken_word() -> None:
    assert abstracts("We like the self-\nattention of high-\nquality models and pre-\nand post-training.") == [
        "We like the self-attention of high-quality models and pre- and post-training."
    ]
    broken = (
        "An evolu-\ntion of mod-\nels and of self-\nattention. All models show evolution, and all show atten-\ntion."
    )
    assert abstracts(broken) == [
        "An evolution of models and of self-attention. All models show evolution, and all show attention."
    ]
    assert abstracts("A soft hy\u00ad\nphen, and 2n -\n2, and a minus.") == ["A soft hyphen, and 2n - 2, and a minus."]


def test_chinese_lines_are_joined_without_spaces() -> None:
    assert abstracts("大语言模型在推理任务上取得了进展，\n然而其机制仍不清楚。\n\n本文提出新方法。") == [
        "大语言模型在推理任务上取得了进展，然而其机制仍不清楚。",
        "本文提出新方法。",
    ]


@pytest.mark.parametrize(
    "layout",
    [
        lambda title, text: f"{title}\n\n{text}",
        lambda title, text: f"{title}\n{text}",
        lambda title, text: f"{title}\n{wrapped(text)}",
        lambda title, text: f"## {title}\n\n{wrapped(text)}",
    ],
)
def test_titles_above_the_abstracts_are_their_titles(layout: Callable[[str, str], str]) -> None:
    titles = ["Counting on Helices", "Contamination Again?", "A Third Title That Is Rather Longer"]
    text = "NeurIPS 2024 accepted papers\n\n" + "\n\n".join(map(layout, titles, [HELIX, LEAK, HELIX]))
    assert [(r.title, r.abstract, r.collection) for r in records(text)] == [
        (titles[0], HELIX, "NeurIPS 2024"),
        (titles[1], LEAK, "NeurIPS 2024"),
        (titles[2], HELIX, "NeurIPS 2024"),
    ]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_line_of_names_below_a_title_is_its_authors(gap: str) -> None:
    text = (
        f"Counting on Helices{gap}Ann Lee, Bob Müller{gap}{HELIX}\n\nContamination{gap}Cem Öz and Dan O’Neil{gap}{LEAK}"
    )
    assert [(r.title, r.authors, r.abstract) for r in records(text)] == [
        ("Counting on Helices", ("Ann Lee", "Bob Müller"), HELIX),
        ("Contamination", ("Cem Öz", "Dan O’Neil"), LEAK),
    ]


def test_a_list_of_titles_gives_papers_without_abstracts() -> None:
    text = "Counting on Helices\nContamination Again?\nA Rather Long Title on Many Things That Models Learn\nScaling\n"
    assert [record.title for record in records(text)] == text.split("\n")[:4]


def test_two_lists_in_one_file_keep_their_names() -> None:
    found = records(f"ICML 2025 论文列表\n\n{HELIX}\n\nNeurIPS 2024 论文列表\n\n{LEAK}")
    assert [record.collection for record in found] == ["ICML 2025", "NeurIPS 2024"]


def test_a_heading_without_familiar_words_names_the_list_when_several_abstracts_follow() -> None:
    assert {r.collection for r in records(f"Our reading group\n\n{HELIX}\n\n{LEAK}")} == {"Our reading group"}


def test_an_abstract_that_begins_with_a_name_and_a_year_is_not_beheaded() -> None:
    text = "GPT-4 was released in 2023 and then studied by very many people, of whom we are some. " + LEAK
    assert abstracts(wrapped(text) + "\n\n" + wrapped(HELIX)) == [text, HELIX]


def test_numbers_and_labels_in_front_are_not_part_of_the_text() -> None:
    assert abstracts(f"1. {HELIX}\n\n2. {LEAK}") == [HELIX, LEAK]
    assert abstracts(f"[1] {HELIX}\n\n[2] {LEAK}") == [HELIX, LEAK]
    assert abstracts(f"Abstract: {HELIX}\n\nAbstract—{LEAK}") == [HELIX, LEAK]
    assert abstracts(f"3. {HELIX}\n\n{LEAK}") == [f"3. {HELIX}", LEAK]


def test_a_line_that_is_nothing_known_is_reported_with_its_place() -> None:
    found = list(read(f"{HELIX}\n\nOral presentations\n\n{LEAK}\n\n{HELIX}\n\n{LEAK}"))
    assert [type(one) for one in found] == [Record, Failure, Record, Record, Record]
    assert (found[1].line, found[1].raw) == (3, "Oral presentations")


def test_a_list_name_with_nothing_below_it_is_reported() -> None:
    found = list(read(f"NeurIPS 2024 papers\n\nICML 2025 papers\n\n{HELIX}\n\n{LEAK}"))
    assert [type(one) for one in found] == [Record, Record, Failure]
    assert (found[2].line, found[2].raw) == (1, "NeurIPS 2024 papers")


@pytest.mark.parametrize("text", ["", "\n", " \n\t\r\n\f\n", "-----\n"])
def test_an_empty_file_says_so(text: str) -> None:
    (failure,) = read(text)
    assert isinstance(failure, Failure)
    assert "empty" in failure.message


@pytest.mark.parametrize(
    "head",
    [
        "TY  - JOUR\nTI  - A title\n",
        "@article{x,\n title = {A}}",
        "% a comment\n@book{key,\n title = {A}}",
        '[{"title": "A"}]',
        '{"title": "A"}',
        "<?xml version='1.0'?>",
        "<html>",
        "PMID- 123\nOWN - NLM",
        "FN Clarivate Analytics Web of Science\nVR 1.0",
        "%0 Journal Article\n%A A",
        "<8>\nScore\n  *****",
        "title,abstract\n",
        '"Key","Item Type","Title"\n"A1","journalArticle","A"',
        "id\ttitle\tyear\n1\tA\t2020",
        "SEARCH QUERY;dinosaur:ti;;;;;;;\n",
        "# Papers\n\n<table>\n<tr>",
        "% Encoding: UTF-16\r\r@article{,\r title = {A}\r}",
        "@article{a, title = {A}}",
        "From ernad at nep.repec.org  Wed Nov  2 03:26:25 2005\nSubject: x",
    ],
)
def test_other_formats_are_not_taken_for_abstracts(head: str) -> None:
    assert not looks_like(head)


@pytest.mark.parametrize(
    "head",
    [
        HELIX,
        "[1] We study",
        "@ we meet",
        "{\\bf We} study",
        "% of all",
        "A < B",
        "<1% of",
        "Title, abstract and key are words here",
        "Ann, Bob",
    ],
)
def test_abstracts_with_odd_beginnings_are_abstracts(head: str) -> None:
    assert looks_like(head)


@pytest.mark.parametrize(
    "unit", ["a", "a-", "- ", '."', "a-\n", "\f", "ICML 2025\n", "A B, C D\n", "a\n\n", "#", "1. "]
)
def test_a_long_run_of_anything_is_read_at_once(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert list(read(text))


@example("# 1")
@example("1. ICML 2025\n\n2. a\n\n3. b")
@example("Z Z, Z Z\nIC 2025\nIC 2025\na short title")
@settings(max_examples=500)
@given(st.text(alphabet=st.sampled_from("aZ.-—#1é论 \n\r\f\u2028\u200b,[")))
def test_no_text_breaks_the_reader_and_none_of_it_is_lost(text: str) -> None:
    letters = [char for char in text if char.isalnum()]
    held = "".join(one.raw + (one.heading or "" if isinstance(one, Record) else "") for one in read(text))
    assert set(letters) <= set(held)


def test_every_seed_abstract_finds_what_is_known_about_it_however_its_lines_were_broken(tmp_path: Path) -> None:
    seed = seed_files()[0]
    known = facts_beside(seed)
    copy = tmp_path / "list.txt"
    copy.write_bytes("\r\n".join(wrapped(line) for line in seed.read_text("utf-8").split("\n")).encode("utf-16"))
    found = [enriched(one, known) for one in source(copy).records() if isinstance(one, Record)]
    assert len(found) == 19
    assert all(record.title and record.abstract and fingerprint(record.abstract) in known.papers for record in found)


def test_titles_each_with_a_line_of_authors_below() -> None:
    text = "1. Counting frogs\nAnn Lee, Bob Ray\n\n2. Two ponds\nBob Ray, Jan Berg\n\n3. No authors\n"
    found = [(one.title, one.authors) for one in read(text) if isinstance(one, Record)]
    assert found == [
        ("Counting frogs", ("Ann Lee", "Bob Ray")),
        ("Two ponds", ("Bob Ray", "Jan Berg")),
        ("No authors", ()),
    ]


def test_lines_of_titles_stay_titles_whatever_they_list() -> None:
    text = "Counting frogs\nFrogs, Toads and Newts\nTwo ponds\n"
    assert [one.title for one in read(text) if isinstance(one, Record)] == text.splitlines()
