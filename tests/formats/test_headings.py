"""What a list's heading says the list is called."""

import pytest

from tracker.formats.headings import collection_name, is_heading


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("ICML 2025 论文列表", "ICML 2025"),
        ("CVPR 2024 录用论文列表", "CVPR 2024"),
        ("KDD2024 论文", "KDD2024"),
        ("ICML 2025 Papers", "ICML 2025"),
        ("ICML 2025 paper list:", "ICML 2025"),
        ("NeurIPS 2024: Accepted Papers", "NeurIPS 2024"),
        ("# NeurIPS 2024 — List of accepted papers", "NeurIPS 2024"),
        ("List of accepted papers at ICML 2025", "ICML 2025"),
        ("Accepted Papers - NeurIPS 2024", "NeurIPS 2024"),
        ("ACL'23 (accepted papers)", "ACL'23"),
        ("  ICML   2025\u3000论文列表 ", "ICML 2025"),
        ("Paper list", "Paper list"),
        ("My papers", "My papers"),
        ("Papers on RLHF", "Papers on RLHF"),
        ("ICML 2025", "ICML 2025"),
        ("论文列表", "论文列表"),
    ],
)
def test_words_that_only_say_list_of_papers_are_not_part_of_the_name(heading: str, name: str) -> None:
    assert collection_name(heading) == name


@pytest.mark.parametrize(
    "line", ["ICML 2025 论文列表", "NeurIPS 2024", "ICML 2025 Oral", "# Anything", "Accepted papers"]
)
def test_a_list_name_is_known_by_itself(line: str) -> None:
    assert is_heading(line)


@pytest.mark.parametrize(
    "line",
    ["Scaling laws in 2025", "GPT-4 was released in 2023", "Counting on Helices", "We study ICML 2025 papers.", ""],
)
def test_a_title_or_a_sentence_is_no_list_name(line: str) -> None:
    assert not is_heading(line)
