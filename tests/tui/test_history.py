"""The History screen says where history begins."""

from pathlib import Path

import pytest

from tests.store.test_reach import aged
from tests.tui.pilot import desk
from tracker.formats.record import Record
from tracker.library import Library
from tracker.terms import Kept
from tracker.tui.screens import base


async def test_history_says_since_when_it_is_kept(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.write_note(1, "old")
        library.write_note(2, "kept")
        aged(seeded, 100)
    async with desk(seeded, (100, 24)) as d:
        assert "3 steps ·" in await d.press("g", "u")
        await d.press("escape")
        d.library.tend(Kept(days=1, steps=1))
        assert "1 step since" in await d.press("g", "u")
        await d.press("escape", "u")
        assert "is not kept" in await d.press("u")


async def test_a_large_import_is_taken_back_behind_the_screen(seeded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "MANY", 3)
    with Library.open(seeded, "ann") as library:
        library.import_records([Record(title=f"Walrus {n}") for n in range(5)], names="walruses", format="test")
    async with desk(seeded, (100, 24)) as d:
        assert "undid: imported 5 papers" in await d.press("u")
        assert d.library.count("") == 36
        assert "redid: imported 5 papers" in await d.press("U")
        assert d.library.count("") == 41
        await d.press("g", "u")
        assert "undid 1 step" in await d.press("enter")
        assert d.library.count("") == 36
