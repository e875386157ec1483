"""Makes the README's pictures from a freshly seeded library: `python docs/pictures.py`."""

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from tracker.library import Library
from tracker.terms import Blind, Decision, Status
from tracker.tui.app import Settings, TrackerApp

HERE = Path(__file__).parent
PICTURES = {
    "library": [],
    "reader": ["j", "j", "enter", "j", "1", "j", "j", "2"],
    "search": ["/", *"jailbrek safty"],
    "notes": ["g", "n"],
    "note": ["j", "j", "e", *" See [[length"],
    "triage": ["g", "t"],
    "agreement": ["g", "c"],
}


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
        talked_about(library)
    screened_together(path)


def screened_together(path: Path) -> None:
    """A round in which two people have voted on a part, and differ here and there."""
    with Library.open(path, "ann") as ann, Library.open(path, "bob") as bob:
        reasons = ["off topic", "only theory", "seen before", "weak tests"]
        criteria = "Papers that make **language models reason** better, with experiments."
        words = {"include_words": ["reason", "test-time"], "exclude_words": ["theor"]}
        told = {"criteria": criteria, "reasons": reasons, **words}
        ann.new_round("ICML first pass", "#reasoning", ["ann", "bob"], blind=Blind.OPEN, **told)
        for number, paper in enumerate(bob.hand_out("ICML first pass", 14)):
            theirs = Decision.EXCLUDE if number % 3 else Decision.INCLUDE
            mine = Decision.INCLUDE if number % 7 == 1 else theirs
            bob.vote("ICML first pass", paper, theirs, reasons=["4"] if theirs is Decision.EXCLUDE else [])
            if number < 12:
                ann.vote("ICML first pass", paper, mine)


def talked_about(library: Library) -> None:
    """What a reading group leaves behind."""
    keys = [row.key for row in library.rows([2, 3, 5])]
    for paper, text in ((2, "Baseline for the [[Judge audit plan]]."), (5, f"Unlike [[{keys[0]}]], no assumption.")):
        library.write_note(paper, text)
    library.annotate(2, 0, 120, "method")
    library.annotate(5, 0, 90, "question", body="which model sizes?")
    library.tag([1, 2, 3], add=["evaluation/judges"])
    body = "Goal: decide which judges we *trust*.\n\n" + "\n".join(f"- [[{key}]]" for key in keys)
    library.write_note(None, f"{body}\n\n## Open\n\n- does it hold for `code`?", title="Judge audit plan")


async def picture(name: str, keys: list[str], path: Path) -> None:
    app = TrackerApp(lambda: Library.open(path, "ann"), Settings(me="ann", place=str(path)))
    async with app.run_test(size=(140, 38)) as pilot:
        while not app.opened:
            await pilot.pause(0.1)
        await pilot.pause(1)
        for key in keys:
            await pilot.press(key)
        await pilot.pause(1)
        await app.workers.wait_for_complete()
        await pilot.pause(0.5)
        (HERE / f"{name}.svg").write_text(drawn(app), encoding="utf-8")


def drawn(app: TrackerApp, title: str = "tracker") -> str:
    """The screen as SVG, without the fonts, which would be fetched from elsewhere."""
    return re.sub(r"@font-face\s*\{.*?\}", "", app.export_screenshot(title=title), flags=re.DOTALL)


def main() -> None:
    """Make all pictures, or those that are named."""
    wanted = sys.argv[1:] or list(PICTURES)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.db"
        lived_in(path)
        for name in wanted:
            asyncio.run(picture(name, PICTURES[name], path))


if __name__ == "__main__":
    main()
