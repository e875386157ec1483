"""A library whose tables another program changed says so; its rows stay as they are."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.reliability.strangers import CHANGES, SPOILT, campaign
from tracker.errors import LibraryUnavailable
from tracker.library import Library


def changed(path: Path, name: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA legacy_alter_table=ON")
        CHANGES[name](raw)


def used(path: Path) -> None:
    with Library.open(path, "ann") as library:
        library.rows(library.find("").ids)
        library.write_note(1, "a thought")
        library.comment(1, "one")
        library.comment(2, "two")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a column less", "paper.authors is missing"),
        ("a person's column less", "person.name_key is missing"),
        ("a number of the journal less", "change.id is missing"),
        ("a table less", "note is missing"),
        ("a view for a table", "note is a view"),
        ("every column without a kind", "paper has another key"),
        ("a trigger that refuses", "trigger theirs on note"),
        ("a trigger of a function", "trigger theirs on step"),
        ("a rule more", "rule theirs on comment"),
        ("no schema number", "does not tell its schema"),
        ("a schema number of no program", "does not tell its schema"),
        ("an older schema number", "is not of schema 0012"),
    ],
)
def test_what_another_program_changed_is_named_and_nothing_is_written(seeded: Path, name: str, told: str) -> None:
    changed(seeded, name)
    with pytest.raises(LibraryUnavailable, match=told):
        used(seeded)
    with closing(sqlite3.connect(seeded)) as raw:
        assert raw.execute("SELECT count(*) FROM paper").fetchone() == (36,)


def test_the_doctor_names_what_another_program_changed(seeded: Path) -> None:
    changed(seeded, "a trigger that writes more")
    with Library.open(seeded, "ann") as library:
        (tables,) = [finding for finding in library.check() if finding.name == "tables"]
    assert (tables.well, tables.told) == (False, "changed by another program: trigger theirs on note")


def test_a_search_index_that_is_gone_is_made_anew(seeded: Path) -> None:
    changed(seeded, "no search")
    with Library.open(seeded, "ann") as library:
        assert library.find("attention").ids
        assert all(finding.well for finding in library.check())


@pytest.mark.parametrize("name", ["encrypted", "half of it", "a folder", "a ring of links", "a text"])
def test_a_file_that_is_no_library_is_refused(seeded: Path, name: str) -> None:
    SPOILT[name](seeded)
    with pytest.raises(LibraryUnavailable):
        used(seeded)


@pytest.mark.slow
def test_every_verb_goes_on_or_says_why_whatever_another_program_made_of_the_file(tmp_path: Path) -> None:
    for outcome in campaign(tmp_path, each=False):
        assert outcome.failures == []
