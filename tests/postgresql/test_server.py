"""A library on a server: opened, refused with what to do, heard of, copied, and back when the server is back."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.postgresql.server import Server
from tracker.errors import LibraryUnavailable
from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.restoring import restore
from tracker.library.values import Changed
from tracker.terms import Kept, Status

Open = Callable[..., Library]
SECRET = "sesame-öffne-dich"


@pytest.fixture
def url(postgres: Server, database: str) -> str:
    return postgres.url("ann", database)


def refused(where: str) -> str:
    with pytest.raises(LibraryUnavailable) as told:
        Library.open(where, "ann")
    return str(told.value)


def test_a_server_that_is_not_there_is_said_and_no_password_is(postgres: Server) -> None:
    told = refused(f"postgresql+psycopg://ann:{SECRET}@localhost:1/papers")
    shown = "postgresql+psycopg://ann@localhost:1/papers"
    assert told == f"Library {shown}: the server does not answer; check that it runs, and its address"
    assert SECRET not in refused(f"postgresql+psycopg://ann:{SECRET}@[/papers")
    assert "write postgresql+psycopg://name@server/database" in refused(f"postgresql://ann:{SECRET}@h/p?nonsense=1")


def test_what_is_missing_is_said_with_what_makes_it(postgres: Server) -> None:
    assert "`createdb nothing`" in refused(postgres.url("ann", "nothing"))
    assert "`tracker team add NAME`" in refused(postgres.url("nobody", "seeded"))


def test_the_person_is_who_the_server_let_in(open_library: Open) -> None:
    assert open_library("bob").me == "bob"
    assert open_library("bob").store.me == "bob"


def test_a_database_of_another_program_is_left_alone(postgres: Server) -> None:
    postgres.make("strange")
    postgres.run("CREATE TABLE invoice (id integer)", database="strange")
    assert "something else than a tracker library" in refused(postgres.url("ann", "strange"))
    assert postgres.run("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", database="strange") == [(1,)]


def test_a_library_newer_than_the_program_is_refused(postgres: Server, database: str, url: str) -> None:
    postgres.run("UPDATE alembic_version SET version_num = '9999'", database=database)
    assert "newer tracker (schema 9999" in refused(url)


def test_who_may_not_make_a_library_in_an_empty_database_is_told(postgres: Server) -> None:
    postgres.make("bare")
    postgres.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC", database="bare")
    assert "ask the owner" in refused(postgres.url("bob", "bare"))
    with pytest.raises(LibraryUnavailable, match="There is no library"):
        Library.open(postgres.url("ann", "bare"), "", create=False)


def test_several_programs_make_one_library_together(postgres: Server) -> None:
    postgres.make("fresh")
    listed = [sys.executable, "-m", "tracker", "--library", postgres.url("ann", "fresh"), "list", "--count"]
    programs = [subprocess.Popen(listed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [program.communicate() for program in programs] == [("36\n", "")] * 3
    assert postgres.run("SELECT count(*) FROM paper", database="fresh") == [(36,)]


def test_text_is_ordered_as_in_a_file_whatever_language_the_server_speaks(postgres: Server, database: str) -> None:
    kinds = postgres.run(
        "SELECT DISTINCT CAST(l.collname AS text) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
        " JOIN pg_collation l ON l.oid = a.attcollation"
        " WHERE c.relkind = 'r' AND c.relnamespace = CAST('public' AS regnamespace) AND a.attnum > 0",
        database=database,
    )
    assert kinds == [("C",)]


# --- live ----------------------------------------------------------------------------------------------------------


class Heard:
    """Counts what a library hears, and waits for it."""

    def __init__(self, library: Library) -> None:
        self.changes: list[Changed] = []
        self._more = threading.Condition()
        library.subscribe(self)
        library.watch()

    def __call__(self, changed: Changed) -> None:
        with self._more:
            self.changes.append(changed)
            self._more.notify_all()

    def within(self, seconds: float, count: int = 1) -> bool:
        with self._more:
            return self._more.wait_for(lambda: len(self.changes) >= count, seconds)


@contextmanager
def listening(postgres: Server, database: str, least: int = 1) -> Iterator[None]:
    """Go on when somebody listens in a database."""
    asked = (
        "SELECT count(*) FROM pg_stat_activity"
        f" WHERE datname = '{database}' AND query = 'LISTEN tracker' AND state = 'idle'"
    )
    waiting = threading.Event()
    for _ in range(200):
        if postgres.run(asked)[0][0] >= least:
            break
        waiting.wait(0.05)
    yield


def test_what_another_does_is_heard_at_once_and_ones_own_once(
    open_library: Open, postgres: Server, database: str
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    heard = Heard(ann)
    with listening(postgres, database):
        bob.tag([1], add=["seen"])
    assert heard.within(10)
    assert heard.changes[0].step is None
    ann.tag([2], add=["mine"])
    bob.tag([3], add=["last"])
    assert heard.within(10, 3)
    assert [change.step is None for change in heard.changes] == [True, False, True]
    bob.mark_seen(4)
    assert heard.within(10, 4)
    assert [change.deed for change in heard.changes] == [True, True, True, False]


def test_reading_writing_and_hearing_go_on_after_the_server_was_away(
    open_library: Open, postgres: Server, database: str
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    heard = Heard(ann)
    with listening(postgres, database):
        postgres.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'")
    assert ann.find("").total == 36
    ann.set_status([1], Status.DONE)
    assert heard.within(10, 2)  # its own step, and that something may have been missed
    with listening(postgres, database):
        bob.tag([1], add=["seen"])
    assert heard.within(10, 3)


# --- large and odd texts --------------------------------------------------------------------------------------------


def test_an_abstract_of_a_megabyte_comes_in_and_is_found(open_library: Open) -> None:
    ann = open_library()
    words = " ".join(f"w{number}x" for number in range(140_000))
    record = Record(title="A long one", abstract=f"Quokkas first. {words}")
    assert ann.import_records([record], names="file", format="test").new == 1
    assert ann.find("quokkas", exact=True).total == 1
    assert ann.find("w77x", exact=True).total == 1
    ann.undo()
    assert ann.find("quokkas", exact=True).total == 0


@pytest.mark.parametrize(
    "text", ["it's a \\ back'slash", "50% of :names and ? marks", "%(p0)s {} $1 $$", "a'' OR 1=1 --"]
)
def test_signs_that_mean_something_to_the_server_are_text(open_library: Open, text: str) -> None:
    ann = open_library()
    paper = ann.add_paper(text, title=text)
    assert ann.detail(paper).abstract == text
    ann.find(text)
    ann.find(f"/{'.'}{text[:3]}/")
    ann.tag([paper], add=["x'y%z"])
    assert list(ann.find("#x'y%z").ids) == [paper]


def test_parts_of_words_are_found_without_the_extension(open_library: Open, postgres: Server, database: str) -> None:
    ann = open_library()
    found = list(ann.find("easonin").ids)
    assert found
    assert next(f.well for f in ann.check() if f.name == "words")
    postgres.run("DROP EXTENSION pg_trgm CASCADE", database=database)
    assert list(ann.find("easonin").ids) == found
    assert not next(f.well for f in ann.check() if f.name == "words")


# --- copies ---------------------------------------------------------------------------------------------------------


def kept(library: Library) -> dict[str, Any]:
    """What a library holds, as a person sees it."""
    ids = library.find("sort:title").ids
    return {
        "rows": library.rows(ids),
        "details": [library.detail(paper) for paper in ids[:5]],
        "tags": library.tags(),
        "steps": [step.title for step in library.history()],
        "found": {query: list(library.find(query).ids) for query in ("reasoning", "lnaguage models", "#kept", "zebra")},
    }


def test_a_backup_is_a_library_and_goes_back(open_library: Open, postgres: Server, url: str, tmp_path: Path) -> None:
    ann = open_library()
    ann.tag([1, 2], add=["kept"])
    ann.write_note(1, "a zebra")
    ann.rate([3], 5)
    before = kept(ann)
    file = ann.backup(tmp_path / "copy.db")
    with Library.open(file, "ann") as copied:
        assert kept(copied) == before
        assert all(finding.well for finding in copied.check())
    ann.tag([3], add=["later"])
    beside = restore(url, file)
    assert beside is not None
    assert kept(ann) == before
    ann.undo()
    assert ann.rows([3])[0].id == 3
    assert ann.add_paper("A new text after that") == 37
    with Library.open(beside, "ann") as was:
        assert ("later", 1) in was.tags()


def test_a_library_in_a_file_becomes_a_team_s(seeded: Path, postgres: Server) -> None:
    with Library.open(seeded, "ann") as library:
        library.write_note(1, "do not lose me")
    postgres.make("moved")
    restore(postgres.url("ann", "moved"), seeded)
    with Library.open(postgres.url("ann", "moved"), "") as moved:
        assert [note.body for note in moved.notes(1)] == ["do not lose me"]
        assert list(moved.find("note:lose").ids) == [1]


def test_only_the_owner_lets_go_of_what_was_done_long_ago(postgres: Server, database: str, open_library: Open) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    for number in range(6):
        ann.write_note(number + 1, f"old {number}")
    postgres.run("UPDATE step SET at = '2020-01-01T00:00:00.000000+00:00'", database=database)
    bob.write_note(1, "of today")
    bob.tend(Kept(days=90, steps=3))
    assert len(ann.history()) == 8
    ann.tend(Kept(days=90, steps=3))
    assert (len(ann.history()), len(ann.undo(10))) == (3, 2)
    assert bob.history_begins() is not None
    assert len(bob.undo(10)) == 1
    assert len(bob.redo(10)) == 1
    assert all(finding.well for finding in ann.check() if finding.name == "journal")


def test_a_backup_takes_answers_that_seem_older_than_their_questions_and_numbers_that_are_none_or_least(
    open_library: Open, postgres: Server, url: str, database: str, tmp_path: Path
) -> None:
    ann = open_library()
    ann.comment(1, "Answered on a machine whose clock is slow?")
    asked = ann.comments(1)[0]
    ann.comment(1, "Yes.", reply_to=asked.id)
    ann.annotate(1, 0, 20, "result")
    ann.remember(ann.cards()[0].id, "good")
    changed = (
        *("UPDATE comment SET id = '0' WHERE parent_id IS NOT NULL", "UPDATE review_card SET stability = 'NaN'"),
        *("UPDATE paper SET year = -2147483648 WHERE id = 1", "UPDATE sketched SET sum = -9223372036854775808"),
    )
    for change in changed:
        postgres.run(f"{change} RETURNING 1", database=database)
    restore(url, ann.backup(tmp_path / "copy.db"))
    assert [comment.body for comment in ann.comments(1)][1:] == ["Yes."]
    assert ann.rows([1])[0].year == -2147483648
