"""The figures on the screen open the papers that they count."""

from pathlib import Path

import pytest

from tests.tui.pilot import desk
from tracker.library import Library
from tracker.terms import Status
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.stats import StatsScreen
from tracker.tui.widgets.figures import Figures


@pytest.fixture
def lived(seeded: Path) -> Path:
    with Library.open(seeded, "ann") as library:
        library.set_status(range(1, 5), Status.LATER)
        library.set_status(range(5, 12), Status.SKIPPED)
    return seeded


async def test_a_number_opens_its_papers(lived: Path) -> None:
    async with desk(lived) as here:
        screen = await here.press("g", "s")
        here.on(StatsScreen)
        assert "decided 11 (31%)" in screen
        assert "later 4" in screen
        await here.press("j", "h", "h")
        await here.press("enter")
        assert here.on(LibraryScreen).query_text == "status:later"
        assert len(here.papers.ids) == 4


async def test_the_cursor_goes_from_number_to_number(lived: Path) -> None:
    async with desk(lived) as here:
        await here.press("g", "s")
        figures = here.on(StatsScreen).query_one(Figures)
        first = figures.cursor
        await here.press("l")
        assert figures.cursor != first
        await here.press("h", "h", "k")
        assert figures.cursor == first


async def test_figures_of_some_papers_only_and_of_more_days(lived: Path) -> None:
    async with desk(lived) as here:
        await here.press("g", "s")
        await here.press("slash")
        await here.type("#theory")
        screen = await here.press("enter")
        assert "#theory · 4 papers" in screen
        screen = await here.press("right_square_bracket")
        assert "decided, 30 days" in screen
        await here.press("escape")
        here.on(LibraryScreen)


@pytest.mark.parametrize("size", [(20, 6), (40, 10), (80, 24), (200, 50)])
async def test_the_figures_fit_any_terminal(lived: Path, size: tuple[int, int]) -> None:
    async with desk(lived, size) as here:
        await here.press("g", "s")
        await here.press("j", "j", "j", "l", "k")
        await here.press("q")
        here.on(LibraryScreen)


async def test_an_empty_library_has_figures_too(tmp_path: Path) -> None:
    Library.open(tmp_path / "empty.db", "ann", seed=False).close()
    async with desk(tmp_path / "empty.db") as here:
        screen = await here.press("g", "s")
        assert "all papers · 0 papers" in screen
        assert "there are no papers" in screen
