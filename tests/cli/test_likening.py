"""`tracker similar`, `compare` and `map`."""

from tests.cli.conftest import Tracker


def test_similar_prints_the_nearest(tracker: Tracker) -> None:
    ran = tracker("similar", "5", "-n", "3")
    assert len(ran.rows) == 3
    assert ran.ids == tracker("list", "like:5", "--limit", "3").ids
    told = tracker("similar", "5", "-n", "1", "--json").json
    assert told[0]["id"] == ran.ids[0]
    assert 0 < told[0]["score"] <= 1
    assert told[0]["words"]
    assert "0." in tracker("similar", "5", terminal=True).out
    assert tracker("similar", "nothing").code == 1


def test_compare_prints_two_columns_and_the_words_of_both(tracker: Tracker) -> None:
    out = tracker("compare", "5", "18").out
    assert "─ method ─" in out
    assert "\nboth" in out
    told = tracker("compare", "5", "18", "--json").json
    assert told["a"]["id"] == 5
    assert told["both"]
    assert tracker("compare", "5").code == 2


def test_map_prints_groups_with_queries(tracker: Tracker) -> None:
    rows = tracker("map").rows
    assert sum(int(row[0]) for row in rows) == 36
    assert tracker("list", "--count", rows[0][2]).out.strip() == rows[0][0]
    assert tracker("map", "#theory", "--json").json["papers"] == 4
    assert "self" in tracker("map", terminal=True).out
