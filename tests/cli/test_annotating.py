"""annotate, annotations, comment: spans of an abstract, and threads."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker

QUOTE = "performance saturation"


@pytest.fixture
def marked(tracker: Tracker) -> Tracker:
    ran = tracker(
        "annotate", "liu2025diving", "--quote", QUOTE, "--kind", "problem", "--comment", "The *roots*", "--tag", "x"
    )
    assert (ran.code, ran.err) == (0, "")
    return tracker


def test_words_are_marked_where_they_stand(marked: Tracker) -> None:
    paper = marked("show", "liu2025diving", "--json").json
    (annotation,) = paper["annotations"]
    assert paper["text"][annotation["start"] : annotation["end"]] == QUOTE
    assert (annotation["kind"], annotation["comment"], annotation["quote"]) == ("problem", "The *roots*", QUOTE)
    assert (annotation["author"], annotation["mine"], annotation["tags"]) == ("ann", True, ["x"])
    marked("undo")
    assert marked("show", "liu2025diving", "--json").json["annotations"] == []


def test_annotations_are_listed_by_a_query(marked: Tracker) -> None:
    marked("annotate", "2", "--quote", "length generalization", "--json")
    assert len(marked("annotations", "--json").json) == 2
    (annotation,) = marked("annotations", "kind:problem", "--json").json
    assert {"id", "short", "paper", "key", "heading", "kind", "text", "quote", "comment"} <= set(annotation)
    assert marked("annotations", "kind:problem").rows == [
        [annotation["short"], str(annotation["paper"]), "liu2025diving", "problem", QUOTE, "The *roots*", "ann", "ok"]
    ]
    assert QUOTE in marked("annotations", terminal=True).out
    assert marked("annotations", "satus:x").code == 2
    assert marked("annotations", "--format", "docx").code == 2


def test_words_that_are_not_there_are_told_with_what_comes_near(tracker: Tracker) -> None:
    ran = tracker("annotate", "liu2025diving", "--quote", "performance saturatoin")
    assert ran.code == 1
    assert QUOTE in ran.err
    assert tracker("annotate", "1").code == 2
    assert tracker("annotate", "liu2025diving", "--quote", QUOTE, "--kind", "nonsense").code == 2


def test_a_private_annotation_is_nobody_elses_to_see(tracker: Tracker) -> None:
    tracker("annotate", "liu2025diving", "--quote", QUOTE, "--private")
    assert len(tracker("annotations").rows) == 1
    assert tracker("annotations", "--me", "bob").out == ""


def test_a_thread_is_begun_on_a_paper_or_an_annotation(marked: Tracker) -> None:
    short = marked("annotations").rows[0][0]
    assert marked("comment", "liu2025diving", "--on", short, "Is", "it?").code == 0
    assert marked("comment", "liu2025diving", "-", "--me", "bob", stdin="On the paper").code == 0
    comments = marked("comment", "liu2025diving", "--json").json
    assert {(c["author"], c["body"]) for c in comments} == {("ann", "Is it?"), ("bob", "On the paper")}
    (one,) = marked("comment", "liu2025diving", "--on", short, "--json").json
    assert one["body"] == "Is it?"
    assert "On the paper" in marked("comment", "liu2025diving").out
    assert marked("comment", "liu2025diving", "--on", "^m-000000", "x").code == 1


def test_annotations_go_out_and_come_in_without_loss(marked: Tracker, tmp_path: Path) -> None:
    short = marked("annotations").rows[0][0]
    marked("comment", "liu2025diving", "--on", short, "@bob why?")
    before = marked("annotations", "--json").json
    out = marked("annotations", "--format", "jsonld").out
    (tmp_path / "marks.jsonld").write_text(out)
    assert "1 here already" in marked("annotate", "--import", "marks.jsonld").out
    assert marked("annotate", "--import", "marks.jsonld", "--library", "other.db", "--json").json["new"] == 1
    after = marked("annotations", "--library", "other.db", "--json").json
    for name in ("id", "kind", "quote", "start", "comment", "tags", "author", "created", "comments"):
        assert [each[name] for each in after] == [each[name] for each in before]
    assert marked("annotations", "--format", "csv").out.startswith("paper,start,end,kind,text,author,id\n")
    assert f"> [!problem] {QUOTE}" in marked("annotations", "--format", "markdown").out


def test_a_comment_is_answered_resolved_and_taken_away(tracker: Tracker) -> None:
    first = tracker("comment", "1", "@bob is it?", "--json").json["id"]
    tracker("comment", "1", "It is.", "--reply", first[-6:], "--me", "bob")
    assert "resolved by ann" in (tracker("comment", "1", "--resolve", first[-6:]), tracker("comment", "1"))[1].out
    assert tracker("comment", "1", "--delete", first[-6:], "--me", "bob").code == 1
    assert tracker("comment", "1", "--delete", first[-6:]).code == 0
    assert "(deleted)" in tracker("comment", "1").out


def test_a_mark_is_taken_off_by_its_short_id(marked: Tracker) -> None:
    short = marked("annotations").rows[0][0]
    assert marked("annotate", "liu2025diving", "--remove", short, "--me", "bob").code == 1
    assert marked("annotate", "liu2025diving", "--remove", short).code == 0
    assert marked("annotations").out == ""


def test_an_annotation_is_changed_by_its_author(marked: Tracker) -> None:
    short = marked("annotations").rows[0][0]
    given = ("--kind", "claim", "--comment", "Or not", "--tag", "new", "--untag", "x", "--private", "--json")
    changed = marked("annotate", "liu2025diving", "--change", short, *given).json
    assert (changed["kind"], changed["comment"], changed["tags"]) == ("claim", "Or not", ["new"])
    assert changed["visibility"] == "private"
    assert marked("annotate", "liu2025diving", "--change", short).code == 2
    assert marked("annotate", "liu2025diving", "--change", short, "--team", "--private").code == 2
    assert marked("annotate", "liu2025diving", "--change", short, "--team").code == 0
    ran = marked("annotate", "liu2025diving", "--change", short, "--kind", "note", "--me", "bob")
    assert (ran.code, "author" in ran.err) == (1, True)


def test_an_annotation_is_put_on_other_words(marked: Tracker) -> None:
    short = marked("annotations").rows[0][0]
    placed = marked("annotate", "liu2025diving", "--place", short, "--quote", "reasoning", "--json").json
    assert placed["text"] == "reasoning"
    assert placed["how"] == "manual"
    assert marked("annotate", "liu2025diving", "--place", short).code == 2


def test_a_comment_is_edited_resolved_and_reopened(marked: Tracker) -> None:
    made = marked("comment", "1", "teh", "--json").json
    edited = marked("comment", "1", "--edit", made["id"][-6:], "the", "word", "--json").json
    assert (edited["body"], edited["edited"] is not None) == ("the word", True)
    assert marked("comment", "1", "--edit", made["id"][-6:]).code == 2
    marked("comment", "1", "--resolve", made["id"])
    assert marked("comment", "1", "--json").json[0]["resolved_by"] == "ann"
    marked("comment", "1", "--reopen", made["id"])
    assert marked("comment", "1", "--json").json[0]["resolved_by"] is None


def test_kinds_are_listed_made_renamed_and_put_away(marked: Tracker) -> None:
    assert [row[:3] for row in marked("kinds").rows][:2] == [["problem", "1", "!"], ["method", "2", "M"]]
    assert marked("kind", "limitation", "--key", "7", "--sign", "L", "--colour", "#e56eee").code == 0
    renamed = marked("kind", "problem", "--rename", "gap", "--key", "9", "--json").json
    assert (renamed["name"], renamed["key"], renamed["annotations"]) == ("gap", "9", 1)
    assert marked("annotations").rows[0][3] == "gap"
    assert marked("kind", "limitation", "--archive").code == 0
    assert marked("kinds").rows[-1][0] == "limitation"
    assert marked("kind", "limitation").code == 0
    assert marked("kind", "gap", "--rename", "result").code == 1
    assert marked("kind", "gap", "--key", "x").code == 2
    assert marked("kind", "gap", "--archive", "--key", "1").code == 2


def test_what_an_import_changed_in_an_abstract_is_shown(marked: Tracker, tmp_path: Path) -> None:
    ran = marked("show", "liu2025diving", "--diff")
    assert (ran.code, "one wording" in ran.err) == (1, True)
    paper = marked("show", "liu2025diving", "--json").json
    text = paper["abstract"].replace(QUOTE, "saturating performance").replace("models", "agents", 1)
    file = tmp_path / "new.jsonl"
    file.write_text(json.dumps({"openreview_id": paper["openreview_id"], "abstract": text}) + "\n", "utf-8")
    assert marked("import", str(file), "--yes").code == 0
    out = marked("show", "liu2025diving", "--diff").out
    assert "[-models-] {+agents+}" in out
    assert f"made on: “{QUOTE}”" in out
    assert "wording 2: " in out
    assert "from new.jsonl by ann" in out
    told = marked("show", "liu2025diving", "--diff", "--json").json
    assert (told["old"], told["new"], len(told["wordings"])) == (1, 2, 2)
    assert {"kind": "old", "text": "models"} in told["runs"]
    assert marked("show", "liu2025diving", "--wording", "3").code == 2
