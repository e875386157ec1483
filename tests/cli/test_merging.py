"""duplicates, merge, against."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker

TEXT = (
    "We study how frogs jump when the ground is wet. Earlier work looked at dry ground only, and its models fail on"
    " mud. Our method learns from films of four hundred jumps and predicts their length with an error of two percent."
)
LIST = [
    {"title": "How Frogs Jump on Wet Ground", "abstract": TEXT, "doi": "10.1000/1"},
    {"title": "Frog Jumps on Mud", "abstract": TEXT, "doi": "10.1000/2", "key": "mud"},
]


@pytest.fixture
def two(tracker: Tracker, tmp_path: Path) -> tuple[int, int]:
    (tmp_path / "frogs.jsonl").write_text("\n".join(map(json.dumps, LIST)))
    report = tracker("import", "frogs.jsonl", "--json").json
    assert [(near["paper"], near["other"]) for near in report["near_duplicates"]] == [(38, 37)]
    return 37, 38


def test_an_import_names_what_may_be_here(tracker: Tracker, tmp_path: Path, two: tuple[int, int]) -> None:
    (tmp_path / "third.jsonl").write_text(json.dumps(LIST[0] | {"doi": "10.1000/3", "title": "Mud, Frogs, Jumps"}))
    ran = tracker("import", "third.jsonl", "--dry-run")
    assert "100% alike: “Mud, Frogs, Jumps” and “How Frogs Jump on Wet Ground”" in ran.out
    assert tracker("import", "third.jsonl", "--dry-run", "--json").json["near_duplicates"][0]["paper"] is None


def test_pairs_are_listed_merged_and_parted_again(tracker: Tracker, two: tuple[int, int]) -> None:
    (pair,) = tracker("duplicates", "--json").json
    assert (pair["paper"]["id"], pair["other"]["id"], pair["sure"]) == (*two, False)
    assert tracker("duplicates").rows[0][:2] == ["37", "38"]
    assert tracker("list", "is:duplicate", "--count").out == "2\n"
    key = pair["other"]["key"]
    assert "merged" in tracker("merge", "37", "38", "--take", "title").out
    assert tracker("show", key, "--json").json["title"] == "Frog Jumps on Mud"
    assert tracker("duplicates").out == ""
    tracker("undo")
    assert tracker("show", key, "--json").json["id"] == 38


def test_two_that_are_two_are_not_asked_again(tracker: Tracker, two: tuple[int, int]) -> None:
    assert tracker("merge", "--not-same", "37", "38").code == 0
    assert tracker("duplicates", "--json").json == []


def test_a_terminal_says_how_to_merge(tracker: Tracker, two: tuple[int, int]) -> None:
    assert "tracker merge 37 38" in tracker("duplicates", terminal=True).out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["merge", "3"], 2), (["merge", "3", "nobody"], 1), (["merge", "3", "3"], 2), (["merge", "3", "4", "5"], 2)],
)
def test_what_cannot_be_merged_is_told(arguments: list[str], code: int, tracker: Tracker) -> None:
    ran = tracker(*arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("tracker: error: ")


def test_a_list_is_laid_beside_the_library(tracker: Tracker, tmp_path: Path) -> None:
    here = tracker("show", "3", "--json").json
    titles = [{"title": here["title"], "year": 2025}, {"title": "Cats That Sleep on Keyboards"}]
    (tmp_path / "other.jsonl").write_text("\n".join(map(json.dumps, titles)))
    told = tracker("against", "other.jsonl", "--json").json
    assert [each["heading"] for each in told["missing"]] == ["Cats That Sleep on Keyboards"]
    assert ([each["papers"] for each in told["both"]], len(told["rest"])) == ([[3]], 35)
    some = tracker("against", "other.jsonl", "id:3,4").out
    assert "1 only among the papers that match id:3,4" in some
    assert "1 are in both" in some
    assert tracker("list", "--count").out == "36\n"
