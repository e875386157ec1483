"""The disk takes nothing: what was typed stands there still, and nobody leaves it behind without being asked."""

from pathlib import Path

import pytest

from tests.library.kept import drafts
from tests.reliability import disk
from tests.tui.pilot import desk
from tracker.library import Library

pytestmark = pytest.mark.skipif(not disk.usable(), reason="this Python has an SQLite of its own built in")


async def test_a_remark_stands_there_until_the_library_takes_it(seeded: Path) -> None:
    full = disk.Disk()
    with full.under():
        async with desk(seeded) as here:
            await here.press("enter", "c")
            full.refuse_from = 0
            await here.type("words to keep")
            assert "words to keep" in await here.press("enter")
            assert "words to keep" in await here.press("escape")
            full.refuse_from = None
            await here.press("enter")
            paper = here.library.find("").ids[0]
            assert [mark.body for mark in here.library.annotations(paper)] == ["words to keep"]


async def test_an_answer_on_the_status_line_stands_there_until_the_library_takes_it(seeded: Path) -> None:
    full = disk.Disk()
    with full.under():
        async with desk(seeded) as here:
            await here.press("R")
            full.refuse_from = 0
            assert "A name of mine" in await here.press(*["backspace"] * 120, *"A name of mine", "enter")
            full.refuse_from = None
            assert "A name of mine" in await here.press("enter")
            assert here.library.rows(here.library.find("").ids[:1])[0].heading == "A name of mine"


async def test_leaving_a_second_time_puts_the_text_into_a_file_of_its_own(
    seeded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(seeded.parent))
    monkeypatch.setenv("HOME", str(seeded.parent))
    full = disk.Disk()
    with full.under():
        async with desk(seeded) as here:
            await here.press("e")
            full.refuse_from = 0
            await here.type("half a thought")
            assert "takes nothing now" in await here.press("ctrl+q")
            assert "half a thought" in here.text
            here.app.leave_at_once()
        full.refuse_from = None
    (kept,) = here.app.aside
    assert kept.read_text() == "half a thought"
    assert kept.stat().st_mode & 0o077 == 0
    with Library.open(seeded, "ann") as library:
        assert drafts(library) == []
