"""Looking papers up from the screen: nothing is written until ⏎, and anything can be left out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_feeds import rss
from tests.services.server import Reply, Server, running
from tests.services.test_services import PAPER, TEXT
from tests.tui.pilot import Desk, desk
from tracker.library import Library
from tracker.network import Feed, Network
from tracker.tui.app import Settings
from tracker.tui.screens.enriching import EnrichScreen
from tracker.tui.screens.library import LibraryScreen


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.delenv("TRACKER_OFFLINE")
    monkeypatch.setenv("TRACKER_CACHE", str(tmp_path / "cache"))
    with running() as server:
        server.papers = [PAPER]
        yield server


@pytest.fixture
def paper(seeded: Path) -> int:
    with Library.open(seeded, "ann") as library:
        return library.add_paper(TEXT)


def settings(seeded: Path, server: Server) -> Settings:
    return Settings(me="ann", place=str(seeded), query="fruits", network=server.network)


async def looked_up(here: Desk) -> str:
    """Press the key and wait until all was asked."""
    await here.press("M")
    return await here.press("j", "k")


@pytest.mark.parametrize("size", [(80, 24), (140, 40), (40, 10)])
async def test_changes_are_shown_and_filled_in_by_one_key(
    seeded: Path, server: Server, paper: int, size: tuple[int, int]
) -> None:
    async with desk(seeded, size, settings(seeded, server)) as here:
        screen = await looked_up(here)
        assert "with something new" in screen
        assert "title" in screen
        assert all(len(line) <= size[0] for line in screen.splitlines())
        assert here.library.detail(paper).title is None
        screen = await here.press("enter")
        assert here.on(LibraryScreen)
        assert here.library.detail(paper).title == PAPER.title
        await here.press("u")
        assert here.library.detail(paper).title is None


async def test_a_change_can_be_left_out(seeded: Path, server: Server, paper: int) -> None:
    async with desk(seeded, settings=settings(seeded, server)) as here:
        await looked_up(here)
        await here.press("space", "enter")
        detail = here.library.detail(paper)
        assert detail.title is None
        assert detail.row.authors == PAPER.authors
        await looked_up(here)
        await here.press("A", "enter")
        assert here.library.detail(paper).title is None


async def test_going_back_changes_nothing(seeded: Path, server: Server, paper: int) -> None:
    async with desk(seeded, settings=settings(seeded, server)) as here:
        steps = here.library.history()
        await looked_up(here)
        await here.press("escape")
        assert here.on(LibraryScreen)
        assert here.library.history() == steps


async def test_asking_is_stopped_by_going_back(seeded: Path, server: Server, paper: int) -> None:
    server.next["arxiv"] = [Reply(hold=True)]
    async with desk(seeded, settings=settings(seeded, server)) as here:
        here.on(LibraryScreen).action_enrich()
        await here.pilot.pause()
        assert isinstance(here.app.screen, EnrichScreen)
        await here.press("escape")
        assert here.on(LibraryScreen)
        assert here.library.detail(paper).title is None


async def test_no_network_is_said(seeded: Path, server: Server, paper: int) -> None:
    access = {name: one._replace(url="http://nowhere.invalid") for name, one in server.network().access.items()}
    quiet = Settings(
        me="ann", place=str(seeded), query="fruits", network=lambda: server.network()._replace(access=access)
    )
    async with desk(seeded, settings=quiet) as here:
        assert "No network" in await here.press("M")


async def test_hostile_answers_are_only_text(seeded: Path, server: Server, paper: int) -> None:
    server.papers = [PAPER._replace(title="[@click=app.quit]x[/] \x1b[31m Counting [/x] Fruits", venue="[/bold]")]
    async with desk(seeded, settings=settings(seeded, server)) as here:
        assert "[@click=app.quit]x[/]" in await looked_up(here)
        await here.press("enter")
        assert "[@click=app.quit]x[/]" in here.text


async def test_feeds_bring_new_papers_into_the_inbox(seeded: Path, server: Server) -> None:
    server.pages["/feeds/one"] = lambda _: Reply(200, rss("Apples [/x]", "Pears"))
    feeds = (Feed(f"{server.url}/feeds/one", "One"), Feed(f"{server.url}/feeds/two", "[bold]Two[/x]"))
    told = Settings(me="ann", place=str(seeded), network=lambda: Network(feeds=feeds))
    async with desk(seeded, settings=told) as here:
        screen = await here.press("g", "f")
        assert "2 new papers in the inbox — u undoes" in screen
        assert "[bold]Two[/x]: 127.0.0.1 has no such feed" in " ".join(screen.split())
        assert here.library.count("status:inbox") == 38
        assert "nothing new in the feeds" in await here.press("g", "f")
        await here.press("u")
        assert here.library.count("") == 36


async def test_without_feeds_it_is_said_how_to_set_some(seeded: Path, server: Server) -> None:
    async with desk(seeded, (120, 24)) as here:
        assert "No feeds are set; `tracker config edit`" in await here.press("g", "f")


async def test_what_is_not_certain_can_be_accepted(seeded: Path, server: Server) -> None:
    server.papers = [PAPER._replace(title="Counting Fruits")]
    with Library.open(seeded, "ann") as library:
        paper = library.add_paper(title="Counting Fruits")
    async with desk(seeded, settings=settings(seeded, server)) as here:
        assert "perhaps" in await looked_up(here)
        assert "it is" in await here.press("space")
        await here.press("enter")
        assert here.library.rows([paper])[0].authors == PAPER.authors
