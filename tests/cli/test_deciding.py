"""status, star, priority, rate, due, snooze, tag, tags, saved: what changes papers, and how papers are named."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from tests.cli.conftest import Tracker


def shown(tracker: Tracker, paper: int | str) -> dict[str, object]:
    found: dict[str, object] = tracker("show", str(paper), "--json").json
    return found


@pytest.mark.parametrize(
    ("arguments", "field", "value"),
    [
        (("status", "reading"), "status", "reading"),
        (("status", "read"), "status", "done"),
        (("status", "to-read"), "status", "later"),
        (("star",), "starred", True),
        (("priority", "3"), "priority", 3),
        (("rate", "4"), "rating", 4),
        (("due", "tomorrow"), "due", str(date.today() + timedelta(days=1))),
        (("snooze", "2w"), "snoozed", True),
    ],
)
def test_a_verb_changes_the_papers_named_and_undo_takes_it_back(
    arguments: tuple[str, ...], field: str, value: object, tracker: Tracker
) -> None:
    before = {paper: shown(tracker, paper)[field] for paper in ("1", "liu2025diving", "5")}
    assert tracker(*arguments, "liu2025diving", "5").code == 0
    assert shown(tracker, "liu2025diving")[field] == value
    assert shown(tracker, 5)[field] == value
    assert tracker("undo").code == 0
    assert {paper: shown(tracker, paper)[field] for paper in before} == before
    assert tracker("redo").code == 0
    assert shown(tracker, 5)[field] == value


@pytest.mark.parametrize(
    ("on", "off", "field", "value"),
    [
        (("star",), ("star", "--off"), "starred", False),
        (("rate", "4"), ("rate", "0"), "rating", None),
        (("due", "fri"), ("due", "none"), "due", None),
        (("snooze", "fri"), ("snooze", "none"), "snoozed", False),
    ],
)
def test_what_is_set_can_be_taken_away(
    on: tuple[str, ...], off: tuple[str, ...], field: str, value: object, tracker: Tracker
) -> None:
    tracker(*on, "3")
    assert shown(tracker, 3)[field] not in (None, False)
    assert tracker(*off, "3").code == 0
    assert shown(tracker, 3)[field] == value


def test_a_list_can_be_piped_into_a_verb(tracker: Tracker) -> None:
    listed = tracker("list", "#theory")
    assert tracker("status", "later", "-", stdin=listed.out).code == 0
    assert set(tracker("list", "status:later").ids) == set(listed.ids)


def test_papers_are_named_by_a_query_to_the_letter(tracker: Tracker) -> None:
    assert tracker("status", "skipped", "--query", "-#theory").code == 0
    assert set(tracker("list", "-status:skipped").ids) == set(tracker("list", "#theory").ids)
    ran = tracker("star", "--query", "multimdal")
    assert (ran.code, ran.out) == (1, "")
    assert "multimodal" in ran.err
    assert tracker("star", "--query", "multimodal satus:unread").code == 2
    assert tracker("list", "is:starred").out == ""


def test_the_json_of_a_write_names_what_was_done_and_to_what(tracker: Tracker) -> None:
    assert tracker("star", "2", "3", "2", "--json").json == {"done": "starred 2 papers", "papers": [2, 3]}
    assert tracker("star", "2", "3", "--json").json["done"] is None


def test_all_of_a_write_happens_or_nothing(tracker: Tracker) -> None:
    assert tracker("star", "1", "2", "nobody2025nothing").code == 1
    assert tracker("list", "is:starred").out == ""


def test_tags_go_on_and_come_off_in_one_step(tracker: Tracker) -> None:
    assert tracker("tag", "+eval/judges", "-theory", "+b", "--query", "#theory").code == 0
    tags = {tag["name"]: tag["papers"] for tag in tracker("tags", "--json").json}
    assert tags["eval/judges"] == tags["b"] > 0
    assert "theory" not in tags
    tracker("undo")
    tags = {tag["name"]: tag["papers"] for tag in tracker("tags", "--json").json}
    assert "theory" in tags
    assert "b" not in tags


def test_a_tag_is_nested_and_deleted(tracker: Tracker) -> None:
    tracker("tag", "+moe", "1")
    assert tracker("tag", "nest", "moe", "method").out == "renamed #moe to #method/moe\n"
    assert tracker("tag", "delete", "method").out.startswith("deleted #method, which was on “")
    assert tracker("tag", "delete", "method").code == 1


def test_tags_are_renamed_and_merged(tracker: Tracker) -> None:
    theory = tracker("list", "#theory").ids
    assert tracker("tag", "rename", "theory", "theories").code == 0
    assert tracker("list", "#theories").ids == theory
    ran = tracker("tag", "rename", "theories", "safety")
    assert ran.code == 1
    assert "tag merge theories safety" in ran.err
    safe = tracker("list", "#safety").ids
    assert tracker("tag", "merge", "theories", "safety").code == 0
    assert set(tracker("list", "#safety").ids) == {*theory, *safe}


def test_tags_are_counted_the_commonest_first(tracker: Tracker) -> None:
    counts = [int(count) for _, count in tracker("tags").rows]
    assert counts == sorted(counts, reverse=True)
    assert "#reasoning" in tracker("tags", terminal=True).out


def test_searches_are_saved_used_and_removed(tracker: Tracker) -> None:
    assert tracker("saved", "add", "Hard", "#theory", "-year:2020", "--key", "5").code == 0
    assert {"name": "Hard", "query": "#theory -year:2020", "digit": 5} in tracker("saved", "--json").json
    assert set(tracker("list", "in:hard").ids) == set(tracker("list", "#theory").ids)
    assert tracker("saved", "add", "Bad", "satus:x").code == 2
    assert tracker("saved", "add", "Harder", "in:Hard", "year:2025").code == 0
    assert "look into itself" in tracker("saved", "add", "Hard", "#theory OR -in:HARDER").err
    assert "“Harder”" in tracker("saved", "remove", "Hardre").err
    assert "no paper has the tag “soon”" in tracker("saved", "add", "Soon", "#soon").err
    assert tracker("list", "in:soon", "--count").out.strip() == "0"
    assert tracker("saved", "remove", "Harder").code == 0
    assert tracker("saved", "remove", "Hard").code == 0
    assert tracker("saved", "remove", "Hard").code == 1
    assert [row[0] for row in tracker("saved").rows][:2] == ["Next up", "Inbox"]


def test_the_log_tells_what_was_done_by_whom(tracker: Tracker, title: Callable[[str], int]) -> None:
    paper = title("Non-Asymptotic")
    tracker("star", str(paper))
    tracker("status", "done", "7", "8")
    tracker("undo")
    newest, star, *_ = tracker("log", "--json").json
    assert set(newest) >= {"id", "at", "person", "title", "undone"}
    assert newest["undone"]
    assert (star["person"], star["undone"]) == ("ann", False)
    assert [row[3] for row in tracker("log", str(paper), "-n", "1").rows] == [star["title"]]


def test_undo_takes_back_several_and_says_when_there_is_nothing(tracker: Tracker) -> None:
    for paper in "123":
        tracker("star", paper)
    assert len(tracker("undo", "2").out.splitlines()) == 2
    assert tracker("list", "is:starred").ids == [1]
    assert len(tracker("undo", "9", "--json").json) == 1
    ran = tracker("undo")
    assert (ran.code, ran.err) == (1, "tracker: error: There is nothing of yours to undo\n")
    assert len(tracker("redo", "9").out.splitlines()) == 3


def test_undo_refuses_what_somebody_else_changed_since(tracker: Tracker) -> None:
    tracker("note", "1", "--text", "mine")
    tracker("tag", "+new", "1")
    tracker("tag", "rename", "new", "newer", "--me", "bob")
    ran = tracker("undo")
    assert ran.code == 1
    assert "bob" in ran.err
