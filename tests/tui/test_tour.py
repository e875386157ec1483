"""The tour: every step can be done as it is told, and nobody's own library is touched."""

from pathlib import Path

from tests.tui.pilot import Desk, settled
from tracker.library import Library
from tracker.tui.app import Settings
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.tour import STEPS, TourApp

DEEDS = (
    ("down", "down"),
    ("enter",),
    ("3",),
    ("escape",),
    ("w",),
    ("t", *"topic", "enter", "enter", "escape"),
    ("e", *"mine", "escape"),
    ("slash", *"reasonning", "enter"),
    ("escape",),
    ("u",),
)


async def test_each_step_waits_for_its_deed_and_escape_leaves(seeded: Path) -> None:
    settings = Settings(me="ann", place=str(seeded))
    app = TourApp(lambda: Library.open(seeded, "ann"), settings)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settled(pilot)
        here = Desk(pilot, app)
        for number, (step, deed) in enumerate(zip(STEPS, DEEDS, strict=True), 1):
            assert app.said == (f"{number}/{len(STEPS)}", step.told)
            await here.press(*deed)
            app.look()
        assert "That is most of it" in here.text
        here.on(LibraryScreen)
        assert "Esc again leaves" in await here.press("escape")
        assert "That is most of it" in await here.press("down")
        await here.press("escape")
        await pilot.press("escape")
        assert app._exit


def test_what_is_told_fits_two_lines_of_a_small_terminal() -> None:
    for step in STEPS:
        assert len(step.told.replace("`", "")) <= 2 * 70
