"""Screening together from the command line: one person after another on one library."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Ran, Tracker
from tracker.formats import registry

Say = Callable[..., Ran]


@pytest.fixture
def say(tracker: Tracker) -> Say:
    """Run a verb in the round “first” in somebody's name; it must succeed."""

    def said(who: str, *arguments: str, code: int = 0, stdin: str = "") -> Ran:
        ran = tracker("--me", who, *arguments, stdin=stdin)
        assert ran.code == code, ran
        return ran

    return said


@pytest.fixture
def voted(say: Say) -> Say:
    """A round in which ann and bob voted on twelve papers and differ on two."""
    say("ann", "round", "new", "first", "--query", "#reasoning", "--people", "ann,bob", "--reason", "off topic")
    ids = [str(one["id"]) for one in say("ann", "list", "#reasoning", "--json").json]
    for place, paper in enumerate(ids[:12]):
        mine = ("include", "exclude")[place % 2]
        theirs = ("exclude", "include")[place % 2] if place < 2 else mine
        reason = ["--reason", "1"] if mine == "exclude" else []
        say("ann", "vote", paper, mine, "--round", "first", *reason)
        say("bob", "vote", paper, theirs, "--round", "first", "--note", f"bob on {paper}", "--sure")
    return say


def shown(say: Say, who: str = "ann") -> Any:
    return say(who, "round", "show", "first", "--json").json


def test_a_round_from_its_making_to_its_end(voted: Say) -> None:
    before = shown(voted)
    assert before["papers"] == 19
    assert before["people"] == ["ann", "bob"]
    assert before["votes"] == 24
    assert before["progress"]["people"]["bob"] == {"voted": 12, "of": 19, "left": 7}
    assert before["conflicts"] is None
    assert before["included"] is None
    assert voted("ann", "round").out == voted("ann", "rounds").out
    assert before["hidden"] == "hidden until the round is closed"
    assert voted("ann", "round", "close", "first").out == "closed the round “first”\n"
    after = shown(voted)
    assert (after["conflicts"], after["included"], after["excluded"], after["undecided"]) == (2, 5, 5, 9)
    agreed = after["agreement"]
    assert agreed["statistic"] == "cohen-kappa"
    assert agreed["value"] == pytest.approx(2 / 3, abs=0.01)
    assert agreed["low"] <= agreed["value"] <= agreed["high"]
    assert agreed["raw"] == pytest.approx(10 / 12)
    assert after["estimate"]["found"] == 5
    assert 0 < after["estimate"]["recall"] < 1


def test_conflicts_are_listed_with_both_sides_and_settled(voted: Say) -> None:
    for more in ((), ("--settled",)):
        refused = voted("ann", "conflicts", "--round", "first", *more, code=1)
        assert "hidden until the round is closed" in refused.err
    voted("ann", "round", "close", "first")
    conflicts = voted("bob", "conflicts", "--round", "first", "--json").json
    assert len(conflicts) == 2
    assert {(v["person"], v["decision"]) for v in conflicts[0]["votes"]} in (
        {("ann", "include"), ("bob", "exclude")},
        {("ann", "exclude"), ("bob", "include")},
    )
    paper = str(conflicts[0]["id"])
    assert voted("ann", "decide", paper, "exclude", "--round", "first", code=2).err.startswith(
        "tracker: error: A decision"
    )
    voted("ann", "decide", paper, "exclude", "--round", "first", "--note", "no tests")
    assert len(voted("bob", "conflicts", "--round", "first").rows) == 1
    (settled,) = voted("bob", "conflicts", "--round", "first", "--settled", "--json").json
    assert (settled["settled"]["decision"], settled["settled"]["note"]) == ("exclude", "no tests")
    assert shown(voted)["excluded"] == 6


