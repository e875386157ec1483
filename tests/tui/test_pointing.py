"""The terminal's own cursor stands where one is, so that what follows it reads the right line."""

from pathlib import Path

from tests.terminal import Terminal
from tests.tui.pilot import Desk, desk
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.reader import ReaderScreen
from tracker.tui.widgets.figures import Figures


def pointed(here: Desk) -> str:
    """The line of the screen that the cursor stands on, from there on."""
    place = here.app.cursor_position
    return here.text.splitlines()[place.y][place.x :]


async def test_the_cursor_goes_along_with_lists_numbers_and_the_text(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        await here.press("j", "j", "j")
        row = here.papers.row(here.papers.current or 0)
        assert row
        assert row.heading[:20] in pointed(here)
        await here.press("G")
        assert pointed(here).startswith("▌")
        await here.press("shift+tab", "shift+tab", "j", "j")
        assert "Later" in pointed(here)
        await here.press("escape", "g", "k", "j")
        assert "method" in pointed(here)
        await here.press("escape", "g", "n", "shift+tab")
        assert pointed(here).startswith("▌#reasoning")
        await here.press("escape", "g", "s")
        assert here.app.screen.query_one(Figures).has_focus
        assert pointed(here).startswith("36 ")


async def test_in_the_reader_it_stands_on_the_word_and_in_a_field_on_the_letter(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("enter", "j", "l")
        text = here.on(ReaderScreen).text
        assert pointed(here).startswith(text.passage.text[text.caret.at :][:5])
        await here.press("escape", "slash", *"abc")
        assert here.on(LibraryScreen).entry.has_focus
        assert here.app.cursor_position == here.on(LibraryScreen).entry.cursor_screen_offset


def test_a_terminal_is_told_where_and_shows_it_where_that_is_set(seeded: Path) -> None:
    (seeded.parent / "tracker").mkdir()
    (seeded.parent / "tracker" / "config.toml").write_text("cursor = true\n", "utf-8")
    with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
        terminal.shows("36 shown")
        terminal.press("down", "down", "down", "w")
        terminal.shows("as later")
        cursor = terminal.screen.cursor
        assert terminal.text.splitlines()[cursor.y].startswith("▌▷")
        assert not cursor.hidden
