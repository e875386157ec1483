"""A terminal, a system or a neighbour that does not behave: the program goes on, or says what is the matter."""

import os
import pickle
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.terminal import TRACKER, Terminal
from tracker.errors import TrackerError
from tracker.library import Library
from tracker.terms import Status

NOBODY = 65534


def test_the_program_is_put_aside_and_fetched_back(seeded: Path) -> None:
    with Terminal("-i", home=seeded.parent, program=Path("/bin/sh"), PS1="$ ") as terminal:
        terminal.press(f"{TRACKER} --library {seeded} --me ann\r")
        terminal.shows("36 shown")
        terminal.press("w", "\x1a")
        terminal.shows("topped")
        terminal.press("fg\r")
        terminal.shows("▷")
        terminal.press("d")
        terminal.shows("as done")


def test_a_storm_of_sizes_leaves_the_list_in_the_last_one(seeded: Path) -> None:
    with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent, columns=80, rows=24) as terminal:
        terminal.shows("36 shown")
        for number in range(60):
            terminal.child.setwinsize(1 + number * 7 % 50, 1 + number * 13 % 180)
            terminal.press("j")
        terminal.child.setwinsize(24, 80)
        terminal.shows("36 shown")
        terminal.press("d")
        terminal.shows("as done")


@pytest.mark.parametrize(
    "environment",
    [
        {"LANG": "C", "LC_ALL": "C"},
        {"LANG": "", "LC_ALL": "", "PYTHONUTF8": "0"},
        {"TERM": "dumb"},
        {"TERM": "no-such-terminal"},
        {"COLUMNS": "many", "LINES": "-1"},
        {"TZ": "Nowhere/Land"},
    ],
    ids=lambda environment: ",".join(environment),
)
def test_a_poor_environment_still_shows_the_list(seeded: Path, environment: dict[str, str]) -> None:
    with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent, environment=environment) as terminal:
        terminal.shows("36 shown")
        terminal.press("d")
        terminal.shows("as done")
        terminal.press("ctrl+q")
        assert terminal.ends() == 0


def test_without_a_home_the_library_named_is_opened(seeded: Path) -> None:
    program = Path("/usr/bin/env")
    options = ("-u", "HOME", "-u", "XDG_DATA_HOME", "-u", "XDG_CONFIG_HOME", str(TRACKER), "--library", str(seeded))
    with Terminal(*options, home=seeded.parent, program=program) as terminal:
        terminal.shows("36 shown")


def test_an_editor_that_crashes_takes_no_text_with_it(seeded: Path) -> None:
    editor = seeded.parent / "editor"
    editor.write_text('#!/bin/sh\necho written before the crash >> "$1"\nkill -SEGV $$\n')
    editor.chmod(0o755)
    options = ("--library", str(seeded), "--me", "ann")
    with Terminal(*options, home=seeded.parent, EDITOR=str(editor)) as terminal:
        terminal.shows("36 shown")
        terminal.press("E")
        terminal.shows("nothing is saved yet")
        terminal.shows("written before the crash")


def test_a_folder_that_vanishes_is_named_and_the_text_stays(seeded: Path, tmp_path: Path) -> None:
    folder = tmp_path / "on a stick"
    folder.mkdir()
    library = seeded.rename(folder / "library.db")
    with Terminal("--library", str(library), "--me", "ann", home=tmp_path) as terminal:
        terminal.shows("36 shown")
        terminal.press("e")
        terminal.shows("by itself while you type")
        terminal.press("thought of on the way")
        away = folder.rename(tmp_path / "unplugged")
        terminal.press("\x13")
        terminal.shows("check the folder")
        terminal.shows("thought of on the way")
        away.rename(folder)
        terminal.press("\x13", "escape")
        terminal.shows("36 shown")
    with Library.open(library, "ann") as again:
        assert [note.body for note in again.notes(again.find("").ids[0])] == ["thought of on the way"]


def test_a_clock_that_goes_back_keeps_the_order_of_deeds(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.set_status([1], Status.LATER)
        library.write_note(1, "from tomorrow")
        tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        with sqlite3.connect(seeded) as raw:
            raw.execute("UPDATE step SET at = ?", (tomorrow,))
        library.set_status([1], Status.DONE)
        library.undo(3)
        assert library.rows([1])[0].status is Status.INBOX
        library.redo(3)
        assert library.rows([1])[0].status is Status.DONE
        assert [note.body for note in library.notes(1)] == ["from tomorrow"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody who may not write")
@pytest.mark.parametrize(
    ("modes", "told"), [((0o755, 0o444), "read-only|rights"), ((0o555, 0o666), "rights"), ((0o000, 0o666), "rights")]
)
def test_what_one_may_not_write_is_named(seeded: Path, modes: tuple[int, int], told: str) -> None:
    for parent in seeded.parents:
        parent.chmod(parent.stat().st_mode | 0o055)
    seeded.chmod(modes[1])
    seeded.parent.chmod(modes[0])
    try:
        said = as_nobody(lambda: _written(seeded))
    finally:
        seeded.parent.chmod(0o700)
    assert any(word in said for word in told.split("|")), said
    with Library.open(seeded, "ann") as library:
        assert library.rows([1])[0].status is Status.INBOX


def _written(path: Path) -> str:
    try:
        with Library.open(path, "ann") as library:
            library.set_status([1], Status.DONE)
    except TrackerError as error:
        return str(error)
    return "written"


def as_nobody(work: Callable[[], str]) -> str:
    """What the work gives when a person without any rights does it, in a process of its own."""
    with Library.open(Path("/dev/shm" if os.path.isdir("/dev/shm") else "/tmp") / f"warm{os.getpid()}.db", "x") as warm:
        warm.set_status([1], Status.DONE)  # what is imported late is imported now, by somebody who may read it
        path = warm.store.path
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    hears, tells = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setegid(NOBODY)
            os.seteuid(NOBODY)
            os.write(tells, pickle.dumps(work()))
        except Exception as error:  # noqa: BLE001 - whatever it is, the test must see it
            os.write(tells, pickle.dumps(repr(error)))
        finally:
            os._exit(0)
    os.close(tells)
    os.waitpid(child, 0)
    with os.fdopen(hears, "rb") as told:
        said: str = pickle.loads(told.read())
    return said


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_library_that_one_may_only_read_is_read(seeded: Path) -> None:
    seeded.chmod(0o444)
    with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
        terminal.shows("36 shown")
        terminal.press("d")
        terminal.shows("read-only")
