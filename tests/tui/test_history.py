"""The History screen says where history begins."""

from pathlib import Path

from tests.store.test_reach import aged
from tests.tui.pilot import desk
from tracker.library import Library
from tracker.terms import Kept


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
