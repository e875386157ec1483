"""`tracker next`, `pass` and `stats`: what comes next and why, and figures as text, values and pictures."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker


def test_next_prints_a_dozen_papers_with_their_reasons(tracker: Tracker) -> None:
    tracker("due", "tomorrow", "5")
    tracker("priority", "2", "9")
    ran = tracker("next")
    assert len(ran.rows) == 12
    assert ran.ids[:2] == [5, 9]
    assert ran.rows[0][-2:] == ["8.3", "due in 1 day +8.3"]
    assert tracker("next", "-n", "1").ids == [5]
    (first,) = tracker("next", "-n", "1", "--json").json
    assert (first["id"], first["points"], first["chance"]) == (5, 8.3, False)
    assert first["reasons"] == [{"term": "due", "points": 8.3, "said": "due in 1 day"}]


def test_next_tells_people_why(tracker: Tracker) -> None:
    tracker("star", "3")
    out = tracker("next", "-n", "2", terminal=True).out
    assert "  3.0" in out
    assert "starred +3.0" in out


def test_the_queue_and_the_list_agree(tracker: Tracker) -> None:
    tracker("priority", "1", "4", "8", "15")
    tracker("pass", "16")
    assert tracker("next", "-n", "36").ids == tracker("list", "is:open", "--sort", "next").ids


def test_passing_over_is_a_step(tracker: Tracker) -> None:
    assert "not now: " in tracker("pass", "7").out
    assert tracker("list", "is:open sort:-next").ids[0] == 7
    tracker("undo")
    assert tracker("list", "is:open sort:-next").ids[0] != 7


def test_a_sixth_paper_begun_is_told_and_done(tracker: Tracker) -> None:
    assert tracker("status", "reading", "1", "2", "3", "4", "5").err == ""
    ran = tracker("status", "reading", "6")
    assert ran.code == 0
    assert "6 papers are being read now" in ran.err
    assert tracker("status", "reading", "7").err == ""


def test_stats_in_words_and_as_values(tracker: Tracker) -> None:
    tracker("status", "done", "1", "2")
    ran = tracker("stats")
    assert "decided 2 (6%)" in ran.out
    told = tracker("stats", "#theory", "--json").json
    assert told["papers"] == 4
    assert told["standing"][0] == {"label": "inbox", "papers": 3, "query": "#theory status:inbox"}
    assert len(told["days"]) == 14
    assert len(tracker("stats", "--days", "30", "--json").json["days"]) == 30


@pytest.mark.parametrize("suffix", ["svg", "html", "png"])
def test_stats_draws_a_picture(tracker: Tracker, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"figures.{suffix}"
    assert tracker("stats", "-o", str(target)).code == 0
    data = target.read_bytes()
    assert data.startswith({"svg": b"<svg", "html": b"<!DOCTYPE html>", "png": b"\x89PNG"}[suffix])
    if suffix == "svg":
        ET.fromstring(data)
    assert tracker("stats", "-o", str(target)).code == 1  # never over a file that is there
    assert tracker("stats", "-o", str(target), "--force").code == 0


def test_a_picture_of_another_kind_is_refused(tracker: Tracker, tmp_path: Path) -> None:
    ran = tracker("stats", "-o", str(tmp_path / "figures.doc"))
    assert ran.code == 2
    assert ".svg, .png, .html" in ran.err
