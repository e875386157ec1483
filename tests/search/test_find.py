"""What is told besides the papers: corrections, problems, places, order, and how a search ends."""

import json
import sqlite3
import subprocess
import sys
import threading
import time
from array import array
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.benchmarks.corpus import Paper
from tests.benchmarks.library import WHEN, fill
from tests.search.conftest import engine_of, hits
from tests.search.contract import MATCHES, PAPERS
from tracker.errors import NotFound
from tracker.query.parse import parse
from tracker.query.tree import Query
from tracker.store.search import patterns
from tracker.store.search.forms import Form
from tracker.store.search.hits import Hits, Pool, Stopped
from tracker.store.search.near import edits
from tracker.store.search.sql import clock, gather, head, texting
from tracker.store.search.sql import patterns as asked
from tracker.store.search.sql.compile import Compiler
from tracker.store.search.sql.fields import Asker
from tracker.store.search.sql.gather import pieces
from tracker.store.search.sql.sort import order
from tracker.store.search.sql.texts import texts
from tracker.store.search.sql.words import Words


def test_a_correction_is_said_with_its_place_and_what_it_finds(small: Any) -> None:
    (correction,) = hits(small, "the calibraton").corrections
    assert (correction.typed, correction.used, correction.papers) == ("calibraton", "calibration", 1)
    assert (correction.start, correction.end) == (4, 14)


@pytest.mark.parametrize(
    ("typed", "used"),
    [("xalibration", "calibration"), ("graphneural", "graph neural"), ("grph", "graph"), ("demonstartinos", None)],
)
def test_slips_are_taken_back(small: Any, typed: str, used: str | None) -> None:
    (correction,) = hits(small, typed).corrections
    assert correction.used.split(", ")[0] == (used or "demonstrations")


def test_a_name_is_corrected_to_a_name(small: Any) -> None:
    fill(small, [Paper(f"Hands {i}", "", 2020, "How robots grasp things.", real=False) for i in range(9)])
    engine_of(small).index(small, range(6, 15))
    assert hits(small, "grase").corrections[0].used.split(", ")[0] == "grasp"
    found = hits(small, "author:grase")
    assert [correction.used for correction in found.corrections] == ["grace"]
    assert list(found.ids) == [5]


def test_who_has_the_name_as_typed_is_not_lost_among_the_many_with_a_near_word(small: Any) -> None:
    fill(small, [Paper("Hands", "Eva Fromm", 2020, "How to detect them.", real=False)])
    fill(small, [Paper(f"Hands {i}", "", 2020, "Detection from far.", real=False) for i in range(head.NEWEST + 20)])
    engine_of(small).index(small, range(6, head.NEWEST + 27))
    found = hits(small, "fromm")
    assert [correction.used for correction in found.corrections] == ["from"]
    assert found.ids[0] == 6


def test_a_word_that_no_paper_holds_any_more_is_no_part_of_itself(small: Any) -> None:
    fill(small, [Paper("Zorblatts", "", 2020, "", real=False)])
    engine_of(small).index(small, [6])
    assert list(hits(small, "orblat").ids) == [6]
    engine_of(small).forget(small, [6])
    small.execute("UPDATE paper SET title = 'Others' WHERE id = 6")
    engine_of(small).index(small, [6])
    assert [hits(small, word).corrections for word in ("zorblatts", "orblat")] == [(), ()]


def test_a_word_written_as_two_is_put_together(small: Any) -> None:
    found = hits(small, "demon strations imitation")
    assert list(found.ids) == [3]
    assert found.corrections[0].used == "demonstrations"


def test_a_slip_that_made_another_word_is_taken_back_where_nothing_is_found(small: Any) -> None:
    found = hits(small, "learn form demonstrations")
    assert list(found.ids) == [3]
    assert found.corrections[0].used.startswith("from")


def test_two_letters_are_no_slip_for_two_others(small: Any) -> None:
    assert hits(small, "fo") == Hits(array("q"), 0)
    assert hits(small, "author:wai").corrections[0].used == "wei"


def test_no_word_is_taken_for_a_slip_because_the_next_one_is_only_begun(small: Any) -> None:
    assert hits(small, "learn form dem", typing=True) == Hits(array("q"), 0)
    assert list(hits(small, "learn form demo", typing=True).ids) == [3]


