"""A bug of ours ends the program without a word of anybody's text on the screen or in the report."""

import sys
from pathlib import Path

from tests.library.kept import drafts
from tests.terminal import Terminal
from tracker import crash
from tracker.library import Library

SECRET = "an abstract that nobody else may read"

# The program with a key that does not do what it should, as a bug would.
BROKEN = f"""
import sys
from textual.binding import Binding
from tracker.__main__ import main
from tracker.tui import app

class Broken(app.TrackerApp):
    BINDINGS = [Binding("f9", "break", priority=True)]

    def action_break(self):
        abstract = "{SECRET}"
        raise KeyError(abstract)

app.TrackerApp = Broken
sys.argv[1:] = sys.argv[2:]
main()
"""


def test_a_fault_keeps_what_was_typed_and_tells_nobody_what_it_was(seeded: Path) -> None:
    script = seeded.parent / "broken.py"
    script.write_text(BROKEN)
    options = (str(script), "--", "--library", str(seeded), "--me", "ann")
    with Terminal(*options, home=seeded.parent, program=Path(sys.executable)) as terminal:
        terminal.shows("36 shown")
        terminal.press("e")
        terminal.shows("by itself while you type")
        terminal.press("typed before the fault")
        terminal.shows("typed before the fault")  # a key of the whole program overtakes those of the field
        terminal.press("\x1b[20~")
        terminal.shows("a fault in the program ended it (KeyError)")
        assert terminal.ends() == 1
    assert SECRET.encode() not in terminal.bytes
    with Library.open(seeded, "ann") as library:
        assert drafts(library) == ["typed before the fault"]
    (report,) = seeded.parent.rglob("crash-*.txt")
    assert report.stat().st_mode & 0o077 == 0
    assert "action_break" in report.read_text()
    assert SECRET not in report.read_text()
    assert "typed before" not in report.read_text()


def test_a_report_names_the_places_of_the_whole_chain_and_no_folder_of_the_person() -> None:
    try:
        try:
            int(SECRET)
        except ValueError as error:
            raise RuntimeError(SECRET) from error
    except RuntimeError as error:
        told = crash.report(error)
    assert "builtins.RuntimeError" in told
    assert "builtins.ValueError" in told
    assert "test_crash.py" in told
    assert SECRET not in told
    assert str(Path(__file__).parent) not in told
