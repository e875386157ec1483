"""A library on a server whose tables another program changed says so; its rows stay as they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.postgresql.server import Server
from tests.reliability.served_strangers import CHANGES, campaign
from tracker.errors import LibraryUnavailable
from tracker.library import Library
from tracker.store.health import Finding
from tracker.terms import Visibility

Open = Callable[..., Library]


def changed(postgres: Server, database: str, name: str) -> None:
    postgres.run("SET ROLE ann", *CHANGES[name], database=database)


def used(library: Library) -> None:
    library.rows(library.find("").ids)
    library.write_note(1, "a thought")


def found(library: Library, name: str) -> Finding:
    (finding,) = [each for each in library.check() if each.name == name]
    return finding


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a column less", "paper.authors is missing"),
        ("a table less", "note is missing"),
        ("a trigger that refuses", "trigger theirs on note"),
        ("a column more that must be given", "note.mood must be given"),
        ("a rule more", "rule theirs on note"),
        ("no numbers", "step.id is not counted"),
        ("no facts", "meta is missing"),
        ("an older schema number", "is not of schema 0012"),
    ],
)
def test_what_another_program_changed_is_named_and_nothing_is_written(
    postgres: Server, database: str, open_library: Open, name: str, told: str
) -> None:
    changed(postgres, database, name)
    with pytest.raises(LibraryUnavailable, match=told):
        used(open_library())
    assert postgres.run("SELECT count(*) FROM paper", database=database) == [(36,)]


def test_what_another_program_changed_is_named_to_who_makes_a_backup(
    postgres: Server, database: str, open_library: Open, tmp_path: Path
) -> None:
    ann = open_library()
    changed(postgres, database, "a table less")
    with pytest.raises(LibraryUnavailable, match="note is missing"):
        ann.backup(tmp_path / "copy.db")
    assert [*tmp_path.iterdir()] == []


def test_the_doctor_names_what_another_program_changed(postgres: Server, database: str, open_library: Open) -> None:
    ann = open_library()
    assert found(ann, "tables").well
    changed(postgres, database, "a trigger that writes more")
    assert found(ann, "tables").told == "changed by another program: trigger theirs on note"
    assert found(open_library("bob"), "tables").told == "changed by another program: trigger theirs on note"


def test_rows_that_another_program_counts_anew_are_counted_on_by_the_doctor(
    postgres: Server, database: str, open_library: Open
) -> None:
    ann = open_library()
    ann.write_note(2, "the first")
    for name in ("numbers from the beginning", "no numbers left"):
        changed(postgres, database, name)
        with pytest.raises(LibraryUnavailable, match="doctor --repair"):
            used(ann)
        assert not found(ann, "numbers").well
        ann.repair()
        assert found(ann, "numbers").well
        used(ann)


def test_a_search_index_that_is_gone_is_made_anew_and_keeps_what_is_private(
    postgres: Server, database: str, open_library: Open
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    bob.annotate(1, 0, 20, "claim", body="a zebra", visibility=Visibility.PRIVATE)
    changed(postgres, database, "no search")
    again = open_library("ann")
    assert again.find("attention").ids
    assert [list(each.find("zebra").ids) for each in (ann, bob)] == [[], [1]]
    assert all(finding.well for finding in again.check() if finding.name in ("tables", "index", "rules"))


@pytest.mark.slow
def test_every_verb_goes_on_or_says_why_whatever_another_program_made_of_the_tables(tmp_path: Path) -> None:
    assert campaign(tmp_path, each=False).failures == []
