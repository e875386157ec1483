"""show: one paper in full."""

import pytest

from tests.cli.conftest import Tracker

FIELDS = {
    "id",
    "key",
    "heading",
    "title",
    "headline",
    "status",
    "tags",
    "collections",
    "authors",
    "year",
    "venue",
    "added",
}
FIELDS |= {"abstract", "text", "spans", "links", "system_name", "notes", "annotations", "history", "provenance"}
STYLES = {"bold", "italic", "code", "math", "link"}


@pytest.fixture
def shown(tracker: Tracker) -> list[dict[str, object]]:
    return [tracker("show", str(paper), "--json").json for paper in range(1, 37)]


def test_every_paper_has_every_field_of_the_contract(shown: list[dict[str, object]]) -> None:
    for paper in shown:
        assert set(paper) >= FIELDS
        assert paper["abstract"]
        assert paper["text"]
        assert paper["headline"]
        assert paper["annotations"] == []


def test_spans_stand_within_the_text_in_a_known_style(tracker: Tracker) -> None:
    spans = 0
    for number in range(1, 37):
        paper = tracker("show", str(number), "--json").json
        for span in paper["spans"]:
            assert set(span) >= {"start", "end", "style", "url"}
            assert 0 <= span["start"] < span["end"] <= len(paper["text"])
            assert span["style"] in STYLES
            assert bool(span["url"]) == (span["style"] == "link")
            spans += 1
    assert spans


def test_the_plain_text_shows_no_markup(tracker: Tracker) -> None:
    for number in range(1, 37):
        paper = tracker("show", str(number), "--json").json
        assert "$" not in paper["text"]
        assert "\\" not in paper["text"]
        assert "**" not in paper["text"]


def test_a_paper_is_named_by_id_or_key(tracker: Tracker) -> None:
    assert tracker("show", "1").out == tracker("show", tracker("show", "1", "--json").json["key"]).out


def test_a_missing_paper_is_told_with_near_keys(tracker: Tracker) -> None:
    ran = tracker("show", "liu2025divin")
    assert ran.code == 1
    assert "liu2025diving" in ran.err


def test_notes_history_and_provenance_are_there(tracker: Tracker) -> None:
    tracker("note", "1", "--text", "Mine")
    tracker("star", "1")
    paper = tracker("show", "1", "--json").json
    assert [(note["body"], note["author"]) for note in paper["notes"]] == [("Mine", "ann")]
    assert [step["title"].split()[0] for step in paper["history"]] == ["starred", "wrote", "imported"]
    assert paper["history"][0]["at"].endswith("Z")
    assert paper["provenance"]["abstract"]
    assert {link["kind"] for link in paper["links"]} >= {"openreview", "url"}


def test_a_terminal_gets_lines_of_its_width(tracker: Tracker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    body = tracker("show", "1", terminal=True).out.split("\n\n", 1)[1]
    assert max(map(len, body.split("\n\n")[0].splitlines())) <= 60


def test_a_key_is_never_the_number_of_another_paper(tracker: Tracker) -> None:
    assert tracker("add", "--title", "1984", "--json").json["key"] == "paper1984"
