"""Papers like one another on the screen: more like this, two side by side, a map."""

from pathlib import Path

import pytest

from tests.tui.pilot import desk
from tracker.library import Library
from tracker.tui.screens.compare import CompareScreen
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.map import MapScreen


async def test_m_shows_the_nearest_first(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = here.papers.current
        assert paper
        await here.press("m")
        assert here.on(LibraryScreen).query_text.startswith("like:")
        assert list(here.papers.ids) == [each.row.id for each in here.library.similar(paper, 100)]
        assert here.papers.cursor == 0


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 40)])
async def test_a_paper_is_compared_with_the_one_most_like_it(seeded: Path, size: tuple[int, int]) -> None:
    async with desk(seeded, size) as here:
        paper = here.papers.current
        assert paper
        screen = await here.press("C")
        assert "background" in screen
        here.on(CompareScreen)
        await here.press("j", "j", "k")
        await here.press("enter")
        assert here.on(LibraryScreen).query_text == f"id:{paper},{here.library.nearest(paper)}"
        assert len(here.papers.ids) == 2


async def test_two_marked_papers_are_compared(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        first, second = here.papers.ids[:2]
        screen = await here.press("space", "space", "C")
        headings = [row.heading for row in here.library.rows([first, second])]
        assert all(heading.split(":")[0][:40] in screen for heading in headings)
        await here.press("q")
        screen = await here.press("space", "C")
        assert "3 papers are marked; two can be compared" in screen


async def test_nothing_to_compare_with_is_said(tmp_path: Path) -> None:
    with Library.open(tmp_path / "one.db", "ann", seed=False) as library:
        library.add_paper("One paper about one thing.")
    async with desk(tmp_path / "one.db") as here:
        screen = await here.press("C")
        assert "no other paper is like this one" in screen
        await here.press("escape")
        screen = await here.press("m")
        assert "No paper matches" in screen


async def test_a_group_of_the_map_opens_its_papers(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("g", "m")
        mapped = here.on(MapScreen)._map
        assert mapped
        assert sum(each.papers for each in mapped.clusters) == 36
        await here.press("j", "enter")
        assert here.on(LibraryScreen).query_text == mapped.clusters[1].query
        assert len(here.papers.ids) == mapped.clusters[1].papers


async def test_the_map_is_of_the_papers_shown(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("slash")
        await here.type("#reasoning")
        await here.press("enter")
        screen = await here.press("g", "m")
        assert "#reasoning · 19 papers" in screen
