"""Of many papers the search index is made behind the import: what is looked for meanwhile, and what a kill leaves."""

import json
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.values import Changed
from tracker.store.search.sql.behind import TOLD

COUNT = 2000
KILLED_COMPARING = """
import os, signal, sys
from tracker.library import Library
from tracker.store import alike
found = alike._pairs
def killed(session, papers):
    if min(papers) > 600:
        os.kill(os.getpid(), signal.SIGKILL)
    return found(session, papers)
alike._pairs = killed
with Library.open(sys.argv[1], "ann") as library:
    library.catch_up()
"""
KILLED = """
import os, signal, sys
from tracker.library import Library
with Library.open(sys.argv[1], "ann") as library:
    library.catch_up(lambda done, all: os.kill(os.getpid(), signal.SIGKILL))
"""


def records() -> list[Record]:
    return [Record(title=f"Paper {n:04} on walrus{n}", abstract=f"Tusks measured on day {n}.") for n in range(COUNT)]


@pytest.fixture(scope="module")
def imported(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with an import whose index is not made to its end."""
    path = Path(shutil.copy(template, tmp_path_factory.mktemp("behind") / "library.db"))
    with Library.open(path, "ann") as library:
        library.import_records(records(), names="walruses", format="test", later=True)
    return path


@pytest.fixture
def behind(imported: Path, tmp_path: Path) -> Iterator[Library]:
    with Library.open(shutil.copy(imported, tmp_path / "library.db"), "ann") as library:
        yield library


def is_sound(library: Library) -> bool:
    return all(finding.well for finding in library.check() if finding.name == "index")


def test_papers_are_there_before_the_index_and_a_search_says_so(behind: Library) -> None:
    assert behind.count("") == 36 + COUNT
    found = behind.find("tusks")
    assert found.total == 1000
    assert TOLD in found.problems
    assert TOLD not in behind.find("year:2020").problems
    assert is_sound(behind)


def test_catching_up_puts_all_papers_in_and_tells_how_far_it_is(behind: Library) -> None:
    told: list[tuple[int, int]] = []
    behind.catch_up(lambda done, all: told.append((done, all)))
    assert told == [(500, 1000), (1000, 1000)]
    found = behind.find("tusks")
    assert (found.total, found.problems) == (COUNT, ())
    assert behind.find(f"walrus{COUNT - 1}").total == 1
    assert is_sound(behind)


def test_two_that_catch_up_at_once_tell_of_it_once(behind: Library) -> None:
    told: list[tuple[str, int]] = []
    other = threading.Thread(target=behind.catch_up, args=(lambda done, _all: told.append(("other", done)),))

    def hear(done: int, _all: int) -> None:
        told.append(("one", done))
        if not other.ident:
            other.start()

    behind.catch_up(hear)
    other.join(60)
    assert told == [("one", 500), ("one", 1000)]


def test_an_import_is_searched_whole_when_it_returns(template: Path, tmp_path: Path) -> None:
    with Library.open(shutil.copy(template, tmp_path / "library.db"), "ann") as library:
        library.import_records(records(), names="walruses", format="test")
        assert library.find("tusks").total == COUNT
        assert is_sound(library)


def test_a_kill_in_the_middle_leaves_what_the_next_program_goes_on_with(behind: Library) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(behind.path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert behind.find("tusks").total == 1500
    assert is_sound(behind)
    behind.catch_up()
    assert behind.find("tusks").total == COUNT
    assert is_sound(behind)


def test_papers_put_into_the_index_are_no_news_to_another_program(behind: Library) -> None:
    heard: list[Changed] = []
    with Library.open(behind.path, "bob") as other:
        other.subscribe(heard.append)
        behind.catch_up()
        other.write_note(1, "bob's own, which looks for what others did")
        assert [change.step is None for change in heard] == [False]
        behind.write_note(2, "ann's")
        other.write_note(1, "bob's next")
        assert [change.step is None for change in heard] == [False, True, False]


def test_papers_that_wait_can_be_changed_and_written_on(behind: Library) -> None:
    (last,) = behind.find("sort:-added,-title", limit=1).ids
    behind.write_note(last, "an orca, not a walrus")
    assert list(behind.find("note:orca").ids) == [last]
    behind.catch_up()
    assert behind.find("tusks").total == COUNT
    assert is_sound(behind)


def test_an_import_is_undone_and_redone_whatever_of_it_is_indexed(behind: Library) -> None:
    before = list(behind.find("benchmark").ids)
    behind.undo()
    assert behind.find("tusks", exact=True).total == 0
    assert list(behind.find("benchmark").ids) == before
    assert is_sound(behind)
    behind.redo()
    assert behind.find("tusks").total == COUNT
    assert is_sound(behind)


def test_what_waits_no_more_is_told_no_more(behind: Library) -> None:
    behind.undo()
    behind.catch_up()
    assert TOLD not in behind.find("attention").problems


def test_undoing_something_else_does_not_wait_for_the_index(behind: Library) -> None:
    behind.write_note(1, "of no account")
    behind.undo()
    assert TOLD in behind.find("tusks").problems


def test_closing_the_library_ends_catching_up_between_two_papers(behind: Library) -> None:
    begun = threading.Event()
    thread = threading.Thread(target=behind.catch_up, args=(lambda _done, _all: begun.set(),))
    thread.start()
    assert begun.wait(60)
    behind.close()
    thread.join(60)
    assert not thread.is_alive()
    with Library.open(behind.path, "ann") as library:
        library.catch_up()
        assert library.find("tusks").total == COUNT
        assert is_sound(library)


# Wording: of many records it is compared behind the import.


def reworded() -> list[Record]:
    """Papers of which every tenth is the one before it under another title, with a word of its text changed."""
    text = "walruses {} haul out on ice floes and dive for clams near the {} shore where we counted them by drone"
    found = []
    for n in range(1200):
        same, other = n - (n % 10 == 9), "tagged" if n % 10 == 9 else "counted"
        words = " ".join(f"{same}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
        found.append(Record(title=f"Walrus {n} of herd {words[:9]}", abstract=f"{text.format(same, other)} {words}"))
    return found


def pairs(library: Library) -> list[tuple[int, int, bool]]:
    return sorted((pair.one.id, pair.other.id, pair.sure) for pair in library.duplicates())


@pytest.fixture
def worded(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """A library with an import of so many that their wording is compared behind it."""
    monkeypatch.setattr("tracker.library.importing.intake.COMPARED", 0)
    with Library.open(shutil.copy(template, tmp_path / "library.db"), "ann") as library:
        library.import_records(reworded(), names="walruses", format="test", later=True)
        yield library


def test_papers_worded_alike_are_found_behind_the_import(worded: Library) -> None:
    assert worded.comparing()
    assert not pairs(worded)
    worded.catch_up()
    assert not worded.comparing()
    found = pairs(worded)
    assert len(found) == 120
    assert all(other == one + 1 for one, other, _ in found)


def test_a_list_laid_beside_the_library_is_compared_by_wording_to_its_end(
    template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.library.importing.intake.COMPARED", 0)
    here, listed = reworded()[8:10]
    beside = tmp_path / "list.jsonl"
    beside.write_text(json.dumps({"title": listed.title, "abstract": listed.abstract}))
    with Library.open(shutil.copy(template, tmp_path / "library.db"), "ann") as library:
        library.add_paper(here.abstract, title=here.title)
        library.catch_up()
        assert not library.against([beside]).missing


def test_a_kill_while_papers_are_compared_leaves_what_the_next_program_goes_on_with(worded: Library) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED_COMPARING, str(worded.path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert worded.comparing()
    worded.catch_up()
    assert len(pairs(worded)) == 120


def test_undoing_and_redoing_a_large_import_keeps_what_is_alike(worded: Library) -> None:
    worded.catch_up()
    before = worded.store.read("SELECT * FROM likeness ORDER BY 1, 2")
    sketches = worded.store.read("SELECT * FROM sketch ORDER BY 1, 2")
    worded.undo(later=True)
    assert not pairs(worded)
    worded.redo(later=True)
    worded.catch_up()
    assert worded.store.read("SELECT * FROM likeness ORDER BY 1, 2") == before
    worded.undo()
    assert len(worded.store.read("SELECT * FROM sketched")) == 36
    worded.redo()
    assert worded.store.read("SELECT * FROM likeness ORDER BY 1, 2") == before
    assert worded.store.read("SELECT * FROM sketch ORDER BY 1, 2") == sketches
