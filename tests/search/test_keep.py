"""The index is never behind the rows, whatever is done to them."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.benchmarks.library import WHEN
from tests.search.conftest import engine_of, hits
from tracker.library import Library
from tracker.store.search import sqlite as sqlite_engine
from tracker.store.search.sql.behind import REMEMBERED, Known
from tracker.terms import Status

TEXTS = ("graph models", "self-attention", "扩散模型", "Erdős", "", "**bold** $L_p$", "graph graph", "x" * 100)


def write(connection: Any, papers: Sequence[int], *changes: tuple[str, tuple[object, ...]]) -> None:
    """What a step does: take the papers out, change rows, put the papers in."""
    engine_of(connection).forget(connection, papers)
    for sql, values in changes:
        connection.execute(sql, values)
    engine_of(connection).index(connection, papers)


def test_a_new_index_is_well(small: Any) -> None:
    assert engine_of(small).check(small) == []
    assert not engine_of(small).stale(small)


def test_a_changed_title_is_found_at_once_and_the_old_one_no_more(small: Any) -> None:
    write(small, [2], ("UPDATE paper SET title = 'Walking' WHERE id = 2", ()))
    assert list(hits(small, "title:walking", exact=True).ids) == [2]
    assert list(hits(small, "title:graph", exact=True).ids) == []
    assert engine_of(small).check(small) == []


def test_the_newest_wording_of_an_abstract_is_searched(small: Any) -> None:
    sql = (
        "INSERT INTO text_version (paper_id, field, seq, text, canon_sha, source, created_at)"
        " VALUES (1, 'abstract', 2, 'Nothing but zebras.', 'z', 'made', ?)"
    )
    write(small, [1], (sql, (WHEN,)))
    assert list(hits(small, "zebra").ids) == [1]
    assert list(hits(small, "abs:calibrate", exact=True).ids) == []


def test_a_paper_that_is_gone_is_found_no_more(small: Any) -> None:
    write(
        small,
        [3],
        ("DELETE FROM paper_tag WHERE paper_id = 3", ()),
        ("DELETE FROM text_version WHERE paper_id = 3", ()),
        ("DELETE FROM paper WHERE id = 3", ()),
    )
    assert list(hits(small, "imitation", exact=True).ids) == []
    assert engine_of(small).check(small) == []


def test_taking_back_a_transaction_takes_back_its_index(small: Any) -> None:
    small.execute("BEGIN")
    write(small, [2], ("UPDATE paper SET title = 'Walking' WHERE id = 2", ()))
    small.execute("ROLLBACK")
    assert list(hits(small, "walking", exact=True).ids) == []
    assert engine_of(small).check(small) == []


def test_indexing_or_forgetting_twice_does_no_harm(small: Any) -> None:
    engine_of(small).index(small, [1, 2, 99])
    engine_of(small).forget(small, [1])
    engine_of(small).forget(small, [1])
    assert list(hits(small, "calibration", exact=True).ids) == []
    engine_of(small).index(small, [1])
    assert list(hits(small, "calibration", exact=True).ids) == [1]
    assert engine_of(small).check(small) == []


@pytest.mark.parametrize("made", ["sqlite"], indirect=True)
def test_rows_changed_behind_its_back_are_noticed_and_mended_by_a_rebuild(small: Any) -> None:
    small.execute("UPDATE paper SET title = 'Walking' WHERE id = 2")
    assert engine_of(small).check(small) == ["1 paper in the search index: paper 2 differs"]
    engine_of(small).forget(small, [2])
    assert engine_of(small).stale(small)
    seen: list[tuple[int, int]] = []
    engine_of(small).rebuild(small, lambda done, all_: seen.append((done, all_)))
    assert seen[-1] == (5, 5)
    assert engine_of(small).check(small) == []
    assert list(hits(small, "walking").ids) == [2]


@pytest.mark.parametrize("made", ["sqlite"], indirect=True)
@pytest.mark.parametrize("sabotage", ["DELETE FROM search_paper WHERE paper_id = 2", "DELETE FROM paper WHERE id = 2"])
def test_the_check_names_what_is_missing_or_too_many(small: Any, sabotage: str) -> None:
    small.execute(sabotage)
    assert "paper 2 is" in engine_of(small).check(small)[0]


@pytest.mark.parametrize("made", ["sqlite"], indirect=True)
def test_the_check_leaves_a_reading_connection_reading(small: Any) -> None:
    small.execute("PRAGMA query_only = ON")
    assert engine_of(small).check(small) == []
    with pytest.raises(sqlite3.OperationalError):
        small.execute("DELETE FROM paper")


@pytest.mark.parametrize("made", ["sqlite"], indirect=True)
def test_a_damaged_index_is_noticed(small: Any) -> None:
    small.execute("DELETE FROM search_data WHERE id > 10")
    assert engine_of(small).check(small)


@pytest.mark.parametrize("made", ["sqlite"], indirect=True)
def test_what_writes_leave_in_pieces_is_put_together(small: Any) -> None:
    for paper in (1, 2, 3):
        write(small, [paper], ("UPDATE paper SET title = title || ' again' WHERE id = ?", (paper,)))
    engine = engine_of(small)
    found = list(hits(small, "again").ids)
    assert engine.is_apart(small)
    while engine.settle(small):
        pass
    assert not engine.is_apart(small)
    assert list(hits(small, "again").ids) == found
    assert engine.check(small) == []


@pytest.mark.parametrize("made", ["sqlite"], indirect=True)
def test_an_index_of_another_version_is_stale_and_left_alone(small: Any) -> None:
    small.execute("UPDATE meta SET value = '0' WHERE name = 'search'")
    assert engine_of(small).stale(small)
    engine_of(small).forget(small, [1])
    engine_of(small).index(small, [1])
    engine_of(small).rebuild(small)
    assert not engine_of(small).stale(small)
    assert engine_of(small).check(small) == []


def test_a_private_note_is_found_by_its_writer_alone(small: Any) -> None:
    sql = (
        "INSERT INTO note (paper_id, author_id, title, body, visibility, version, created_at, updated_at)"
        " VALUES (1, 1, '', 'My zebra doubts', 'private', 1, ?, ?)"
    )
    write(small, [1], (sql, (WHEN, WHEN)))
    assert list(hits(small, "zebra doubts").ids) == [1]
    assert list(hits(small, "zeb*").ids) == [1]
    from tracker.query.parse import parse

    assert list(engine_of(small).find(small, parse("zebra"), me=2).ids) == []
    assert "zebra" not in dict(engine_of(small).vocabulary(small, "zeb", 9))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(1, 5), st.sampled_from(TEXTS), st.booleans()), max_size=8))
def test_after_any_writes_the_index_is_what_a_rebuild_makes(small: Any, writes: list[tuple[int, str, bool]]) -> None:
    for paper, text, heading in writes:
        column = "title = ?" if heading else "authors = ?"
        write(small, [paper], (f"UPDATE paper SET {column} WHERE id = ?", (text, paper)))
    assert engine_of(small).check(small) == []
    asked = [text for text in TEXTS if text]
    kept = [sorted(hits(small, query, exact=True).ids) for query in asked]
    engine_of(small).rebuild(small)
    assert [sorted(hits(small, query, exact=True).ids) for query in asked] == kept


def test_an_index_of_an_older_program_is_made_anew_and_its_progress_told(seeded: Path) -> None:
    with closing(sqlite3.connect(seeded)) as raw, raw:
        raw.execute("UPDATE meta SET value = '0' WHERE name = 'search'")
        raw.execute("UPDATE paper SET title = 'Zebras' WHERE id = 1")
    seen: list[tuple[int, int]] = []
    with Library.open(seeded, "ann", progress=lambda done, all: seen.append((done, all))) as library:
        assert list(library.find("zebras", exact=True).ids) == [1]
    assert seen[-1] == (36, 36)


def test_an_index_of_another_make_is_made_anew_also_by_whoever_comes_after_the_first_was_killed(seeded: Path) -> None:
    with closing(sqlite3.connect(seeded)) as raw, raw:
        raw.execute("UPDATE meta SET value = '6' WHERE name = 'search'")
        raw.execute("DROP TABLE search")
        raw.execute("CREATE VIRTUAL TABLE search USING fts5(abstract, heading, content='')")
        raw.execute("CREATE VIRTUAL TABLE search_start USING fts5(starts, content='')")
    with Library.open(seeded, "ann", wait=False):
        pass  # it has begun
    with closing(sqlite3.connect(seeded)) as raw, raw:
        assert sqlite_engine.catch_up(raw, 7, Known()) == 7
    with Library.open(seeded, "ann", wait=False) as library:
        assert ["still being made" in problem.message for problem in library.find("attention").problems] == [True]
        library.catch_up()
        assert library.find("attention").problems == ()
        assert [told.told for told in library.check() if told.name == "index" and not told.well] == []
        assert library.store.one("SELECT 1 FROM sqlite_master WHERE name LIKE 'search_start%'") is None


def test_a_library_is_read_while_its_index_is_made_anew(seeded: Path) -> None:
    with closing(sqlite3.connect(seeded)) as raw, raw:
        raw.execute("UPDATE meta SET value = '0' WHERE name = 'search'")
        raw.execute("UPDATE paper SET title = 'Zebras' WHERE id = 1")
    with Library.open(seeded, "ann", wait=False) as library:
        assert library.find("").total == 36
        found = library.find("zebras", exact=True)
        assert found.total == 0
        assert ["still being made" in problem.message for problem in found.problems] == [True]
        library.set_status([1], Status.LATER)
        library.catch_up()
        assert list(library.find("zebras status:later", exact=True).ids) == [1]
        assert [told.told for told in library.check() if told.name == "index" and not told.well] == []


def test_a_new_library_waits_for_no_index(tmp_path: Path) -> None:
    with Library.open(tmp_path / "new.db", "ann", wait=False) as library:
        library.catch_up()
        found = library.find("atention sinks")
        assert found.problems == ()
        assert found.total > 0


def test_a_walk_sends_a_word_once_unless_the_list_was_begun_anew(seeded: Path) -> None:
    with closing(sqlite3.connect(seeded, isolation_level=None)) as raw:
        sqlite_engine.renew(raw)
        listed = "SELECT word FROM search_word"
        known = Known()
        assert sqlite_engine.catch_up(raw, 20, known) == 20
        first = {row[0] for row in raw.execute(listed)}
        assert known.fresh({"walruses", *first}) == {"walruses"}
        sqlite_engine.renew(raw)
        while sqlite_engine.catch_up(raw, 20, known):
            pass
        assert first < {row[0] for row in raw.execute(listed)}
        assert sqlite_engine.check(raw) == []


def test_of_very_many_words_a_walk_remembers_those_it_met_last() -> None:
    known = Known()
    many = {str(number) for number in range(REMEMBERED)}
    assert known.fresh(many) == many
    assert known.fresh({"1", "new"}) == {"new"}
    assert known.fresh({"1", "new"}) == set()
    assert len(known.words) == 2


def test_behind_a_walk_pieces_are_put_together_as_soon_as_ever(seeded: Path) -> None:
    with closing(sqlite3.connect(seeded, isolation_level=None)) as raw:
        pieces = "SELECT v FROM search_config WHERE k = 'automerge'"
        sqlite_engine.renew(raw)
        assert sqlite_engine.catch_up(raw, 20, Known()) == 20
        assert raw.execute(pieces).fetchone() == (8,)
        assert sqlite_engine.catch_up(raw, 20, Known()) == 16
        assert raw.execute(pieces).fetchone() == (4,)
