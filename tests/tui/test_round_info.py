"""A round's page: who leads the round changes there what it goes by and who votes."""

from pathlib import Path

from tests.tui.pilot import desk
from tests.tui.test_library import status_line
from tracker.library import Library
from tracker.tui.settings import Settings


async def test_who_leads_changes_criteria_reasons_and_people_there(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.new_round("first", "#theory", ["ann", "bob"], reasons=["off topic"], criteria="Theory")
    async with desk(seeded, (140, 40)) as here:
        await here.press("g", "t", "i", "e")
        await here.type(" with **proofs**.")
        assert "with proofs" in await here.press("enter")
        await here.press("r", "end")
        await here.type(", no tests")
        assert "2 no tests" in await here.press("enter")
        await here.press("a")
        await here.type("cyn, dan")
        assert "cyn" in await here.press("enter")
        view = here.library.round("first")
        assert (view.criteria, view.reasons) == ("Theory with **proofs**.", ("off topic", "no tests"))
        assert [member.name for member in view.people] == ["ann", "bob", "cyn", "dan"]
        assert "no other paper matches by now" in status_line(await here.press("+"))
        here.library.tag([1, 3], ["theory"])
        assert "took 2 papers more" in status_line(await here.press("+"))
        await here.press("u")
        assert here.library.round("first").papers == 4
    async with desk(seeded, (140, 40), Settings(me="bob", place=str(seeded))) as here:
        await here.press("g", "t", "i", "e")
        assert "criteria of" not in here.text
