"""What a member does to papers on which others have something of their own."""

from collections.abc import Callable

import pytest

from tests.postgresql.server import Server
from tracker.errors import Conflict, LibraryUnavailable
from tracker.library import Library
from tracker.store.postgres.fence import LIFT
from tracker.terms import Decision, Status, Visibility

Open = Callable[..., Library]


def rules(library: Library) -> bool:
    return next(finding.well for finding in library.check() if finding.name == "rules")


def test_a_library_with_rules_of_an_older_program_gets_these_when_its_owner_opens_it(
    postgres: Server, database: str, open_library: Open
) -> None:
    postgres.run(
        LIFT,
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO tracker_seeded",
        "UPDATE meta SET value = '1' WHERE name = 'rules'",
        "DROP POLICY tracker_insert ON vote",
        "DROP FUNCTION tracker_veils CASCADE",
        database=database,
    )
    with open_library("bob") as bob:
        assert not rules(bob)
        bob.set_status([2], Status.DONE)
    open_library("ann").new_round("first", "", ["bob"])
    bob = open_library("bob")
    bob.vote("first", 1, Decision.INCLUDE)
    assert rules(bob)
    assert bob.rows([2])[0].status is Status.DONE
    assert bob.undo()
    compares = "SELECT has_column_privilege('bob', 'vote', 'decision', 'SELECT')"
    assert postgres.run(compares, database=database) == [(False,)]


def test_a_member_is_told_who_can_renew_the_rules(postgres: Server, database: str, open_library: Open) -> None:
    open_library("ann").new_round("first", "", ["bob"])
    postgres.run("DELETE FROM meta WHERE name = 'rules'", "DROP POLICY tracker_insert ON vote", database=database)
    with pytest.raises(LibraryUnavailable, match="its owner opens it once"):
        open_library("bob").vote("first", 1, Decision.INCLUDE)


def test_merging_loses_nothing_that_another_keeps_to_themselves(open_library: Open) -> None:
    bob, cyn = open_library("bob"), open_library("cyn")
    cyn.set_status([2], Status.DONE)
    cyn.annotate(2, 0, 20, "claim", body="a quagga", visibility=Visibility.PRIVATE)
    with pytest.raises(Conflict, match="of their own on this"):
        bob.merge(1, 2)
    assert cyn.rows([2])[0].status is Status.DONE
    assert [view.body for view in cyn.annotations(2)] == ["a quagga"]
