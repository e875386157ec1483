"""A disk with less and less room, a real one: every verb that writes, and a session in the terminal, meet its end."""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.reliability.damage import alone, commands, where
from tests.reliability.deeds import digests
from tests.reliability.outcome import Leak, Outcome
from tracker.cli.main import main
from tracker.library import Library
from tracker.terms import Status

PAGE = 4096
SIZE = 48 * 1024 * 1024
FINE = 24  # pages up to which every one is tried; beyond, every sixteenth part more
WORDS = "thought of while the disk filled"
OWN = (".writelock", "-wal", "-shm")  # what a library has beside it while it is used
KEPT = ("filler", "backups")  # ours; and the daily copy is made where there is room
BY_AND_BY = ("vault",)  # a folder of files is written file by file
DIGITS = re.compile(r"\d+")
FULL = ("disk is full", "No space left")

# Each is one deed; words that belong together are joined by underlines.
VERBS = """
status done 1 2 3 | tag +new 1 2 3 4 5 | tag rename method/rlhf renamed | note 1 --text half_a_thought
note 3 --text more --append | annotate 2 --quote the --kind claim | comment 2 another_word | star 4 | due 2027-01-01 5
rate 5 6 | snooze tomorrow 7 | merge 33 34 | undo | kind own --key 9 | saved add own #evaluation
rules add first title:model later | round new fresh --query model --people ann,bob | vote 1 include --round first
add --title Typed | import many.bib | import many.jsonl | export --format jsonl -o out.jsonl
export --format bibtex -o out.bib | export --format html -o out.html | annotations --format csv -o out.csv
backup copy.db | restore before.db | vault sync notes | config edit | doctor --repair | list | list --json
"""


class Ran(NamedTuple):
    """How a command went."""

    code: int
    out: str
    err: str


class SmallDisk:
    """A file system of its own in memory, whose room can be taken away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def leave(self, pages: int) -> None:
        """Fill it but for so many pages."""
        room = os.statvfs(self.folder)
        with self._filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(PAGE, room.f_bavail * room.f_frsize - pages * PAGE))

    def make_room(self) -> None:
        self._filler.unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk | None]:
    """A small disk at a folder, while it lasts; None where none can be made."""
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs"]
    if os.geteuid() != 0 or subprocess.run(["mount", *options, str(folder)], check=False, stderr=-3).returncode:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def campaign(template: Path, folder: Path, *, step: int, verbs: str = VERBS) -> list[Outcome]:
    """Every verb with no page left, with one (with `step`), and so on until it has all the room that it wants."""
    outcome = Outcome("a disk that is full at any page, every verb that writes")
    with small_disk(folder / "small") as disk:
        if disk is None:
            outcome.figures["not done"] = "no small disk can be made here"
            return [outcome]
        before = _before(template, folder / "before")
        for words in commands(verbs):
            _tried(disk, before, [word.replace("_", " ") for word in words], step, outcome)
    return [outcome]


def _before(template: Path, folder: Path) -> Path:
    """What lies on the disk at the beginning: a library that somebody uses, and files that come."""
    folder.mkdir()
    shutil.copy(template, folder / "library.db")
    with alone(folder), Library.open(folder / "library.db", "ann") as library:
        library.backup(folder / "before.db")
        library.tag([1, 2, 3], add=["method/rlhf"])
        library.write_note(3, "a note that was there")
        library.new_round("first", people=["ann", "bob"])
        library.set_status([9], Status.DONE)
        entries = [f"@misc{{m{n}, title={{Paper {n}}}, abstract={{{'word ' * 99}{n}}}}}" for n in range(60)]
        (folder / "many.bib").write_text("\n\n".join(entries), "utf-8")
        (folder / "many.jsonl").write_text("".join(library.export_papers(range(1, 37), "jsonl")), "utf-8")
    return folder


def _tried(disk: SmallDisk, before: Path, words: list[str], step: int, outcome: Outcome) -> None:
    """One verb again and again, with more and more room."""
    start, none = _start(disk, before), _files(disk)
    whole = _run(disk, words, None)
    expected, files = _changed(disk, start), _files(disk)
    if whole.code:
        outcome.add([f"even with room: {whole.err}"], " ".join(words))
        return
    pages = went = 0
    while went < 2:  # a step may need no more than the last one and leave less behind
        start = _start(disk, before)
        ran = _run(disk, words, pages)
        left = _files(disk)
        disk.make_room()
        wrong = _wrong(ran, _changed(disk, start), expected) + (_other(left, none) if ran.code else [])
        wrong = [] if ran.code and words[0] in BY_AND_BY else wrong  # what is there of it is taken up again
        again = _run(disk, words, None) if ran.code else ran
        wrong += [f"with room again: {again.err}"] if again.code else _other(_files(disk), files)
        wrong += ["with room again it is not the same"] if _changed(disk, start) != expected else []
        outcome.add(wrong + _unwell(disk), f"{' '.join(words)} with {pages} pages left")
        went += not ran.code
        pages += step + max(0, pages - FINE) // 16


def _start(disk: SmallDisk, before: Path) -> dict[str, str]:
    for left in disk.folder.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    shutil.copytree(before, disk.folder, dirs_exist_ok=True)
    return digests(disk.folder / "library.db")


def _run(disk: SmallDisk, words: list[str], pages: int | None) -> Ran:
    """A command with all it may want on the small disk: the library, settings, temporary files, where it stands."""
    streams = sys.stdin, sys.stdout, sys.stderr
    with alone(disk.folder):
        os.environ.update(TMPDIR=str(disk.folder), EDITOR="true")
        tempfile.tempdir = None
        if pages is not None:
            disk.leave(pages)
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(""), io.StringIO(), io.StringIO()
        try:
            code = main(["--library", str(disk.folder / "library.db"), *words])
            return Ran(code, sys.stdout.getvalue(), sys.stderr.getvalue())
        except Exception as error:  # noqa: BLE001 - whatever it is, a fault of the program is what is looked for
            return Ran(-1, "", where(error))
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
            tempfile.tempdir = None


def _wrong(ran: Ran, changed: set[str], expected: set[str]) -> list[str]:
    """What is not as it should be after a command on a full disk: all of it is there, or nothing and it was told."""
    if ran.code == 0:
        return [f"went well and changed {changed}, not {expected}"] if changed != expected else []
    wrong = [f"said “{ran.err}”"] if not any(word in ran.err for word in FULL) else []
    return wrong + ([f"half of it is there: {changed} of {expected}"] if changed else [])


def _other(found: set[str], wanted: set[str]) -> list[str]:
    more, fewer = sorted(found - wanted), sorted(wanted - found)
    return [Leak(f"left {', '.join(more)}")] * bool(more) + [f"{', '.join(fewer)} is not there"] * bool(fewer)


def _changed(disk: SmallDisk, start: dict[str, str]) -> set[str]:
    now = digests(disk.folder / "library.db")
    return {table for table in start | now if start.get(table) != now.get(table)}


def _files(disk: SmallDisk) -> set[str]:
    found = (str(path.relative_to(disk.folder)) for path in disk.folder.rglob("*") if not path.is_dir())
    return {DIGITS.sub("#", name) for name in found if not name.startswith(KEPT) and not name.endswith(OWN)}


def _unwell(disk: SmallDisk) -> list[str]:
    with Library.open(disk.folder / "library.db", "ann") as library:
        return [f"{finding.name}: {finding.told}" for finding in library.check() if not finding.well]