def test_a_word_that_finds_far_more_is_offered(small: Any) -> None:
    more = [Paper(f"Paths from {word}", "", 2020, "From here.", real=False) for word in ("a", "b", "c", "d", "e", "f")]
    fill(small, more)
    engine_of(small).index(small, range(6, 12))
    (problem,) = hits(small, "form").problems
    assert (problem.fix, problem.quiet, problem.start, problem.end) == ("from", True, 0, 4)
    assert "did you mean from? (7 papers)" in problem.message


def test_a_word_to_leave_out_is_taken_as_typed(small: Any) -> None:
    found = hits(small, "sort:added -calibraton")
    assert found.total == hits(small, "sort:added").total
    assert found.corrections == ()
    (problem,) = found.problems
    assert (problem.fix, problem.quiet, problem.start, problem.end) == ("calibration", True, 12, 22)


def test_quoted_words_and_numbers_are_never_bent(small: Any) -> None:
    for query in ('"calibraton"', "=calibraton", "gpt5", "2O21"):
        assert hits(small, query).corrections == ()


@pytest.mark.parametrize("query", [query for query in MATCHES if MATCHES[query]])
def test_what_is_found_has_its_words_shown(small: Any, query: str) -> None:
    parsed = parse(query)
    for paper in MATCHES[query]:
        text = texts(small, [paper])
        (plain,) = (each.plain(1) for each in text)
        for column, start, end in engine_of(small).matches(small, [paper], parsed, me=1).get(paper, ()):
            assert plain[column][start:end].strip()


@pytest.mark.parametrize(
    ("query", "paper", "shown"),
    [
        ("calibraton", 1, {"Calibration"}),
        ("selfattention", 1, {"Self-Attention", "Self-attention"}),
        ("L_p", 1, {"Lₚ"}),
        ("mstar", 3, {"M-STaR"}),
        ("扩散", 4, {"扩散"}),
        ("naive", 4, {"naïve"}),
        ('"graph neural"', 2, {"Graph Neural", "graph neural"}),
        ("ada", 1, {"Ada"}),
        ("demon*", 3, {"Demonstrations", "demonstrations"}),
        ("/0\\.\\d+/", 2, {"0.72"}),
        ("-parsing graph", 2, {"Graph", "graph"}),
    ],
)
def test_places_are_exact(small: Any, query: str, paper: int, shown: set[str]) -> None:
    (plain,) = (each.plain(1) for each in texts(small, [paper]))
    found = engine_of(small).matches(small, [paper], parse(query), me=1)[paper]
    assert {plain[column][start:end] for column, start, end in found} == shown


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("year", [5, 1, 2, 3, 4]),
        ("-year", [4, 3, 2, 1, 5]),
        ("title", [1, 5, 3, 2, 4]),
        ("-priority", [3, 1, 2, 4, 5]),
    ],
)
def test_papers_are_sorted_as_asked(small: Any, sort: str, order: list[int]) -> None:
    state = (
        "INSERT INTO reading_state (person_id, paper_id, status, priority, starred, passed, changed_at)"
        " VALUES (1, ?, ?, ?, FALSE, 0, '2026-01-01')"
    )
    small.executemany(state, [(3, "later", 1), (2, "reading", 0)])
    assert list(hits(small, f"sort:{sort}").ids) == order


@pytest.mark.parametrize("key", ["status", "priority", "rating", "due", "finished", "opened"])
@pytest.mark.parametrize("way", ["", "-"])
def test_an_order_read_in_parts_is_the_order_of_the_whole(small: Any, key: str, way: str) -> None:
    states = [
        (5, "later", 1, 3, "2026-02-01", None),
        (2, "done", 0, None, None, "2026-01-03"),
        (4, "inbox", 2, 5, None, None),
    ]
    small.executemany(
        "INSERT INTO reading_state"
        " (person_id, paper_id, status, priority, rating, due_on, finished_at, starred, passed, changed_at)"
        " VALUES (1, ?, ?, ?, ?, ?, ?, FALSE, 0, '2026-01-01')",
        states,
    )
    small.executemany("INSERT INTO seen VALUES (1, ?, '2026-01-01', ?, 0)", [(3, "2026-01-04"), (1, None)])
    query = parse(f"sort:{way}{key},-year")
    by = order(query.sort, Asker(1, datetime.now(UTC)), None)
    whole = [row[0] for row in small.execute(f"SELECT p.id FROM paper p ORDER BY {by}")]
    found = engine_of(small).find
    assert list(found(small, query, me=1).ids) == whole
    assert [list(found(small, query, me=1, limit=most).ids) for most in range(1, 6)] == [whole[:n] for n in range(1, 6)]


