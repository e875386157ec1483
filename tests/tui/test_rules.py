"""Rules: what they would do is shown before it is done, and one key takes it back."""

from pathlib import Path

from tests.tui.pilot import desk
from tracker.library import Library
from tracker.tui.app import Settings
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.rules import RulesScreen


async def test_a_rule_is_made_looked_at_done_and_taken_back(seeded: Path) -> None:
    async with desk(seeded) as here:
        screen = await here.press("g", "R")
        assert "There are no rules yet" in screen
        await here.press("n")
        await here.type("abs:diffusion")
        await here.press("enter")
        await here.type("tag +images; later")
        await here.press("enter")
        await here.press(*["backspace"] * 20)
        await here.type("pictures")
        await here.press("enter")
        count = here.library.count("abs:diffusion")
        assert count
        assert f"{count} wait" in here.text
        assert f"tag +images; later · {count} paper" in here.text
        assert here.library.count("#images") == 0
        screen = await here.press("a")
        assert "it was done to all of its papers" in screen
        assert here.library.count("#images status:later") == count
        screen = await here.press("u")
        assert here.library.count("#images") == 0
        assert f"{count} wait" in screen
        await here.press("enter")
        assert here.on(LibraryScreen).query_text == "abs:diffusion"


async def test_a_rule_that_cannot_be_read_says_why_and_a_changed_one_keeps_its_name(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.save_rule("one [/x]", "title:loss", "star")
    async with desk(seeded) as here:
        screen = await here.press("g", "R")
        assert "one [/x]" in screen
        await here.press("e")
        await here.press("enter")
        await here.press(*["backspace"] * 4)
        await here.type("nonsense")
        await here.press("enter")
        screen = await here.press("enter")
        assert "nonsense" in screen
        assert here.library.rule("one [/x]").deed == "star"
        await here.press("D")
        assert here.on(RulesScreen)
        assert here.library.rules() == []


async def test_what_comes_back_today_is_told_at_the_start_to_who_wants_it(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.annotate(1, 0, 20, "claim")
        library.annotate(2, 0, 20, "result")
    for wanted in (True, False):
        settings = Settings(me="ann", place=str(seeded), review=wanted)
        async with desk(seeded, settings=settings) as here:
            told = [notice.message for notice in here.app._notifications]
            assert any("2 things that you noted come back today — g v" in each for each in told) == wanted
