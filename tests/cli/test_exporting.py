"""export and formats: what goes out."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker
from tracker.formats.registry import writable


@pytest.mark.parametrize("format", [*writable(), "annotations"])
def test_every_format_is_written_to_standard_output(tracker: Tracker, format: str) -> None:
    ran = tracker("export", "#reasoning", "--format", format)
    assert (ran.code, ran.err) == (0, "")
    assert format == "annotations" or len(ran.out) > 1000


def test_a_query_chooses_and_sort_orders(tracker: Tracker) -> None:
    keys = [row[1] for row in tracker("list", "#reasoning", "--sort", "title").rows]
    out = tracker("export", "#reasoning", "--sort", "title", "--format", "jsonl").out
    assert [json.loads(line)["key"] for line in out.splitlines()] == keys


def test_a_file_tells_its_format_by_its_suffix(tracker: Tracker, tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    ran = tracker("export", "-o", str(path))
    assert ran.out == f"wrote 36 papers to {path}\n"
    assert path.read_text("utf-8").count("@inproceedings{") == 36
    told = tracker("export", "--output", str(tmp_path / "a.ris"), "--json").json
    assert told == {"file": str(tmp_path / "a.ris"), "format": "ris", "papers": 36}


def test_a_file_that_is_there_is_left_alone_unless_forced(tracker: Tracker, tmp_path: Path) -> None:
    path = tmp_path / "papers.csv"
    path.write_text("mine")
    ran = tracker("export", "-o", str(path))
    assert (ran.code, path.read_text()) == (1, "mine")
    assert "--force" in ran.err
    assert tracker("export", "-o", str(path), "--force").code == 0
    assert path.read_text("utf-8").startswith("key,title")
    assert [one.name for one in tmp_path.glob(".papers.csv*")] == []


def test_what_cannot_be_written_is_named(tracker: Tracker, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "a.bib"):
        ran = tracker("export", "-o", str(path), "--format", "bibtex")
        assert ran.code == 1
        assert str(path) in ran.err


@pytest.mark.parametrize(
    "arguments", [[], ["-o", "papers"], ["--format", "nbib"], ["--format", "klingon"], ["year:x", "--format", "csv"]]
)
def test_a_format_that_is_missing_or_cannot_be_written_is_a_usage_error(tracker: Tracker, arguments: list[str]) -> None:
    assert tracker("export", *arguments).code == 2


def test_json_is_one_list_of_papers(tracker: Tracker) -> None:
    papers = tracker("export", "#reasoning", "--json").json
    assert {"key", "title", "abstract", "authors"} <= set(papers[0])


def test_what_goes_out_comes_back(tracker: Tracker, tmp_path: Path) -> None:
    tracker("export", "-o", str(tmp_path / "all.jsonl"))
    report = tracker("import", str(tmp_path / "all.jsonl"), "--json").json
    assert (report["read"], report["same"], report["failed"]) == (36, 36, [])


def test_formats_tell_what_they_do(tracker: Tracker) -> None:
    told = {one["name"]: one["does"] for one in tracker("formats", "--json").json}
    assert told["bibtex"] == ["read", "write"]
    assert told["xlsx"] == ["read"]
    assert told["html"] == ["write"]