@pytest.mark.parametrize("count", [0, 1, 3, 40_000])
def test_a_long_list_of_numbers_is_the_same_in_pieces(count: int) -> None:
    listed = json.dumps(list(range(count)), separators=(",", ":"))
    assert [number for piece in pieces(listed) for number in map(int, piece.split(","))] == list(range(count))


def test_chance_stays_the_same_for_a_day(small: Any) -> None:
    assert sorted(hits(small, "sort:random").ids) == [1, 2, 3, 4, 5]
    assert hits(small, "sort:random").ids == hits(small, "sort:random").ids


def test_a_limit_leaves_the_total_whole(small: Any) -> None:
    for limit in (0, 1, 3):
        found = engine_of(small).find(small, parse("model"), me=1, limit=limit)
        assert (len(found.ids), found.total) == (limit, 4)
        found = engine_of(small).find(small, parse("year:2020.."), me=1, limit=limit)
        assert (len(found.ids), found.total) == (limit, 5)


BOUNDED = (
    *("abs:t*", "title:m* sort:-year", "abs:t* OR title:m*", "common -title:x* abs:o*", "sort:title abs:c* model"),
    " ".join(["common", "models", "of", "things", *("model" for _ in range(9))]),
    " ".join(f"{word}" for word in ("common", "models", "of", "things", "common*", "model*", "thing*", "o*", "t*")),
)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ('"ocean currents"', {6}),
        ('"currents ocean"', {7}),
        ('abs:"ocean currents"', set()),
        ("abs:currents", {7}),
        ("abs:curr*", {7}),
        ("author:currents", {7}),
        ("title:ocean title:curr*", {6}),
        ('-"ocean currents" currents', {7}),
        ('"ocean currents" OR zebra', {6, 8}),
        ('note:"own zebra"', {8}),
        ('note:"zebra own"', set()),
        ('"own zebra"', {8}),
        ("ocean-currents", {6}),
        ("title:ocean currents", {6, 7}),
    ],
)
def test_words_side_by_side_and_those_of_one_column_are_told_apart(small: Any, query: str, found: set[int]) -> None:
    engine = engine_of(small)
    fill(small, [Paper("Ocean *Currents*", "", 2020, "They drift.", real=False)])
    fill(small, [Paper("Ocean", "Ann Currents", 2020, "Of currents (ocean) and of maps.", real=False)])
    fill(small, [Paper("Maps", "", 2020, "Of maps.", real=False)])
    note = (
        "INSERT INTO note (paper_id, author_id, title, body, visibility, version, created_at, updated_at)"
        " VALUES (8, 1, 'My', '**own** zebra', 'private', 1, ?, ?)"
    )
    small.execute(note, (WHEN, WHEN))
    engine.index(small, range(6, 9))
    every = engine.find(small, parse(query), me=1, exact=True)
    first = engine.find(small, parse(query), me=1, exact=True, limit=20, rough=True)
    assert set(every.ids) == found
    assert set(first.ids) == found or not (first.complete or isinstance(small, sqlite3.Connection))


@pytest.mark.parametrize(
    "query", ["ocean currents", "currents ocean", "ocaen currents", "title:ocean currents", "ocean"]
)
def test_what_papers_are_about_is_found_among_many_newer_ones(small: Any, query: str) -> None:
    fill(small, [Paper("Ocean currents", "", 2020, "How ocean currents drift.", real=False)])
    fill(small, [Paper(f"Ocean currents {i}", "", 2020, "Maps.", real=False) for i in range(head.NEWEST)])
    fill(small, [Paper("Maps", "", 2020, "Ocean currents drift.", real=False) for _ in range(head.NEWEST)])
    engine_of(small).index(small, range(6, 7 + 2 * head.NEWEST))
    first = engine_of(small).find(small, parse(query), me=1, limit=20, rough=True).ids[:1]
    assert list(first) == [6] or not isinstance(small, sqlite3.Connection)


