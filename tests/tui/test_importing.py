"""Import, duplicates and merging on the screen: nothing is written before it was seen, and u takes it back."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.library.parting import in_parts_of
from tests.tui.pilot import Desk, desk, settled
from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.values import Changed
from tracker.tui.opening import Indexed
from tracker.tui.paths import completed, named
from tracker.tui.screens.duplicates import DuplicatesScreen
from tracker.tui.screens.importing import ImportScreen
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.merging import MergeScreen

TEXT = (
    "We study how frogs jump when the ground is wet. Earlier work looked at dry ground only, and its models fail on"
    " mud. Our method learns from films of four hundred jumps and predicts their length with an error of two percent."
)
FROGS = {"title": "How Frogs Jump on Wet Ground", "abstract": TEXT, "doi": "10.1000/1"}
NASTY = {"title": "Cats [/b] [@click=app.quit]x[/] 猫 sleep on keyboards", "abstract": "We watch \x1b[31mcats."}
MUD = {"title": "Frog Jumps on Mud", "abstract": TEXT, "doi": "10.1000/2"}


@pytest.fixture
def file(seeded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list with a paper that is new, one that may be here, and a line that is none."""
    with Library.open(seeded, "ann") as library:
        library.add_paper(TEXT, title=FROGS["title"], doi=FROGS["doi"])
    path = tmp_path / "list.jsonl"
    path.write_text("\n".join([json.dumps(NASTY), json.dumps(MUD), json.dumps(FROGS), "{ broken [/x]"]))
    monkeypatch.chdir(tmp_path)
    return path


async def test_arrows_offer_the_files_of_the_folder(seeded: Path, file: Path) -> None:
    async with desk(seeded) as here:
        assert "↓ list.jsonl" in await here.press("g", "I")
        await here.press("down", "enter")
        assert here.on(ImportScreen)


async def opened(here: Desk) -> str:
    await here.press("g", "I")
    await here.type("lis")
    return await here.press("tab", "enter")


@pytest.mark.parametrize("size", [(80, 24), (140, 40), (40, 9)])
async def test_a_file_is_shown_before_it_is_written(seeded: Path, file: Path, size: tuple[int, int]) -> None:
    async with desk(seeded, size) as here:
        screen = await opened(here)
        assert here.on(ImportScreen)
        assert all(len(line) <= size[0] for line in screen.splitlines())
        assert here.library.find("").total == 37
        if size[1] > 20:
            assert "maybe here 1" in screen
            assert "100% alike" in screen
            assert "Cats [/b] [@click=app.quit]x[/] 猫" in await here.press("shift+tab")
        await here.press("enter")
        assert here.on(LibraryScreen)
        assert here.library.find("").total == 39
        await here.press("u")
        assert here.library.find("").total == 37


async def test_every_group_is_a_key_away(seeded: Path, file: Path) -> None:
    async with desk(seeded, (100, 30)) as here:
        await opened(here)
        seen = [await here.press("tab") for _ in range(5)]
        assert any("broken [/x]" in screen for screen in seen)
        assert any("here already 1" in screen for screen in seen)
        assert any("not in the file 36" in screen for screen in seen)


@pytest.mark.parametrize(("key", "papers", "pairs"), [("m", 38, 0), ("n", 39, 0), ("j", 39, 1)])
async def test_what_may_be_here_is_decided(seeded: Path, file: Path, key: str, papers: int, pairs: int) -> None:
    async with desk(seeded, (100, 30)) as here:
        await opened(here)
        await here.press(key, "enter")
        assert here.library.find("").total == papers
        assert len(here.library.duplicates()) == pairs


async def test_leaving_writes_nothing_and_a_file_that_is_none_is_told(seeded: Path, file: Path) -> None:
    async with desk(seeded) as here:
        await opened(here)
        assert "nothing was imported" in await here.press("escape")
        await here.press("g", "I")
        assert "no such file" in await here.type("nowhere.bib")
        assert "nowhere.bib cannot be read" in await here.press("enter")
        await here.press("escape")
        assert here.library.find("").total == 37


async def test_a_file_that_changes_meanwhile_is_read_again(seeded: Path, file: Path) -> None:
    async with desk(seeded) as here:
        await opened(here)
        file.write_text(json.dumps(NASTY))
        await here.press("enter")
        assert here.on(ImportScreen)
        await here.press("enter")
        assert here.library.find("").total == 38


