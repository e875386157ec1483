"""A terminal, a system or a neighbour that does not behave: the program goes on, or says what is the matter."""

import os
import pickle
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.terminal import TRACKER, Terminal
from tracker.errors import LibraryUnavailable, TrackerError
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


# Root without this capability may do no more than anybody else with files of theirs.
HUMBLE = Path("/usr/bin/setpriv")
AS_ANYBODY = ("--bounding-set", "-all", str(TRACKER))


@pytest.mark.skipif(os.geteuid() == 0 and not HUMBLE.exists(), reason="root may write anywhere")
def test_a_library_that_one_may_only_read_is_read(seeded: Path) -> None:
    seeded.chmod(0o444)
    program, first = (HUMBLE, AS_ANYBODY) if os.geteuid() == 0 else (TRACKER, ())
    options = (*first, "--library", str(seeded), "--me", "ann")
    with Terminal(*options, home=seeded.parent, program=program) as terminal:
        terminal.shows("36 shown")
        terminal.press("d")
        terminal.shows("read-only")
    with Library.open(seeded, "ann") as library:
        assert library.rows([1])[0].status is Status.INBOX


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (5, 20), (2, 200), (60, 3)])
def test_a_terminal_of_hardly_any_size_takes_keys(seeded: Path, rows: int, columns: int) -> None:
    with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent, columns=80, rows=24) as terminal:
        terminal.shows("36 shown")
        terminal.child.setwinsize(rows, columns)
        terminal.press("enter", "escape", "?", "escape", "j", "k")
        terminal.child.setwinsize(24, 80)
        terminal.shows("36 shown")
        terminal.press("d")
        terminal.shows("as done")


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("kill -KILL $$", "nothing is saved yet"),
        ('printf "\\377\\376\\000" > "$1"', "cannot be read; it is in"),
        ('rm "$1"', "cannot be read; it is in"),
    ],
    ids=["killed", "bytes", "gone"],
)
def test_whatever_an_editor_does_the_note_is_still_there(seeded: Path, script: str, told: str) -> None:
    with Library.open(seeded, "ann") as library:
        first = library.find("").ids[0]
        library.write_note(first, "what was there")
    editor = seeded.parent / "editor"
    editor.write_text(f"#!/bin/sh\n{script}\n")
    editor.chmod(0o755)
    options = ("--library", str(seeded), "--me", "ann")
    with Terminal(*options, home=seeded.parent, EDITOR=str(editor), TMPDIR=str(seeded.parent)) as terminal:
        terminal.shows("36 shown")
        terminal.press("E")
        terminal.shows(told)
    with Library.open(seeded, "ann") as library:
        assert library.notes(first)[0].body == "what was there"


def test_without_an_editor_the_note_opens_here(seeded: Path) -> None:
    options = ("--library", str(seeded), "--me", "ann")
    with Terminal(*options, home=seeded.parent, EDITOR="/no/such/editor") as terminal:
        terminal.shows("36 shown")
        terminal.press("E")
        terminal.shows("by itself while you type")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a small disk")
def test_a_disk_that_fills_while_a_note_is_typed_keeps_the_text_on_the_screen(seeded: Path, tmp_path: Path) -> None:
    disk = tmp_path / "small"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)], check=False).returncode:
        pytest.skip("no small disk can be made here")
    try:
        library = Path(shutil.copy(seeded, disk / "library.db"))
        with Terminal("--library", str(library), "--me", "ann", home=tmp_path) as terminal:
            terminal.shows("36 shown")
            terminal.press("e")
            terminal.shows("by itself while you type")
            with suppress(OSError), (disk / "filler").open("wb") as filler:
                while filler.write(b"x" * 4096):
                    filler.flush()
            terminal.press("thought of while the disk filled", "\x13")
            terminal.shows("disk is full")
            terminal.shows("thought of while the disk filled")
            (disk / "filler").unlink()
            terminal.press("\x13", "escape")
            terminal.shows("36 shown")
        with Library.open(library, "ann") as again:
            assert [note.body for note in again.all_notes()] == ["thought of while the disk filled"]
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.fixture
def stick(seeded: Path, tmp_path: Path) -> Iterator[Path]:
    """A disk with the library on it."""
    disk = tmp_path / "stick"
    disk.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(disk)], check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        shutil.copy(seeded, disk / "library.db")
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def mounted(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def test_a_library_on_a_disk_mounted_read_only_is_read(stick: Path, tmp_path: Path) -> None:
    library = stick / "library.db"
    mounted(stick, "ro")
    with Library.open(library, "ann") as opened:
        assert len(opened.find("").ids) == 36
        assert [finding.name for finding in opened.check() if not finding.well] == []
        with pytest.raises(LibraryUnavailable, match="mounted read-only"):
            opened.set_status([1], Status.DONE)
        mounted(stick, "rw")
        with Library.open(library, "bob") as other:
            other.set_status([1], Status.DONE)
        with pytest.raises(LibraryUnavailable, match="open it again"):
            opened.find("")
    mounted(stick, "ro")
    with Terminal("--library", str(library), "--me", "ann", home=tmp_path) as terminal:
        terminal.shows("36 shown")
        terminal.press("d")
        terminal.shows("copy it to another disk")


def test_what_lies_beside_a_library_on_a_disk_mounted_read_only_is_not_left_out(stick: Path) -> None:
    library = stick / "library.db"
    with closing(sqlite3.connect(library)) as raw, raw:
        raw.execute("UPDATE paper SET headline = 'written last'")
        raw.commit()
        beside = Path(f"{library}-wal").read_bytes()
    Path(f"{library}-wal").write_bytes(beside)
    mounted(stick, "ro")
    with pytest.raises(LibraryUnavailable, match="copy it with its -wal"):
        Library.open(library, "ann")


def test_without_a_network_asking_others_is_told_and_nothing_is_changed(seeded: Path) -> None:
    alone = ["unshare", "--net"] if os.geteuid() == 0 else []
    if alone and subprocess.run([*alone, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no network of its own can be made here")
    told = {"PATH": os.environ["PATH"], "HOME": str(seeded.parent), "LANG": "C.UTF-8"}
    told |= {} if alone else {"TRACKER_OFFLINE": "1"}
    (seeded.parent / ".config" / "tracker").mkdir(parents=True)
    feeds = '[feeds]\nnews = "https://export.arxiv.org/rss/cs.CL"\n'
    (seeded.parent / ".config" / "tracker" / "config.toml").write_text(feeds)
    for verb in (("enrich", "1"), ("add", "10.5555/3295222.3295349"), ("feeds", "fetch")):
        command = [*alone, str(TRACKER), "--library", str(seeded), "--me", "ann", *verb]
        done = subprocess.run(command, env=told, capture_output=True, text=True, check=False, timeout=180)
        assert "Traceback" not in done.stderr
        assert "fault in the program" not in done.stderr
        assert done.stderr.strip() or done.stdout.strip(), verb
    with Library.open(seeded, "ann") as library:
        assert len(library.find("").ids) == 36
