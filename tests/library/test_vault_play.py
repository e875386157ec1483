"""A library and a folder at play: random edits on both sides, undone and done again, by programs that die."""

import os
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tracker.library import Library
from tracker.library.values import NoteView
from tracker.vault.page import NOTE, read

WRITER = """
import sys
from pathlib import Path
from tracker.library import Library
library, vault = Library.open(sys.argv[1], "ann"), Path(sys.argv[2])
for number in range(1000):
    for paper in range(1, 9):
        note = library.my_note(paper)
        body = (note.body + "\\n" if note else "") + f"here-{paper}-{number}"
        library.write_note(paper, body, note_id=note.id if note else None, version=note.version if note else 0)
        print(f"here-{paper}-{number}", flush=True)
    for path in vault.rglob("*.md"):
        text = path.read_text()
        word = f"there-{path.name.split()[0]}-{number}"
        path.with_suffix(".new").write_text(text.replace("%% tracker:note %%\\n", f"%% tracker:note %%\\n{word}\\n"))
        path.with_suffix(".new").replace(path)
        print(word, flush=True)
    library.sync_vault(library.plan_vault(vault))
"""


class Play:
    """One paper's note in a library and in a file."""

    def __init__(self, library: Library, vault: Path, seed: int) -> None:
        self.library, self.vault, self.random = library, vault, Random(seed)
        self._words = (f"s{seed}w{number}" for number in count())
        self.alive: set[str] = set()
        self.apart: set[str] = set()
        self._here("first")
        self.sync()

    def turn(self) -> None:
        self.random.choice((self.here, self.there, self.beside, self.both, self.sync, self.back_and_forth))()

    def here(self) -> None:
        self._here(self._word())

    def there(self) -> None:
        page = read(self.path.read_text())
        start, word = page.blocks[NOTE].start, self._word()
        self.path.write_text(f"{page.text[:start]}{word}\n{page.text[start:]}")

    def beside(self) -> None:
        word = next(self._words)
        self.apart.add(word)
        with self.path.open("a") as file:
            file.write(f"{word}\n")

    def both(self) -> None:
        self.here()
        self.there()
        self.library.tag([1], add=[self.random.choice(("red", "blue"))])

    def back_and_forth(self) -> None:
        """Undone, synced, done again and synced: as if nothing had been."""
        self.sync()
        steps = self.library.undo(self.random.randint(1, 2))
        self._sync()
        self.library.redo(len(steps))
        self.sync()

    def sync(self) -> None:
        self._sync()
        body, text = self.body, self.path.read_text()
        assert self.alive <= set(body.split()), sorted(self.alive - set(body.split()))
        assert body == (read(text).content(NOTE) or "").removesuffix("\n")
        assert self.apart <= set(text.split())

    def _sync(self) -> None:
        plan = self.library.plan_vault(self.vault)
        clashing = {page.paper_id: "both" for page in plan.pages if page.clashes}
        if clashing:
            plan = self.library.plan_vault(self.vault, settle=dict.fromkeys(clashing, "both"))
        report = self.library.sync_vault(plan)
        assert not report.left

    @property
    def body(self) -> str:
        note = self.library.my_note(1)
        return note.body if note else ""

    @property
    def path(self) -> Path:
        (path,) = self.vault.rglob("*.md")
        return path

    def _here(self, word: str) -> None:
        old = self.library.my_note(1)
        body = f"{old.body}\n{word}" if old else word
        saved = self.library.write_note(1, body, note_id=old.id if old else None, version=old.version if old else 0)
        assert isinstance(saved, NoteView)

    def _word(self) -> str:
        word = next(self._words)
        self.alive.add(word)
        return word


def play(library: Library, folder: Path, seeds: range, turns: int) -> None:
    for seed in seeds:
        if note := library.my_note(1):
            library.delete_note(note.id)
        one = Play(library, folder / str(seed), seed)
        for _ in range(turns):
            one.turn()
        one.sync()


def test_no_word_is_lost_between_a_library_and_a_folder(library: Library, tmp_path: Path) -> None:
    play(library, tmp_path, range(6), 10)


@pytest.mark.slow
def test_nor_in_longer_games(library: Library, tmp_path: Path) -> None:
    play(library, tmp_path, range(100, 130), 30)


@pytest.mark.slow
@pytest.mark.parametrize("after", [5, 30, 61, 100, 203])
def test_a_program_that_dies_while_syncing_loses_nothing(seeded: Path, tmp_path: Path, after: int) -> None:
    vault = tmp_path / "vault"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(seeded), str(vault)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    told = [writer.stdout.readline().strip() for _ in range(after)]
    time.sleep(Random(after).random() / 5)
    os.kill(writer.pid, signal.SIGKILL)
    told += writer.stdout.read().split()
    writer.wait()
    with Library.open(seeded, "ann") as library:
        plan = library.plan_vault(vault)
        library.sync_vault(library.plan_vault(vault, settle={p.paper_id: "both" for p in plan.pages if p.clashes}))
        there = " ".join(path.read_text() for path in vault.rglob("*.md"))
        here = " ".join(note.body for note in library.all_notes())
        assert set(told) <= set(here.split())
        assert set(told) <= set(there.split())
        assert all(finding.well for finding in library.check())
