"""Makes the README's pictures from a freshly seeded library: `python docs/pictures.py`."""

import asyncio
import re
import tempfile
from pathlib import Path

from tracker.library import Library
from tracker.terms import Status
from tracker.tui.app import Settings, TrackerApp

HERE = Path(__file__).parent
PICTURES = {"library": [], "reader": ["j", "j", "enter", "j", "1", "j", "j", "2"], "search": ["/", *"jailbrek safty"]}


def lived_in(path: Path) -> None:
    """A library as it looks after an hour of reading."""
    with Library.open(path, "ann") as library:
        library.set_status([2, 9, 14], Status.LATER)
        library.set_status([4], Status.READING)
        library.set_status([5, 6], Status.DONE)
        library.set_status([7], Status.SKIPPED)
        library.set_star([9], True)
        library.set_priority([1, 2], 2)
        library.write_note(3, "Compare with *our* audit of judges.")


async def picture(name: str, keys: list[str], path: Path) -> None:
    app = TrackerApp(lambda: Library.open(path, "ann"), Settings(me="ann", place=str(path)))
    async with app.run_test(size=(140, 38)) as pilot:
        while not app.opened:
            await pilot.pause(0.1)
        await pilot.pause(1)
        for key in keys:
            await pilot.press(key)
        await pilot.pause(1)
        svg = app.export_screenshot(title="tracker")
    fonts = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)  # they would be fetched from elsewhere
    (HERE / f"{name}.svg").write_text(fonts.sub("", svg), encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.db"
        lived_in(path)
        for name, keys in PICTURES.items():
            asyncio.run(picture(name, keys, path))


if __name__ == "__main__":
    main()
