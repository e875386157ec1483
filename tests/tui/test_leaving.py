"""A screen that is closed while something is on its way to it."""

import asyncio
from pathlib import Path

import pytest
from textual.events import MouseDown

from tests.tui.pilot import desk, running, settled
from tracker.tui.leaving import Handed
from tracker.tui.screens.note import NoteScreen


async def test_what_comes_while_a_screen_closes_is_not_shown(seeded: Path) -> None:
    shown: list[str] = []
    async with desk(seeded) as here:
        await here.press("e")
        screen = here.on(NoteScreen)
        screen.hand(lambda: shown.append("in time"))
        await settled(here.pilot)
        here.app.pop_screen()
        while not screen._pruning:
            await asyncio.sleep(0)
        assert screen.post_message(Handed(lambda: shown.append("too late")))
        await settled(here.pilot)
        assert "▸ Library" in here.text
    assert shown == ["in time"]


async def test_a_preview_that_is_late_ends_nothing(seeded: Path) -> None:
    async with desk(seeded) as here:
        for _ in range(5):
            await here.press("e", "ctrl+o", *"some *words*", "escape")
        assert "▸ Library" in here.text


async def test_a_click_on_what_is_going_means_nothing(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("question_mark")
        text = here.app.screen.query_one("#help-text")
        x, y = text.region.x + 3, text.region.y + 3
        text.remove()
        while text.is_attached:
            await asyncio.sleep(0)
        here.app.screen._forward_event(
            MouseDown(text, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
        )
        await here.press("escape")
        assert "36 papers" in here.text


async def test_keys_typed_behind_the_end_do_not_put_it_off(seeded: Path) -> None:
    async with desk(seeded) as here:
        here.app.exit()
        for key in "tab" * 5:  # each asks for a screen that is never built
            here.send(key)
        await asyncio.wait_for(running(here.app), 2)


async def test_an_end_comes_through_keys_that_wait_for_a_screen(seeded: Path) -> None:
    async with desk(seeded) as here:
        for key in "tab" * 5:
            here.send(key)
        here.app.call_later(here.app.exit)
        here.app.exit()
        await asyncio.wait_for(running(here.app), 2)


@pytest.mark.parametrize("keys", [["colon"], ["enter", "c"], ["question_mark"], ["right"], ["t"], ["s"]])
async def test_the_key_that_leaves_the_program_leaves_it_from_wherever_one_is(seeded: Path, keys: list[str]) -> None:
    async with desk(seeded) as here:
        await here.press(*keys)
        here.send("ctrl+q")
        await asyncio.wait_for(running(here.app), 2)


async def test_what_is_typed_over_a_screen_is_there_again_after_leaving_from_it(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("enter", "c", *"half a thought")
        here.send("ctrl+q")
        await asyncio.wait_for(running(here.app), 2)
    async with desk(seeded) as here:
        await here.press("enter", "c")
        assert "half a thought" in here.text


async def test_one_leaves_also_where_it_is_too_narrow_for_other_keys(seeded: Path) -> None:
    async with desk(seeded, size=(6, 10)) as here:
        here.send("ctrl+q")
        await asyncio.wait_for(running(here.app), 2)