def test_what_to_screen_next_comes_with_why_and_is_lent_once(say: Say) -> None:
    say("ann", "round", "new", "first", "--people", "ann,bob", "--votes", "1", "--criteria", "-", stdin="reward models")
    mine = say("ann", "screen", "--round", "first", "-n", "5", "--json").json
    theirs = say("bob", "screen", "-n", "5", "--json").json
    assert len({one["id"] for one in [*mine, *theirs]}) == 10
    assert "by the criteria" in mine[0]["why"]
    assert {"id", "key", "heading", "score", "words", "others"} <= set(mine[0])
    assert [row[0] for row in say("ann", "screen", "-n", "5").rows] == [str(one["id"]) for one in mine]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("round", "nwe", "x"), 2, "did you mean new"),
        (("round", "new"), 2, "NAME is missing"),
        (("round", "new", "x", "--votes", "0"), 2, "--votes"),
        (("round", "new", "x", "--votes", "2"), 2, "more than the round has people"),
        (("round", "new", "x", "--blind", "--open"), 2, "A round is one of"),
        (("round", "new", "x", "--query", "status:wrong"), 2, "cannot be read"),
        (("round", "new", "x", "--query", "xyzzyq"), 1, "No paper matches"),
        (("round", "new", "x", "--criteria", "none.md"), 1, "none.md"),
        (("round", "new", "x", "--stage", "pages"), 2, "--stage takes abstract or full-text"),
        (("round", "show", "frist"), 1, "there are first"),
        (("vote", "1", "inclde", "--round", "first"), 2, "did you mean include"),
        (("vote", "1", "include", "--round", "first", "--reason", "7"), 2, "no reason 7"),
        (("vote", "999", "include", "--round", "first"), 1, "There is no paper"),
        (("--me", "cyn", "vote", "1", "include", "--round", "first"), 1, "not in the round"),
        (("round", "export", "first", "--format", "pdf"), 2, "not as “pdf”"),
        (("round", "export", "first", "--format", "archive"), 1, "hidden until"),
        (("round", "read", "-"), 2, "no archive"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(say: Say, arguments: tuple[str, ...], code: int, told: str) -> None:
    say("ann", "round", "new", "first", "--people", "ann,bob", "--reason", "off topic")
    ran = say("ann", *arguments, code=code)
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_the_round_need_not_be_named_where_only_one_is_open(say: Say) -> None:
    assert "There is no open round" in say("ann", "vote", "1", "include", code=1).err
    say("ann", "round", "new", "first", "--people", "ann")
    assert say("ann", "vote", "1", "yes").out.startswith("voted include on “")
    say("ann", "round", "new", "second", "--people", "ann")
    assert "second, first" in say("ann", "vote", "1", "n", code=2).err


def test_people_come_and_go_and_votes_stay(say: Say) -> None:
    say("ann", "round", "new", "first", "--people", "ann,bob", "--open")
    say("bob", "vote", "1", "include")
    say("bob", "round", "leave", "first")
    say("ann", "round", "join", "first", "cyn")
    view = shown(say)
    assert view["people"] == ["ann", "cyn"]
    assert view["votes"] == 1
    assert say("ann", "rounds").rows[0][:4] == ["first", "open", "36", "ann, bob, cyn"]


# --- out -----------------------------------------------------------------------------------------------------------


def test_decisions_go_out_as_csv_with_every_vote(voted: Say, tmp_path: Path) -> None:
    voted("ann", "round", "close", "first")
    assert voted("ann", "round", "export", "first", "-o", "out.csv").out == "wrote 19 papers to out.csv\n"
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text("utf-8"))))
    assert len(rows) == 19
    row = next(row for row in rows if row["vote: ann"] == "exclude" and row["outcome"] == "excluded")
    assert row["vote: bob"] == "exclude (sure)"
    assert row["reason: ann"] == "off topic"
    assert row["note: bob"] == f"bob on {row['id']}"
    assert (row["include"], row["exclude"], row["votes"]) == ("0", "2", "2")
    assert sum(row["outcome"] == "conflict" for row in rows) == 2
    assert "already" in voted("ann", "round", "export", "first", "-o", "out.csv", code=1).err


def test_an_export_of_a_blind_round_holds_only_ones_own_votes(voted: Say) -> None:
    out = voted("ann", "round", "export", "first", "--format", "csv").out
    assert "bob on" not in out
    assert out.count("exclude (sure)") == 0
    assert "include (sure)" not in voted("ann", "round", "export", "first", "--format", "ris").out
    log = voted("ann", "round", "log", "first").out
    assert "ann\tvoted include" in log
    assert "bob\tvoted" not in log


def test_ris_reads_back_with_the_decisions_where_rayyan_keeps_them(voted: Say, tmp_path: Path) -> None:
    voted("ann", "round", "close", "first")
    out = voted("ann", "round", "export", "first", "--format", "ris").out
    assert out.count("TY  - ") == 19
    assert '"ann"=>"Excluded", "bob"=>"Excluded"' in out
    assert "RAYYAN-EXCLUSION-REASONS: off topic" in out
    path = tmp_path / "out.ris"
    path.write_text(out, "utf-8")
    assert len(list(registry.source(path).records())) == 19


