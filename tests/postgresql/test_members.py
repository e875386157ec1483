"""What a member does to papers on which others have something of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.postgresql.server import Server
from tests.reliability.served_upgrades import downgrade
from tracker.errors import Conflict, LibraryUnavailable
from tracker.library import Library
from tracker.store.postgres.fence import LIFT
from tracker.terms import Decision, Status, Visibility

Open = Callable[..., Library]

COMPARES = "SELECT has_column_privilege('bob', 'vote', 'decision', 'SELECT')"
# How an older program left a team's library: what members may see they read from the tables.
WITHOUT_VIEWS = (
    LIFT,
    "GRANT SELECT ON ALL TABLES IN SCHEMA public TO tracker_seeded",
    "UPDATE meta SET value = '1' WHERE name = 'rules'",
)


def rules(library: Library) -> bool:
    return next(finding.well for finding in library.check() if finding.name == "rules")


def test_a_library_with_rules_of_an_older_program_gets_these_when_its_owner_opens_it(
    postgres: Server, database: str, open_library: Open
) -> None:
    postgres.run(
        *WITHOUT_VIEWS, "DROP POLICY tracker_insert ON vote", "DROP FUNCTION tracker_veils CASCADE", database=database
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
    assert postgres.run(COMPARES, database=database) == [(False,)]


def test_a_team_s_library_of_an_older_schema_keeps_what_is_everybody_s_and_gets_these_rules(
    postgres: Server, database: str, open_library: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with open_library("ann") as ann, open_library("bob") as bob, open_library("cyn") as cyn:
        ann.new_round("first", "", ["bob", "cyn"])
        bob.vote("first", 1, Decision.INCLUDE, note="clearly")
        cyn.vote("first", 1, Decision.EXCLUDE)
    postgres.run(*WITHOUT_VIEWS, database=database)
    downgrade(postgres.url("ann", database), "0017")
    ann, bob = open_library("ann"), open_library("bob")
    assert postgres.run(COMPARES, database=database) == [(False,)]
    assert [ballot.note for ballot in bob.case("first", 1).ballots] == ["clearly"]
    assert bob.rows([1])[0].status is Status.LATER
    ann.close_round("first")
    assert [case.paper_id for case in bob.conflicts("first")] == [1]


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
