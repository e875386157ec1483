"""What is offered while a query is typed is counted as it would be found."""

import pytest

from tracker.library import Library, completing


@pytest.mark.parametrize(
    "query", ["#safety status:", "multimodal has:", "-#safety is:", "#reasoning OR #", "title:mult"]
)
def test_what_could_be_typed_is_counted_under_the_rest_of_the_query(library: Library, query: str) -> None:
    offers = library.complete(query, len(query))[: completing.COUNTED]
    assert len(offers) >= 5
    for offer in offers:
        assert offer.papers in (None, library.count(query[: offer.start] + offer.text))
    assert offers[0].papers is not None


def test_what_is_no_value_or_takes_long_is_not_counted(library: Library) -> None:
    for query in ("#safety ", "sort:", r"/\d{5}/ status:", "like:1 is:"):
        assert {offer.papers for offer in library.complete(query, len(query))} == {None}


def test_where_there_is_no_time_nothing_is_counted(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completing, "SOON", 0)
    assert [offer.papers for offer in library.complete("status:", 7)][:3] == [None, None, None]
