"""annotate, annotations, comment: spans of an abstract, and threads."""

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
