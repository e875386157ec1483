"""A large import comes in parts: it is one step, leaves what one in one piece leaves, and others write between."""

import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.library.parting import in_parts_of
from tracker.errors import Conflict, LibraryUnavailable
from tracker.formats.annotations import Mark
from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.importing.reports import ImportReport
from tracker.library.values import Changed
from tracker.store.file import FileStore
from tracker.store.journal import MADE

WHOLE = 1_000


def frogs(count: int) -> list[Record]:
    return [
        Record(title=f"Frogs of pond {n}", abstract=f"We count frog{n} by day and night.", year=2031)
        for n in range(count)
    ]


class Cut(Exception):
    """Somebody stops the import."""


def cut_at(count: int, error: Callable[[], Exception] = Cut) -> Callable[[int], None]:
    """A progress that stops when so many records are read."""

    def progress(read: int) -> None:
        if read >= count:
            raise error()

    return progress


def rows(library: Library, *, but: Iterable[str] = ()) -> dict[str, list[str]]:
    """All that is kept, without the times at which it came, the journal, and what the index keeps of itself."""
    with closing(sqlite3.connect(library.path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        left_out = ("sqlite", "search", "alembic", "step", "change", "meta", *but)
        return {
            name: sorted(repr(_steady(row)) for row in connection.execute(f'SELECT * FROM "{name}"'))
            for name in names
            if not name.startswith(left_out)
        }


def _steady(row: Any) -> dict[str, object]:
    return {name: row[name] for name in row.keys() if not name.endswith("at") and name != "batch_id"}  # noqa: SIM118


TEXTS = [
    f"In this paper we count the {animal} of a pond, by day and by night." for animal in ("frogs", "newts", "eels")
]
TITLES = ["Frogs of the pond", "Newts, and where they are", "Eels in the mud", "Editorial", "Preface"]
MARKS = (Mark(id="01ARZ3NDEKTSV4RRFFQ69G5FAV", exact="count", kind="method", body="How?"),)
few = st.sampled_from
RECORDS = st.lists(
    st.builds(
        Record,
        title=few([None, *TITLES]),
        abstract=few([None, *TEXTS, *(text.replace("we", "we shall") for text in TEXTS)]),
        authors=few([(), ("Ann Lee",)]),
        year=few([None, 2024, 2025]),
        doi=few([None, None, None, "10.1234/frogs", "10.1234/newts"]),
        url=few([None, "https://pond.org/1"]),
        collection=few([None, "Ponds", "Mud"]),
        title_variants=few([(), (), ("Frogs again",)]),
        tags=few([(), ("wet",), ("wet", "cold")]),
        notes=few([(), (), ("Read this, see [[lee2024frogs]].",)]),
        status=few([None, None, "reading", "done"]),
        starred=st.booleans(),
        annotations=few([(), (), MARKS]),
    ).filter(lambda one: bool(one.title or one.abstract or one.doi)),
    min_size=1,
    max_size=14,
)
# The same where title, text and identifier belong together: records that deny each other are not known again surely.
SUBJECTS = dict(
    zip(TITLES[:3], zip(TEXTS, ("10.1234/frogs", "10.1234/newts", "10.1234/eels"), strict=True), strict=True)
)


def _agreeing(record: Record) -> Record:
    text, doi = SUBJECTS[record.title or ""]
    marks = record.annotations if record.abstract else ()  # a mark without a text comes once there is one
    return record._replace(abstract=record.abstract and text, doi=record.doi and doi, annotations=marks)


AGREEING = st.lists(
    st.builds(
        Record,
        title=few(list(SUBJECTS)),
        abstract=few([None, TEXTS[0]]),
        authors=few([(), ("Ann Lee",)]),
        year=few([None, 2024]),
        doi=few([None, "10.1234/frogs"]),
        collection=few([None, "Ponds", "Mud"]),
        title_variants=few([(), (), ("Once more, in the rain",)]),
        tags=few([(), ("wet",), ("wet", "cold")]),
        notes=few([(), (), ("Read this, see [[lee2024frogs]].",)]),
        status=few([None, None, "reading", "done"]),
        annotations=few([(), (), MARKS]),
    ).map(_agreeing),
    min_size=1,
    max_size=14,
)
SIZES = few([2, 4, 6])
LAW = settings(max_examples=25, phases=[Phase.explicit, Phase.reuse, Phase.generate])


@contextmanager
def new_library() -> Iterator[Library]:
    with tempfile.TemporaryDirectory() as folder, Library.open(f"{folder}/l.db", "ann", seed=False) as library:
        library.add_paper(TEXTS[0], title="Frogs of the pond")
        yield library


def take_in(library: Library, records: Sequence[Record], size: int, **how: Any) -> Any:
    with in_parts_of(size):
        return library.import_records(records, names="pond.jsonl", format="test", tags=["new"], **how)


@pytest.mark.slow
@LAW
@given(RECORDS, SIZES)
def test_an_import_in_parts_leaves_what_one_in_one_piece_leaves(records: list[Record], size: int) -> None:
    with new_library() as whole, new_library() as parted:
        expected = take_in(whole, records, WHOLE)
        before = rows(parted, but=MADE)
        report = take_in(parted, records, size)
        assert report._replace(step=None) == expected._replace(step=None)
        assert [step.title for step in parted.history()] == [step.title for step in whole.history()]
        assert rows(parted) == rows(whole)
        assert all(finding.well for finding in parted.check() if finding.name != "rights")
        if report.step:
            after = rows(parted, but=MADE)
            parted.undo()
            assert rows(parted, but=MADE) == before
            parted.redo()
            assert rows(parted, but=MADE) == after


@pytest.mark.slow
@LAW
@given(RECORDS, SIZES, st.integers(1, 14))
def test_an_import_that_was_stopped_is_taken_back(records: list[Record], size: int, stops: int) -> None:
    with new_library() as library:
        before = rows(library, but=MADE)
        with suppress(Cut):
            take_in(library, records, size, progress=cut_at(min(stops, len(records))))
            pytest.fail("it was not stopped")
        assert rows(library, but=MADE) == before


@pytest.mark.slow
@LAW
@given(AGREEING, SIZES, st.integers(1, 14))
def test_an_import_that_was_killed_goes_on_when_it_is_done_again(records: list[Record], size: int, ends: int) -> None:
    gone = cut_at(min(ends, len(records)), lambda: LibraryUnavailable("the disk is full"))
    with new_library() as whole, new_library() as parted:
        take_in(whole, records, WHOLE)
        with suppress(LibraryUnavailable):
            take_in(parted, records, size, progress=gone)
        take_in(parted, records, size)
        batches = ("import_batch",)
        assert rows(parted, but=batches) == rows(whole, but=batches)


# One import of ten, in parts of four: when the sixth is read, four are in the library; when the tenth is, eight.


def meanwhile(*deeds: Callable[[], object]) -> Iterator[Record]:
    """Ten records; a deed is done between the first part and the second, another between that and the third."""
    for place, record in enumerate(frogs(10)):
        if place in (5, 9):
            deeds[place == 9]()
        yield record


def nothing() -> None:
    pass


def cut() -> None:
    raise Cut


def ponds(library: Library) -> int:
    return library.count("year:2031")


@pytest.fixture
def ann(open_library: Callable[..., Library]) -> Library:
    return open_library("ann")


@pytest.fixture
def bob(open_library: Callable[..., Library]) -> Library:
    return open_library("bob")


def tens(library: Library, entries: Iterable[Record], **how: Any) -> ImportReport:
    with in_parts_of(4):
        return library.import_records(entries, names="x", format="test", **how)


def test_others_write_between_the_parts_and_see_what_came_so_far(ann: Library, bob: Library) -> None:
    seen: list[tuple[int, str]] = []

    def look() -> None:
        seen.append((ponds(bob), next(step.title for step in bob.history() if step.person == "ann")))
        bob.write_note(1, "Meanwhile.")

    tens(ann, meanwhile(look, look))
    assert seen == [(4, "imported 4 papers from x so far"), (8, "imported 8 papers from x so far")]
    imported = next(step for step in ann.history() if step.person == "ann")
    assert (imported.title, imported.papers) == ("imported 10 papers from x", 10)
    assert ponds(bob) == 10
    ann.undo()
    assert ponds(bob) == 0
    assert len(bob.notes(1)) == 2


def test_a_member_of_a_team_takes_in_parts_and_takes_them_back(bob: Library) -> None:
    tens(bob, frogs(10), collection="Ponds", tags=["wet"])
    assert (ponds(bob), bob.count("tag:wet"), bob.history()[0].title) == (
        10,
        10,
        "imported 10 papers from x into “Ponds”",
    )
    with pytest.raises(Cut):
        tens(bob, meanwhile(nothing, cut), collection="More")
    bob.undo()
    assert ponds(bob) == 0


def test_another_program_hears_of_each_part(ann: Library, bob: Library) -> None:
    if not isinstance(ann.store, FileStore):
        pytest.skip("a server tells it by itself")
    heard: list[Changed] = []
    bob.subscribe(heard.append)

    def look() -> None:
        bob.write_note(1, "Which looks for what others did.")

    tens(ann, meanwhile(look, look), later=True)
    assert [change.deed for change in heard if change.step is None] == [True, True]


def test_an_import_that_is_taken_back_while_it_runs_ends(ann: Library, open_library: Callable[..., Library]) -> None:
    other = open_library("ann")
    with pytest.raises(Conflict, match="“imported 4 papers from x so far” was taken back while more of it came"):
        tens(ann, meanwhile(other.undo, nothing))
    assert ponds(ann) == 0
    ann.redo()
    assert ponds(ann) == 4


def test_one_that_is_taken_back_and_done_again_meanwhile_goes_on(
    ann: Library, open_library: Callable[..., Library]
) -> None:
    other = open_library("ann")
    tens(ann, meanwhile(lambda: (other.undo(), other.redo()), nothing))
    assert ponds(ann) == 10
    ann.undo()
    assert ponds(ann) == 0


def test_what_others_worked_on_stays_when_an_import_is_stopped(ann: Library, bob: Library) -> None:
    def work() -> None:
        bob.write_note(bob.find("year:2031").ids[0], "Seen.")

    with pytest.raises(Conflict, match=r"bob.*What came before stays, “imported 8 papers from x so far”"):
        tens(ann, meanwhile(work, cut))
    assert ponds(ann) == 8
    assert tens(ann, frogs(10)).warnings == ["an earlier import of x was not finished; this one went on with it"]
    assert ponds(ann) == 10


def test_closing_the_library_keeps_the_parts_that_are_there(ann: Library, bob: Library) -> None:
    with pytest.raises(LibraryUnavailable, match=r"closed meanwhile\. What came before stays, “imported 8 papers"):
        tens(ann, meanwhile(nothing, ann.close))
    assert ponds(bob) == 8


def test_an_import_of_one_part_that_fails_leaves_no_step(library: Library) -> None:
    steps = library.history()
    with pytest.raises(Cut):
        library.import_records(frogs(10), names="x", format="test", progress=cut_at(10))
    assert library.history() == steps


KILLED = """
import os, signal, sys
from tests.library.test_import_parts import meanwhile, nothing, tens
from tracker.library import Library
with Library.open(sys.argv[1], "ann") as library:
    tens(library, meanwhile(nothing, lambda: os.kill(os.getpid(), signal.SIGKILL)))
"""


def test_what_a_killed_import_left_is_one_step_and_the_next_goes_on(library: Library) -> None:
    if not isinstance(library.store, FileStore):
        pytest.skip("a file is enough")
    ended = subprocess.run([sys.executable, "-c", KILLED, str(library.path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert (ponds(library), library.history()[0].title) == (8, "imported 8 papers from x so far")
    assert all(finding.well for finding in library.check() if finding.name != "rights")
    library.undo()
    assert ponds(library) == 0
    library.redo()
    report = tens(library, frogs(10))
    assert (report.new, report.same, ponds(library)) == (2, 8, 10)
