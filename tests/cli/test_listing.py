"""list, next, explain: what a query finds, for people, for programs and as JSON."""

from collections.abc import Callable

import pytest

from tests.cli.conftest import Tracker

FIELDS = ["id", "key", "heading", "title", "headline", "status", "tags", "collections", "authors", "year", "venue"]
FIELDS += ["added", "score", "matches"]


def test_without_a_terminal_the_program_prints_the_list(tracker: Tracker) -> None:
    assert tracker().out == tracker("list").out
    assert len(tracker().rows) == 36


def test_a_piped_line_holds_the_columns_that_the_help_names(tracker: Tracker) -> None:
    rows = {row[1]: row for row in tracker("list").rows}
    assert {len(row) for row in rows.values()} == {12}
    row = rows["liu2025diving"]
    assert row[2:5] == [
        "inbox",
        "Diving into Self-Evolving Training for Multimodal Reasoning",
        "multimodal, reasoning, training",
    ]
    assert row[5] == "ICML 2025"
    assert row[6].startswith("Wei Liu, ")
    assert row[7] == "2025"
    assert row[9].endswith("Z")


def test_json_has_every_field_of_the_contract_in_its_order(tracker: Tracker) -> None:
    papers = tracker("list", "--json").json
    assert len(papers) == 36
    for paper in papers:
        assert [name for name in paper if name in FIELDS] == FIELDS
        assert paper["heading"] == (paper["title"] or paper["headline"])
        assert paper["headline"]
        assert isinstance(paper["tags"], list)
        assert isinstance(paper["authors"], list)


def test_matches_stand_where_the_words_are(tracker: Tracker) -> None:
    for paper in tracker("list", "attention", "--json").json:
        shown = tracker("show", str(paper["id"]), "--json").json
        texts = {"heading": shown["heading"], "title": shown["heading"], "abstract": shown["text"]}
        assert paper["matches"]
        for match in paper["matches"]:
            if match["field"] in texts:
                assert texts[match["field"]][match["start"] : match["end"]].lower().startswith("atten")


def test_words_come_best_first_and_have_a_score(tracker: Tracker) -> None:
    scores = [paper["score"] for paper in tracker("list", "reasoning", "--json").json]
    assert len(scores) > 1
    assert all(isinstance(score, int | float) for score in scores)


def test_a_query_may_begin_with_a_minus_and_needs_no_quotes(tracker: Tracker) -> None:
    every, with_tag = tracker("list").ids, tracker("list", "#theory").ids
    assert with_tag
    assert set(tracker("list", "-#theory").ids) == set(every) - set(with_tag)
    assert set(tracker("list", "-tag:theory", "-reasoning").ids) <= set(every) - set(with_tag)
    assert tracker("list", "multimodal", "reasoning").ids == tracker("list", "multimodal reasoning").ids


def test_options_may_stand_before_between_and_behind(tracker: Tracker) -> None:
    wanted = tracker("list", "reasoning training", "--limit", "2").out
    assert tracker("list", "--limit=2", "reasoning", "training").out == wanted
    assert tracker("list", "reasoning", "-n2", "training").out == wanted
    assert tracker("--no-color", "list", "reasoning", "-n", "2", "--", "training").out == wanted


def test_count_prints_one_number(tracker: Tracker) -> None:
    assert tracker("list", "--count").out == "36\n"
    assert tracker("list", "--count", "--json").json == 36
    assert tracker("list", "zzzzzzzzqqqq", "--count").out == "0\n"


def test_sort_orders_and_turns_round(tracker: Tracker) -> None:
    forward = [row[3] for row in tracker("list", "--sort", "title").rows]
    assert forward == sorted(forward, key=str.casefold)
    assert [row[3] for row in tracker("list", "--sort", "-title").rows] == forward[::-1]


def test_a_sort_changes_no_query(tracker: Tracker) -> None:
    assert sorted(tracker("list", '"self-evolving', "--sort", "title").ids) == sorted(
        tracker("list", '"self-evolving').ids
    )
    assert tracker("list", "--sort", "title diffusion").code == 2
    assert tracker("list", "--sort", "titel").code == 2


def test_nothing_found_is_no_failure(tracker: Tracker) -> None:
    ran = tracker("list", "zzzzzzzzqqqq", "--json")
    assert (ran.code, ran.json) == (0, [])
    assert tracker("list", "--limit", "0").out == ""


def test_a_typo_finds_the_word_and_says_so(tracker: Tracker) -> None:
    ran = tracker("list", "multimdal")
    assert ran.ids == tracker("list", "multimodal").ids
    assert "multimdal" in ran.err
    assert "multimodal" in ran.err


def test_what_makes_no_sense_is_told_and_left_out(tracker: Tracker) -> None:
    ran = tracker("list", "satus:unread #theory")
    assert ran.code == 0
    assert ran.ids == tracker("list", "#theory").ids
    assert "did you mean status" in ran.err


@pytest.mark.parametrize("query", ["satus:unread", "status:unraed", "rating:good", "added:<2fortnights"])
def test_a_query_of_which_nothing_makes_sense_is_refused(query: str, tracker: Tracker) -> None:
    ran = tracker("list", query)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tracker: error: ")


@pytest.mark.parametrize(
    "query", ["(" * 500, ")" * 500, '"' * 501, "-" * 50 + "x", "\\", "/(/", "a OR", "''", "*", "\U0001f600"]
)
def test_any_query_is_answered_in_one_of_two_ways(query: str, tracker: Tracker) -> None:
    ran = tracker("list", "--", query)
    assert ran.code in (0, 2)
    assert tracker("explain", "--", query).code == 0


def test_a_terminal_gets_lines_that_fit_and_quiet_colours(tracker: Tracker, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tracker("list", "--no-color", terminal=True).out.splitlines()
    assert len(plain) == 36
    assert max(map(len, plain)) <= 80
    assert "\x1b[" in tracker("list", terminal=True).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in tracker("list", terminal=True).out
    monkeypatch.setenv("COLUMNS", "40")
    assert len(tracker("list", terminal=True).out.splitlines()) == 36


def test_next_prints_so_many_open_papers(tracker: Tracker, title: Callable[[str], int]) -> None:
    assert len(tracker("next").rows) == 12
    done = title("Non-Asymptotic")
    tracker("status", "done", str(done))
    assert done not in tracker("next", "-n", "99").ids
    assert len(tracker("next", "-n", "99", "--json").json) == 35


def test_explain_says_the_query_in_words_and_what_is_wrong(tracker: Tracker) -> None:
    told = tracker("explain", "satus:unread", "#theory", "multimdal", "--json").json
    (problem,) = told["problems"]
    assert set(problem) >= {"start", "end", "message", "fix"}
    assert told["query"][problem["start"] : problem["end"]].startswith("satus")
    assert [(c["typed"], c["used"]) for c in told["corrected"]] == [("multimdal", "multimodal")]
    assert "theory" in told["words"]
    assert tracker("list", "((", "((").err.count("is not closed") == 1
    assert "(as typed: title:=multimdal)" in tracker("list", "title:multimdal").err
    ran = tracker("explain", "-bert")
    assert ran.code == 0
    assert "bert" in ran.out


def test_words_can_be_looked_for_as_they_are_typed(tracker: Tracker) -> None:
    assert tracker("list", "jailbreakng", "--count").out.strip() != "0"
    assert tracker("list", "jailbreakng", "--count", "--exact").out.strip() == "0"
    assert "(as typed: the =jailbreakng)" in tracker("explain", "the jailbreakng").out