async def test_pairs_are_merged_side_by_side(seeded: Path, file: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.import_files([file])
    async with desk(seeded, (120, 30)) as here:
        screen = await here.press("g", "D")
        assert here.on(DuplicatesScreen)
        assert "Frog Jumps on Mud" in screen
        screen = await here.press("enter")
        assert here.on(MergeScreen)
        assert "10.1000/2" in screen
        await here.press("space", "enter")
        assert "No paper is here twice" in await here.press("k")
        assert here.library.detail(37).title == "Frog Jumps on Mud"
        await here.press("u")
        assert len(here.library.duplicates()) == 1
        await here.press("n")
        assert here.library.duplicates() == []


async def test_two_marked_papers_are_merged(seeded: Path) -> None:
    async with desk(seeded) as here:
        assert "mark two papers" in await here.press("&")
        await here.press("space", "space", "&")
        assert here.on(MergeScreen)
        await here.press("enter")
        assert here.library.find("").total == 35
        await here.press("u")
        assert here.library.find("").total == 36


def test_paths_are_completed_as_far_as_names_agree(tmp_path: Path) -> None:
    for name in ("lists.bib", "lists.ris", ".hidden"):
        (tmp_path / name).write_text("")
    (tmp_path / "folder").mkdir()
    assert completed(f"{tmp_path}/l") == (f"{tmp_path}/lists.", ["lists.bib", "lists.ris"])
    assert completed(f"{tmp_path}/f") == (f"{tmp_path}/folder/", ["folder/"])
    assert completed(f"{tmp_path}/none/x") == (f"{tmp_path}/none/x", [])
    assert named(f"{tmp_path}/*.bib") == [tmp_path / "lists.bib"]
    assert named(f"{tmp_path}/lists.bib {tmp_path}/lists.ris") == [tmp_path / "lists.bib", tmp_path / "lists.ris"]
    assert named(f"{tmp_path}/x[y].bib") == [tmp_path / "x[y].bib"]


async def test_the_detail_says_where_each_field_comes_from(seeded: Path, file: Path, tmp_path: Path) -> None:
    with Library.open(seeded, "ann") as library:
        (tmp_path / "more.jsonl").write_text(json.dumps(FROGS | {"venue": "Frog Letters", "year": 2024}))
        library.import_files([tmp_path / "more.jsonl"])
    async with desk(seeded, (140, 40)) as here:
        await here.press("/")
        await here.type("id:37")
        screen = await here.press("enter")
        assert "user:ann: title, abstract, doi" in screen
        assert "more.jsonl: year, venue" in screen


async def test_the_search_index_of_many_papers_is_made_while_one_reads(seeded: Path) -> None:
    frogs = (Record(title=f"Frog {n} jumps on moss{n}") for n in range(1100))
    with Library.open(seeded, "ann") as library:
        library.import_records(frogs, names="frogs", format="test", later=True)
    async with desk(seeded, (100, 30)) as here:
        assert "saved ✓" in here.text
        assert here.library.find("moss1099").total == 1
        here.app.post_message(Indexed(1, 4))
        await here.pilot.pause()
        assert "indexing 25%" in here.text
        here.app.post_message(Indexed(4, 4))
        await settled(here.pilot)
        assert "saved ✓" in here.text


async def halfway(here: Desk) -> threading.Event:
    """An import of which the first of three parts is there; it goes on when the event is set."""
    there, goes_on = threading.Event(), threading.Event()

    def hear(change: Changed) -> None:
        if change.step is not None and not there.is_set():  # that a paper was looked at is told, too
            there.set()
            goes_on.wait(60)

    await opened(here)
    here.library.subscribe(hear)
    await here.pilot.press("enter")
    await asyncio.to_thread(there.wait, 60)
    return goes_on


@pytest.fixture
def pond(file: Path) -> Iterator[None]:
    """A file of ten papers that come in three parts."""
    frogs = ({"title": f"Frogs of pond {n}", "abstract": f"We count frog{n}.", "year": 2031} for n in range(10))
    lines = map(json.dumps, frogs)
    file.write_text("\n".join(lines))
    with in_parts_of(4):
        yield


@pytest.mark.usefixtures("pond")
async def test_an_import_that_is_stopped_leaves_nothing(seeded: Path) -> None:
    async with desk(seeded) as here:
        goes_on = await halfway(here)
        assert here.library.count("year:2031") == 4
        await here.pilot.press("c", "escape")
        goes_on.set()
        await settled(here.pilot)
        assert here.library.count("year:2031") == 0


@pytest.mark.usefixtures("pond")
async def test_who_leaves_during_an_import_keeps_what_came(seeded: Path) -> None:
    async with desk(seeded) as here:
        goes_on = await halfway(here)
        here.app.leave_at_once()
        goes_on.set()
    with Library.open(seeded, "ann") as library:
        assert library.history()[0].title == "imported 4 papers from list.jsonl so far"
        assert library.count("year:2031") == 4


@pytest.mark.usefixtures("pond")
async def test_one_reads_on_while_papers_come_in(seeded: Path) -> None:
    async with desk(seeded) as here:
        goes_on = await halfway(here)
        await here.pilot.press("b")
        goes_on.set()
        assert here.on(LibraryScreen)
        await settled(here.pilot)
        assert "10 new, 0 changed" in here.text
        assert here.library.count("year:2031") == 10


@pytest.mark.usefixtures("pond")
async def test_what_comes_in_behind_is_stopped_by_taking_it_back(seeded: Path) -> None:
    async with desk(seeded) as here:
        goes_on = await halfway(here)
        await here.pilot.press("b")
        await asyncio.to_thread(here.library.undo)
        goes_on.set()
        await settled(here.pilot)
        assert here.library.count("year:2031") == 0
        assert "was taken back" in here.text
        assert not here.app.takes_in


async def test_while_one_import_comes_in_no_other_begins(seeded: Path, file: Path) -> None:
    async with desk(seeded) as here:
        await opened(here)
        here.app.takes_in = True
        assert "another import is coming in" in await here.press("enter")
        here.app.takes_in = False
        assert "new, 0 changed" in await here.press("enter")
