"""What is pressed before the library is open."""

from pathlib import Path
from threading import Event

import pytest

from tests.tui.pilot import screen_text, settled
from tracker.library import Library
from tracker.tui.app import Settings, TrackerApp


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (("slash", *"length"), "Non-Asymptotic Length"),
        (("g", "s"), "decided"),
        (("g", "c"), "Rounds"),
        (("1",), "Next up"),
        (("j", "w"), "as later"),
        (("F",), "to save"),
    ],
    ids=lambda value: value if isinstance(value, str) else "".join(value),
)
async def test_what_is_typed_before_the_library_is_open_is_heard_when_it_is(
    seeded: Path, keys: tuple[str, ...], shown: str
) -> None:
    opens = Event()

    def late() -> Library:
        opens.wait(30)
        return Library.open(seeded, "ann")

    app = TrackerApp(late, Settings(me="ann", place=str(seeded)))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(*keys)
        await pilot.click(offset=(5, 29))
        assert shown not in screen_text(app)
        opens.set()
        await settled(pilot)
        assert shown in screen_text(app)


async def test_a_program_that_waits_for_its_library_can_be_left(seeded: Path) -> None:
    opens = Event()

    def late() -> Library:
        opens.wait(30)
        return Library.open(seeded, "ann")

    app = TrackerApp(late, Settings(me="ann", place=str(seeded)))
    async with app.run_test() as pilot:
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not app.is_running
        opens.set()