def test_the_prisma_flow_counts_every_paper_once(voted: Say, tmp_path: Path) -> None:
    voted("ann", "round", "close", "first")
    flow = voted("ann", "round", "export", "first", "--format", "prisma", "--json").json
    (stage,) = flow["stages"]
    assert sum(count for _, count in flow["identified"]) == 36
    assert flow["removed"] == [["not found by the query of the first round", 17]]
    assert stage["screened"] == 19 == stage["excluded"] + stage["undecided"] + flow["included"]
    assert stage["reasons"] == [["off topic", 5]]
    text = voted("ann", "round", "export", "first", "--format", "prisma").out
    assert "Records identified (n = 36)" in text
    assert "off topic (n = 5)" in text
    voted("ann", "round", "export", "first", "--format", "prisma", "-o", "flow.svg")
    root = ElementTree.parse(tmp_path / "flow.svg").getroot()
    assert "Included (n = 5)" in {element.text for element in root.iter() if element.text}


def test_a_round_after_a_round_flows_on(voted: Say) -> None:
    voted("ann", "round", "close", "first")
    voted("ann", "round", "new", "full", "--after", "first", "--stage", "full-text", "--people", "ann")
    ids = [one["id"] for one in voted("ann", "screen", "--round", "full", "--json").json]
    voted("ann", "vote", str(ids[0]), "exclude", "--round", "full", "--reason", "no code")
    voted("ann", "vote", str(ids[1]), "include", "--round", "full")
    voted("ann", "round", "close", "full")
    flow = voted("ann", "round", "export", "full", "--format", "prisma", "--json").json
    assert [stage["screened"] for stage in flow["stages"]] == [19, 5]
    assert flow["stages"][1]["reasons"] == [["no code", 1]]
    assert flow["included"] == 1


def test_an_archive_is_read_back_whole_into_another_library(voted: Say, tmp_path: Path, run: Tracker) -> None:
    voted("ann", "round", "close", "first")
    paper = voted("ann", "conflicts", "--round", "first").rows[0][0]
    voted("ann", "decide", paper, "include", "--note", "settled", "--round", "first")
    voted("ann", "note", paper, "--text", "for myself")
    voted("ann", "round", "archive", "first")
    voted("ann", "round", "export", "first", "-o", "first.json")
    there = shown(voted)
    other = ("--library", str(tmp_path / "other.db"), "--empty", "--me", "dan")
    assert run(*other, "round", "read", "first.json").out == "read the round “first” over 19 papers; it is archived\n"
    here = run(*other, "round", "show", "first", "--json").json
    for name in ("papers", "people", "votes", "conflicts", "included", "excluded", "agreement", "estimate", "seed"):
        assert here[name] == there[name], name
    assert run(*other, "round", "read", "first.json").code == 1
    same = json.loads((tmp_path / "first.json").read_text("utf-8"))
    run(*other, "round", "export", "first", "-o", "again.json")
    again = json.loads((tmp_path / "again.json").read_text("utf-8"))
    for name in ("round", "people", "papers"):
        assert again[name] == same[name]
    assert not {"status", "notes"} & {name for paper in same["papers"] for name in paper["record"]}
    assert [v | {"id": 0, "undid": 0} for v in again["votes"]] == [v | {"id": 0, "undid": 0} for v in same["votes"]]


BROKEN = '{"tracker": "round", "form": 1, "round": 7}'


@pytest.mark.parametrize(
    "text",
    [
        '{"tracker": "round", "form": 1}',
        '{"tracker": "round", "form": 2}',
        "[]",
        "x",
        '{"tracker": "round", "form": 1, "round": 7}',
    ],
)
def test_a_damaged_archive_is_refused_and_leaves_nothing(say: Say, text: str) -> None:
    assert say("ann", "round", "read", "-", stdin=text, code=2).err.count("\n") == 1
    assert say("ann", "rounds").out == ""


def test_text_for_people_is_readable_and_free_of_control(voted: Say, tracker: Tracker) -> None:
    voted("ann", "round", "close", "first")
    out = tracker("--me", "ann", "round", "show", "first", terminal=True).out
    assert "Cohen’s κ 0.67" in out
    assert "raw agreement 83%" in out
    assert "recall  at least" in out
    assert "ann  12 of 19" in out
    assert "first" in tracker("rounds", terminal=True).out
    assert "\x1b[31m" not in out
