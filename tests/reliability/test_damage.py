"""What another program wrote into a library ends nothing, shows as text, and the doctor names it."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.reliability import damage, served_damage
from tests.reliability.outcome import Outcome
from tracker import stored
from tracker.cli.verbs import VERBS
from tracker.errors import LibraryUnavailable
from tracker.library import Library
from tracker.store.journal import TABLES
from tracker.store.rows import FRACTIONS, NUMBERS
from tracker.terms import Decision, Status, Visibility

# They read no row, or their own tests ask for them: they wait for people, or for machines elsewhere.
APART = {"serve", "tour", "completion"}


def test_every_verb_is_tried_on_damaged_rows() -> None:
    tried = {words[0] for words in damage.commands(damage.MAKING + damage.READING + damage.WRITING)}
    assert set(VERBS) - tried == APART


@pytest.mark.slow
def test_with_every_table_damaged_every_verb_and_screen_still_does_its_work(tmp_path: Path) -> None:
    for outcome in damage.everything(tmp_path):
        assert outcome.failures == []


def test_with_every_table_damaged_the_first_things_still_work(seeded: Path, tmp_path: Path) -> None:
    outcome = Outcome("damaged")
    path = tmp_path / "damaged.db"
    assert damage.damaged(seeded, path, list(damage.columns_of(seeded)), outcome)
    with damage.alone(tmp_path):
        for words in damage.commands("list | show 1 | list lenght | status done 1 2 | stats | log | export | doctor"):
            assert damage.ran(path, words) == []


@pytest.mark.slow
def test_with_each_table_damaged_in_turn_every_verb_does_its_work(tmp_path: Path) -> None:
    for outcome in damage.campaign(tmp_path, each=False, shown=False):
        assert outcome.failures == []


@pytest.mark.slow
def test_with_every_table_of_a_server_damaged_every_verb_does_its_work(tmp_path: Path) -> None:
    assert served_damage.campaign(tmp_path, each=False).failures == []


def test_numbers_are_known_by_the_names_of_their_columns() -> None:
    """A name means the same in every table, or is looked at where it is read."""
    kinds: dict[str, set[bool]] = {}
    for table in TABLES.values():
        for column in table.columns:
            number = column.type.python_type in (int, bool, float)
            kinds.setdefault(column.name, set()).add(number)
    either = {name for name, seen in kinds.items() if len(seen) == 2}
    assert either == {"id", "parent_id", "state"}
    assert {name for name, seen in kinds.items() if seen == {True}} == {*NUMBERS, *FRACTIONS}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2026-11-30T10:00:00+00:00", datetime(2026, 11, 30, 10, tzinfo=UTC)),
        ("2026-11-30", datetime(2026, 11, 30, tzinfo=UTC)),
        ("0001-01-01T00:00:00+00:00", stored.UNKNOWN),
        ("9999-12-31T23:59:59+00:00", stored.UNKNOWN),
        ("yesterday", stored.UNKNOWN),
        (7, stored.UNKNOWN),
    ],
)
def test_a_time_is_read_or_unknown(text: object, read: datetime) -> None:
    assert stored.moment(text) == read


def test_an_unknown_word_is_taken_for_what_does_no_harm() -> None:
    assert stored.word(Status, "burnt") is Status.INBOX
    assert stored.word(Decision, None) is Decision.MAYBE
    assert stored.word(Visibility, "everybody") is Visibility.PRIVATE
    assert stored.day("2026-02-30") is None
    assert stored.mapping("[1]") == {}


def test_the_doctor_names_what_cannot_be_read(seeded: Path) -> None:
    with closing(sqlite3.connect(seeded)) as raw, raw:
        raw.execute("UPDATE paper SET added_at = 'yesterday' WHERE id = 1")
        raw.execute("UPDATE paper SET venue = CAST(x'ff41' AS TEXT) WHERE id = 2")
        raw.execute("UPDATE paper SET provenance = '[1]' WHERE id = 3")
    with Library.open(seeded, "ann") as library:
        (values,) = [finding for finding in library.check() if finding.name == "values"]
        assert library.rows([2])[0].venue == "\ufffdA"
    assert not values.well
    for named in ("paper.added_at (1)", "paper.venue (1)", "paper.provenance (1)"):
        assert named in values.told


def test_comments_below_themselves_are_still_shown(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.comment(1, "one")
        library.comment(1, "two")
    with closing(sqlite3.connect(seeded)) as raw, raw:
        raw.execute("UPDATE comment SET parent_id = id WHERE body = 'one'")
        raw.execute("UPDATE comment SET parent_id = 'nobody' WHERE body = 'two'")
    with Library.open(seeded, "ann") as library:
        assert sorted(view.body for view in library.comments(1)) == ["one", "two"]


def test_ids_folders_times_and_versions_that_are_none_end_no_verb(seeded: Path, tmp_path: Path) -> None:
    with damage.alone(tmp_path):
        for words in damage.commands("annotate 1 --quote the | note 3 --text some | vault sync notes"):
            assert damage.ran(seeded, words) == []
        with closing(sqlite3.connect(seeded)) as raw, raw:
            raw.execute("UPDATE annotation SET id = 'mine'")
            raw.execute("INSERT INTO vault (person_id, folder) SELECT person_id, ? FROM vault", ("a\0b",))
            raw.execute("UPDATE vault SET synced_at = '2026-13-45'")
            raw.execute("UPDATE note SET version = ?", (damage.MANY,))
        used = "export --format annotations | vault status | vault status --json | note 3 --text more --append"
        for words in damage.commands(used):
            assert damage.ran(seeded, words) == []


@pytest.mark.slow
def test_screens_are_tried_on_rows_of_the_right_kind_too(tmp_path: Path) -> None:
    assert asyncio.run(damage.screens(damage.rich(tmp_path), tmp_path)) == []


def test_a_name_that_no_file_can_have_is_told() -> None:
    for named in ("a\0b.db", "sqlite:////tmp/a%00b.db"):
        with pytest.raises(LibraryUnavailable, match="NUL"):
            Library.open(named, "ann")


@pytest.mark.parametrize("name", ["what?", "50%", "a#b", "%41", "a b", "ünï", "'q\"", "x;y", "&=+", "file:x"])
def test_a_library_lies_at_any_path(tmp_path: Path, seeded: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    path = folder / f"{name}.db"
    with Library.open(path, "ann", seed=False) as library:
        library.import_data(b"@misc{a, title={Here}}", name="typed.bib")
        copy = library.backup(folder / f"copy of {name}")
    assert copy.stat().st_size
    assert sorted(each.name.split(".db")[0] for each in folder.glob("*.db")) == [name]
    with Library.open(path, "ann", seed=False) as library:
        assert [row.heading for row in library.rows(library.find("here").ids)] == ["Here"]
