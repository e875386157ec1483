"""The SQLite engine finds what every engine has to find."""

from collections.abc import Callable

import pytest

from tests.search.contract import EXACTLY, FIRST, MATCHES

Find = Callable[..., list[int]]


@pytest.mark.parametrize("query", MATCHES)
def test_a_query_matches_what_it_says(found: Find, query: str) -> None:
    assert set(found(query)) == MATCHES[query]


@pytest.mark.parametrize("query", EXACTLY)
def test_nothing_is_corrected_where_that_is_not_wanted(found: Find, query: str) -> None:
    assert set(found(query, exact=True)) == EXACTLY[query]


@pytest.mark.parametrize("query", FIRST)
def test_the_best_comes_first(found: Find, query: str) -> None:
    assert found(query)[0] == FIRST[query]


@pytest.mark.parametrize("query", ["calibration", "self-attention", "M-STaR", "graph neural", "safety language"])
def test_every_key_on_the_way_to_a_word_finds_its_paper(found: Find, query: str) -> None:
    whole = set(found(query))
    for end in range(1, len(query) + 1):
        assert whole <= set(found(query[:end], typing=True)), query[:end]