@pytest.mark.parametrize("query", ["ocean drift", "the ocean"])
def test_a_word_more_that_says_little_hides_no_paper_that_is_about_the_others(small: Any, query: str) -> None:
    fill(small, [Paper("Ocean", "", 2020, "The ocean and its drift.", real=False)])
    fill(small, [Paper("Maps", "", 2020, "The ocean may drift.", real=False) for _ in range(head.NEWEST // 2)])
    fill(small, [Paper("Maps", "", 2020, "The drift of maps.", real=False) for _ in range(head.NEWEST)])
    engine_of(small).index(small, range(6, 7 + head.NEWEST * 3 // 2))
    first = engine_of(small).find(small, parse(query), me=1, limit=20, rough=True).ids[:1]
    assert list(first) == [6] or not isinstance(small, sqlite3.Connection)


def test_the_first_rows_are_among_all_rows(small: Any) -> None:
    fill(small, [Paper(f"Model {i}", "", 2020, "Common models of things", real=False) for i in range(300)])
    engine_of(small).index(small, range(6, 306))
    for query in ("model", "mod*", "model t*", "t*", "common OR t*", "/mod/", "model -calibration", *BOUNDED):
        every = engine_of(small).find(small, parse(query), me=1)
        first = engine_of(small).find(small, parse(query), me=1, limit=20, rough=True)
        assert len(first.ids) == 20 or not (first.complete or isinstance(small, sqlite3.Connection))
        assert set(first.ids) <= set(every.ids)
        assert len(set(every.ids)) == every.total


@pytest.mark.parametrize(
    "query", ["-title:a*", "title:c* OR zebra", "^g* sort:title", "abs:w* /n/", "-author:z* we", "abs:w* sort:random"]
)
def test_a_common_beginning_in_a_column_is_looked_for_in_the_texts(
    small: Any, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = engine_of(small)
    every = list(engine.find(small, parse(query), me=1).ids)
    monkeypatch.setattr(texting, "COMMON", 1)
    first = list(engine.find(small, parse(query), me=1, limit=20, rough=True).ids)
    assert sorted(first) == sorted(every) != []
    assert "sort" not in query or first == every


def test_where_there_is_no_time_the_last_papers_are_looked_through(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(small, [Paper(f"Model {i}", "", 2020, "Common models of things", real=False) for i in range(300)])
    engine_of(small).index(small, range(6, 306))
    monkeypatch.setattr(clock, "SOON", 0.0)
    for query in (
        "model",
        "-calibration",
        "common OR t*",
        "/mod/ common",
        "like:6 OR model",
        "model sort:-year",
        *BOUNDED,
    ):
        every = engine_of(small).find(small, parse(query), me=1)
        first = engine_of(small).find(small, parse(query), me=1, limit=20, rough=True)
        assert not first.complete
        assert first.ids or not isinstance(small, sqlite3.Connection)  # a server may be slower than is waited for it
        assert set(first.ids) <= set(every.ids)


def test_words_are_taken_as_typed_where_there_is_no_time_to_spell_them(
    small: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texting, "SPELLING", 0.0)
    first = engine_of(small).find(small, parse("calibraton OR parsing"), me=1, limit=20, rough=True)
    assert (first.corrections, first.complete) == ((), False)
    found = set(first.ids)  # a server may be slower than is waited for it
    assert found == {2, 3} or (found < {2, 3} and not isinstance(small, sqlite3.Connection))
    every = engine_of(small).find(small, parse("calibraton OR parsing"), me=1)
    assert set(every.ids) == {1, 2, 3}
    assert [each.used for each in every.corrections] == ["calibration"]


def test_what_is_not_to_be_found_is_not_shown_for_want_of_time(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "SOON", 0.0)
    monkeypatch.setattr(asked, "LOOKING", 0.0)
    for query in ("-like:1", "-/calibrat/", "model -(like:1 OR /graph/)"):
        every = engine_of(small).find(small, parse(query), me=1)
        first = engine_of(small).find(small, parse(query), me=1, limit=20, rough=True)
        assert not first.complete
        assert set(first.ids) <= set(every.ids)


def test_of_very_many_alternatives_some_give_the_first_rows(small: Any) -> None:
    query = " OR ".join(["calibration", *(f"id:{i}" for i in range(100, 140)), *("model" for _ in range(40))])
    first = engine_of(small).find(small, parse(query), me=1, limit=20, rough=True)
    assert not first.complete
    assert set(first.ids) <= {1, 2, 3, 4, 5}
    assert first.ids or not isinstance(small, sqlite3.Connection)
    assert set(engine_of(small).find(small, parse(query), me=1).ids) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("query", ["model year:2020..", "model year:2020.. -parsing"])
def test_the_index_is_asked_once_where_rows_tell_the_rest(made: Any, query: str) -> None:
    if not isinstance(made, sqlite3.Connection):
        pytest.skip("a server that is cut off gives no rows, so it is asked piece by piece")
    fast = clock.Clock(made, hurry=True)
    plan = Compiler(made, parse(query), Asker(1, datetime.now(UTC)), fast).plan()
    asked: list[str] = []
    made.set_trace_callback(asked.append)
    found = head.newest(gather.Gather(made, fast, lambda: False), plan, 50)
    made.set_trace_callback(None)
    assert found == sorted(hits(made, query).ids, reverse=True)
    assert len([sql for sql in asked if sql.startswith("SELECT search.rowid")]) == 1


def test_a_statement_that_takes_too_long_is_ended_and_the_next_one_is_not(small: Any) -> None:
    gathered = gather.Gather(small, clock.Clock(small, hurry=True))
    counted = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30000000) SELECT {} FROM n"
    met = gathered.ids(counted.format("i"), ())
    assert gathered.late
    assert met == list(range(1, len(met) + 1))
    assert len(met) < 30_000_000
    assert bool(met) == isinstance(small, sqlite3.Connection)  # a server hands over all or nothing
    assert gathered.ids("SELECT 1", ()) == []
    assert small.execute(counted.replace("30000000", "300000").format("count(*)")).fetchone() == (300_000,)
    assert clock.Clock(small, hurry=False).is_over(0.0) is False


def test_what_is_asked_after_a_statement_that_was_done_just_in_time_is_answered(small: Any) -> None:
    if isinstance(small, sqlite3.Connection):
        return
    for tenths in range(60):  # of a millisecond, around the limit
        small.until = time.perf_counter() + 0.002
        with suppress(Stopped):
            small.execute(f"SELECT pg_sleep({tenths / 10_000})")
        small.until = None
        assert small.execute("SELECT 1").fetchone() == (1,)


def test_words_that_the_server_reports_as_common_are_not_counted_where_that_takes_long(
    small: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(small, sqlite3.Connection):
        return
    fill(small, [Paper(f"Hands {i}", "", 2020, "How robots grasp.", real=False) for i in range(60)])
    engine_of(small).index(small, range(6, 66))
    small.execute("ANALYZE search")
    small.execute("DELETE FROM search")
    assert Words(small).papers(Form(("how",)), 1000) == 0
    monkeypatch.setattr("tracker.store.search.sql.words.LARGE", 50)
    words = Words(small)
    assert 50 < words.papers(Form(("how",)), 1000) <= 65
    assert words.papers(Form(("how",)), 30) == 30
    assert words.papers(Form(("zebra",)), 3) == 0


def test_a_word_that_a_tag_is_named_finds_the_same_soon(small: Any) -> None:
    fill(small, [Paper(f"Parsing {i}", "", 2020, "Models that parse", real=False) for i in range(50)])
    engine_of(small).index(small, range(6, 56))
    for query in ("parsing", "parsing model", "safety parsing", "parsing OR safety year:2020.."):
        every = engine_of(small).find(small, parse(query), me=1)
        first = engine_of(small).find(small, parse(query), me=1, limit=60, rough=True)
        assert set(first.ids) == set(every.ids) or (not first.complete and not isinstance(small, sqlite3.Connection))
        compiler = Compiler(small, parse(query), Asker(1, datetime.now(UTC)), clock.Clock(small, hurry=True))
        ways = compiler.plan().ways
        assert 1 < len(ways) <= 8
        assert all(way.match or "paper_tag" in way.where for way in ways)


def test_saved_searches_are_looked_into_but_not_by_themselves(small: Any) -> None:
    def saved(name: str) -> Query:
        if name == "gone":
            raise NotFound("No saved search is named gone")
        return parse({"safe": "#safety", "loop": "in:loop", "both": "in:safe model"}[name])

    assert set(engine_of(small).find(small, parse("in:safe"), me=1, saved=saved).ids) == {2, 5}
    assert set(engine_of(small).find(small, parse("in:both"), me=1, saved=saved).ids) == {2, 5}
    looped = engine_of(small).find(small, parse("in:loop graph"), me=1, saved=saved)
    assert looped.total == 0
    missing = engine_of(small).find(small, parse("in:gone"), me=1, saved=saved)
    assert missing.total == 0
    assert "gone" in missing.problems[0].message


def test_what_is_wrong_inside_a_saved_search_is_told_where_it_was_asked_for(small: Any) -> None:
    kept = {"a": "in:B model", "b": "-in:A", "wrong": "satus:x model", "0": "model"}
    kept |= {str(n): f"in:{n - 1} OR -in:{n - 1}" for n in range(1, 12)}

    def told(query: str) -> list[tuple[int, int, str]]:
        found = engine_of(small).find(small, parse(query), me=1, saved=lambda name: parse(kept[name.lower()]))
        return [problem[:3] for problem in found.problems]

    assert told("graph in:a") == [(6, 10, "the saved search “A” looks into itself")]
    assert told("in:wrong") == [
        (0, 8, "in the saved search “wrong”: there is no field “satus” — did you mean status: ?")
    ]
    assert told("in:3") == []
    assert told("in:11") == [(0, 5, "so many saved searches inside one another are not looked into")]


def test_as_many_numbers_are_looked_for_as_a_query_can_hold(small: Any) -> None:
    assert hits(small, f"year:2024,{','.join(map(str, range(2, 2000)))}").total == hits(small, "year:2024").total


def test_the_plural_of_a_short_name_is_that_name(small: Any) -> None:
    fill(small, [Paper("LLMs judge", "", 2020, "They do.", real=False), Paper("An LLM", "", 2020, "", real=False)])
    engine_of(small).index(small, [6, 7])
    assert [set(hits(small, query).ids) for query in ("LLM", "LLMs", "=LLM")] == [{6, 7}, {6, 7}, {7}]


def test_an_unknown_tag_finds_nothing_and_the_near_one_is_offered(small: Any) -> None:
    found = hits(small, "#saftey")
    assert found.total == 0
    assert found.problems[0].fix == "#safety"


def test_a_name_is_found_by_one_much_like_it_where_that_is_asked_for(small: Any) -> None:
    assert set(hits(small, "tag:~safty").ids) == set(hits(small, "#safety").ids) == {2, 5}
    assert set(hits(small, "tag:~safty,parsign").ids) == {2, 3, 5}
    assert hits(small, "tag:~safty").problems == ()
    assert hits(small, "tag:~quokka").problems[0].message == "no paper has the tag “quokka”"


def test_the_order_of_the_queue_is_that_of_whoever_keeps_it(small: Any) -> None:
    asked: list[int | None] = []

    def queue(pool: Pool, limit: int | None) -> "array[int]":
        asked.append(limit)
        assert list(pool.first(2)) == list(pool.every()[:2])
        assert list(pool.among([3, 99, 1])) == [1, 3]
        return array("q", sorted(pool.every(), reverse=True))[:limit]

    def found(text: str, limit: int | None = None) -> list[int]:
        return list(engine_of(small).find(small, parse(text), limit=limit, queue=queue).ids)

    assert found("sort:next") == [5, 4, 3, 2, 1]
    assert found("sort:next", 2) == [5, 4]
    assert found("sort:-next", 2) == [1, 2]
    assert asked == [None, 2, None]


def test_papers_like_one_share_its_telling_words(small: Any) -> None:
    found = hits(small, "like:1")
    assert 1 not in found.ids
    assert found.ids
    assert hits(small, "like:nothing").problems


def test_before_a_liking_is_learnt_a_query_about_it_says_why_it_finds_nothing(small: Any) -> None:
    found = hits(small, "model score>0.5")
    assert found.total == 0
    assert [problem.message for problem in found.problems] == [
        "what you like is not known until you kept ten papers and skipped ten"
    ]
    assert list(hits(small, "sort:score").ids) == list(hits(small, "").ids)


def test_a_pattern_that_takes_for_ever_is_given_up(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "LONGEST", 0.05)
    fill(small, [Paper("One long word", "", 2020, "a" * 200, real=False)])
    engine_of(small).index(small, [6])
    query = r"/(\w|\w)*\d\d$/"
    found = hits(small, query)
    assert found.total == 0
    assert ["for ever" in problem.message for problem in found.problems] == [True]
    assert engine_of(small).matches(small, [6], parse(query), me=1) == {6: []}
    first = engine_of(small).find(small, parse(query), me=1, limit=20, rough=True)
    assert first.problems == found.problems or not (first.complete or isinstance(small, sqlite3.Connection))


def test_a_pattern_that_only_looks_as_if_is_looked_for(small: Any) -> None:
    assert list(hits(small, r"/(a|a)*libration/").ids) == [1]
    assert list(hits(small, r"/(a+)+gents/").ids) == [3]


def test_completion_offers_the_commonest_words(small: Any) -> None:
    words = engine_of(small).vocabulary(small, "mod", 5)
    assert words[0] in (("models", 3), ("model", 1))
    assert engine_of(small).vocabulary(small, "", 5) == []


def test_a_search_that_is_stopped_says_so(small: Any) -> None:
    with pytest.raises(Stopped):
        engine_of(small).find(small, parse("model"), me=1, stop=lambda: True)


@pytest.mark.parametrize(
    "query", ["model", "sort:random model", "the OR a", "year:2020..", "sort:title", "the sort:-year"]
)
def test_a_stop_between_two_statements_is_not_lost(small: Any, query: str) -> None:
    with pytest.raises(Stopped):
        engine_of(small).find(small, parse(query), me=1, stop=lambda: True)


@pytest.mark.parametrize("made", ["sqlite"], indirect=True)
def test_a_search_is_stopped_from_another_thread(small: Any) -> None:
    fill(small, [Paper(*PAPERS[number % len(PAPERS)], real=False) for number in range(400)])
    engine_of(small).index(small, range(6, 406))
    timer = threading.Timer(0.05, small.interrupt)
    small.set_progress_handler(lambda: time.sleep(0.002), 50)
    timer.start()
    with pytest.raises(Stopped):
        engine_of(small).find(small, parse("sort:random words:>1 -zebra -calib* (model OR data)"), me=1)
    timer.join()


def test_edits_are_one_letter_off_or_two_turned() -> None:
    made = edits("form")
    assert {"from", "forms", "for", "dorm", "orm", "fform", "forum"} <= made
    assert "farms" not in made


def test_searching_imports_neither_sqlalchemy_nor_what_only_writers_need() -> None:
    script = (
        "import sys, sqlite3, tracker.store.search as s; from tracker.query.parse import parse;"
        "unwanted = {'sqlalchemy', 'sqlmodel', 'dataclasses', 'rapidfuzz', 'pydantic', 'markdown_it', 'textual'};"
        "print(sorted(unwanted & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


@pytest.mark.parametrize("within", ["", "https://example.org/code.", "O(T^2) self-attention"])
def test_the_first_rows_of_a_pasted_page_hold_all_of_its_words(small: Any, within: str) -> None:
    page = f"{within} " + " ".join(f"word{number:03}{'x' * (number % 5)}" for number in range(70))
    fill(small, [Paper(f"Page {i}", "", 2020, page if i % 2 else page[:-12], real=False) for i in range(20)])
    engine_of(small).index(small, range(6, 26))
    for query in (page, f"{page} year:2020"):
        every = engine_of(small).find(small, parse(query), me=1)
        first = engine_of(small).find(small, parse(query), me=1, limit=20, rough=True)
        assert not first.complete
        assert len(every.ids) == 10
        assert set(first.ids) == set(every.ids) or not isinstance(small, sqlite3.Connection)
        assert set(first.ids) <= set(every.ids)
