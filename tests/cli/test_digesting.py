"""`tracker digest`: to standard output or a file, the same each time, as cron needs it."""

from pathlib import Path

from tests.cli.conftest import Tracker


def test_markdown_by_tag(tracker: Tracker) -> None:
    ran = tracker("digest", "#theory", "--title", "Monday")
    assert ran.out.startswith("# Monday\n\n4 papers, ")
    assert "## #theory" in ran.out
    assert tracker("digest", "#theory", "--title", "Monday").out == ran.out


def test_a_page_is_written_whole_and_anew_when_told_so(tracker: Tracker, tmp_path: Path) -> None:
    target = tmp_path / "monday.html"
    assert "wrote 4 papers" in tracker("digest", "#theory", "-o", str(target)).out
    assert target.read_text().startswith("<!DOCTYPE html>")
    assert tracker("digest", "#theory", "-o", str(target)).code == 1
    assert tracker("digest", "#theory", "-o", str(target), "--force").code == 0


def test_values_and_mistakes(tracker: Tracker) -> None:
    assert tracker("digest", "#theory", "--json").json["papers"] == 4
    assert tracker("digest", "--format", "word").code == 2
    assert tracker("digest", "satus:unread").code == 2
