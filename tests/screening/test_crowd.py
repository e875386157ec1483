"""People who vote at the same time, in programs of their own, lose nothing and get no paper twice."""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.screening.crowd import ROUND, crowd
from tracker.library import Library

PEOPLE = ("ann", "bob", "cyn")


Where = Callable[[str], str]


@pytest.fixture
def where(engine: str, request: pytest.FixtureRequest) -> Where:
    """The library as each person opens it."""
    if engine == "sqlite":
        path = str(request.getfixturevalue("seeded"))
        return lambda _: path
    postgres, database = request.getfixturevalue("postgres"), request.getfixturevalue("database")
    return lambda name: str(postgres.url(name, database))


def test_with_one_vote_needed_each_paper_goes_to_one_person_only(where: Where, library: Library) -> None:
    library.new_round(ROUND, "", PEOPLE, votes=1)
    told = crowd(where, PEOPLE, 36, 0.0)
    lent = Counter(paper for one in told for paper in one.lent)
    assert set(lent.values()) == {1}
    assert len(lent) == 36
    assert [one.refused for one in told] == [[]] * 3
    library.close_round(ROUND)  # until then, nobody reads another's vote
    rows = library.store.read("SELECT paper_id, count(*) FROM vote GROUP BY paper_id")
    assert {count for _, count in rows} == {1}
    assert len(rows) == 36
    assert all(finding.well for finding in library.check() if finding.name != "rights")


def test_with_every_vote_needed_no_vote_is_lost_doubled_or_refused(where: Where, library: Library) -> None:
    library.new_round(ROUND, "", PEOPLE, votes=0)
    told = crowd(where, PEOPLE, 12, 0.0)
    library.close_round(ROUND)
    kept = library.store.read("SELECT p.name, v.paper_id FROM vote v JOIN person p ON p.id = v.person_id")
    assert Counter(kept) == Counter((one.name, paper) for one in told for paper in one.voted)
    assert len(kept) == 36
    assert [one.refused for one in told] == [[]] * 3
    steps = library.store.read("SELECT count(*) FROM step WHERE title LIKE 'voted%'")
    assert steps == [(36,)]
