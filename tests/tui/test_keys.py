"""Keys: declared once, told everywhere, changed in one place."""

import re
from pathlib import Path

import pytest
from textual.events import AppBlur, AppFocus

import tracker.tui
from tests.tui.pilot import Desk, desk
from tracker.keysets import SETS
from tracker.tui.app import Settings
from tracker.tui.fields import about
from tracker.tui.keys import complaints, table, understood
from tracker.tui.screens.history import HistoryScreen
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.menu import Menu
from tracker.tui.screens.reader import ReaderScreen
from tracker.tui.widgets.lines import Lines


async def test_help_is_made_from_the_bindings_and_can_be_searched(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        screen = await here.press("question_mark")
        assert "─ move ─" in screen
        assert "later" in screen
        await here.press("slash")
        screen = await here.type("snooze")
        assert "until tomorrow" in screen
        assert "─ move ─" not in screen
        await here.press("escape", "escape")
        assert "Library" in here.text.splitlines()[0]


async def test_the_palette_runs_any_command_by_name(seeded: Path) -> None:
    async with desk(seeded) as here:
        screen = await here.press("colon")
        assert screen.splitlines()[-1].strip() == "↓/↑ move  ⏎ do it  Esc close"  # not the footer of the screen below
        await here.pilot.press(*"star")
        await here.pilot.pause(0.3)
        await here.pilot.press("enter", "enter")
        await here.press()
        assert here.library.count("is:starred") == 1


@pytest.mark.parametrize(
    ("typed", "command"), [("q", "leave the program"), ("search", "filter"), ("delete", "skip"), ("new", "add a paper")]
)
async def test_the_palette_knows_what_other_programs_call_a_command(seeded: Path, typed: str, command: str) -> None:
    async with desk(seeded) as here:
        await here.press("colon")
        await here.pilot.press(*typed)
        await here.pilot.pause(0.3)
        lines = here.text.splitlines()
        at = next(n for n, line in enumerate(lines) if line.strip() == typed)
        assert lines[at + 1].strip().startswith(command)


async def test_a_window_that_is_typed_into_has_the_focus(seeded: Path) -> None:
    async with desk(seeded) as here:
        here.app.post_message(AppBlur())
        await here.press()
        assert here.app.focused is None
        assert "▸ Reader" in await here.press("enter")
        here.app.post_message(AppBlur())
        await here.press()
        here.app.push_screen(HistoryScreen())  # opened by no key
        await here.press()
        here.app.post_message(AppFocus())
        await here.press()
        assert here.app.focused is None
        await here.press("j")
        assert here.app.focused is here.app.screen.query_one(Lines)


async def test_a_keymap_gives_other_keys_to_commands(seeded: Path) -> None:
    settings = Settings(me="ann", place=str(seeded), keymap={"status.done": "ctrl+o", "go.inbox": "g z"})
    async with desk(seeded, settings=settings) as here:
        await here.press("d")
        assert here.library.count("status:done") == 0
        await here.press("ctrl+o")
        assert here.library.count("status:done") == 1
        assert "▸ Inbox" in (await here.press("g", "z")).splitlines()[0]


def test_every_command_has_an_id_a_label_and_a_key_of_its_own() -> None:
    rows = table()
    assert len({row.id for row in rows}) == len(rows) > 60
    assert all(row.label and row.keys and row.section for row in rows)


def test_a_wrong_keymap_is_told() -> None:
    own = {"status.dne": "d", "status.later": "d", "mark": "j"}
    told = complaints(own, own)
    assert "did you mean “status.done”" in told[0]
    assert "d is wanted by both status.later and status.done" in told
    assert "j is wanted by both move.down and mark" in told


def test_the_same_key_on_two_screens_is_no_clash() -> None:
    own = {"vote.note": "d"}
    assert complaints(own, own) == []


@pytest.mark.parametrize("name", SETS)
def test_a_set_of_keys_names_commands_there_are_and_gives_no_key_to_two(name: str) -> None:
    keys = understood(SETS[name])
    among_figures = "← is wanted by both figures.left and screen.leave"  # there ← moves, and Esc goes back
    assert set(complaints(keys, keys)) <= {among_figures}


async def test_arrows_enter_and_escape_do_the_main_job(seeded: Path) -> None:
    """Look, read, decide, tag, write, find it again, undo: through the menu, which every screen names."""
    async with desk(seeded, settings=Settings(me="ann", place=str(seeded), keys="arrows")) as here:
        assert "→ menu" in here.text.splitlines()[-1]
        first = here.papers.current
        assert "▸ Reader" in await here.press("enter")
        assert "▸ Library" in await here.press("left")
        await choose(here, "later")
        assert here.library.count("status:later") == 1
        await choose(here, "tag")
        await here.press("down", "enter", "escape")
        assert here.papers.current == first
        await choose(here, "note")
        await here.type("Worth an evening.")
        assert "▸ Library" in await here.press("escape")
        await choose(here, "later", group="go to")
        assert here.papers.current == first
        assert "1 note" in here.text
        await here.press("escape")
        await choose(here, "undo")
        assert here.library.count("has:note") == 0


async def test_enter_on_a_sentence_says_what_can_be_done_with_it(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("enter", "down")
        await here.press("enter")
        assert [line.label for line in here.on(Menu).rows[1:3] if line] == ["mark as problem", "mark as method"]
        await here.press("down", "enter")
        assert here.library.count("kind:method") == 1
        assert "▸ Threads" in await here.press("enter")  # of the mark that stands there now


async def choose(here: Desk, label: str, group: str = "most used", key: str = "right") -> None:
    """Choose a line of the menu with arrows and Enter alone."""
    await here.press(key)
    menu = here.on(Menu)
    wanted = next(n for n, item in enumerate(menu.rows) if item and (item.group, item.label) == (group, label))
    titles = sum(item is None for item in menu.rows[:wanted])
    await here.press(*["down"] * (wanted - titles), "enter")


async def test_a_key_that_the_menu_tells_works_in_it(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("right", "w")
        assert here.library.count("status:later") == 1
        assert here.on(LibraryScreen)


async def test_a_line_of_the_menu_holds_its_key_in_a_narrow_terminal_too(seeded: Path) -> None:
    async with desk(seeded, (30, 10)) as here:
        screen = await here.press("right")
        assert next(line.split() for line in screen.splitlines() if "later" in line) == ["later", "w"]


async def test_a_set_can_be_taken_while_the_program_runs(seeded: Path) -> None:
    async with desk(seeded) as here:
        here.app.take_keys("vim")
        await here.press("l")
        here.on(ReaderScreen)
        here.app.take_keys("default")
        await here.press("escape", "l")
        here.on(LibraryScreen)


def test_terminals_cannot_tell_these_keys_apart_so_none_is_bound() -> None:
    written = {key for row in table() for key in row.keys}
    assert not written & {"^m", "^i", "^h", "^["}


async def test_keys_typed_at_once_arrive_in_order(seeded: Path) -> None:
    """Nothing typed after `/` or `t` acts on papers, however fast it comes."""
    async with desk(seeded) as here:
        await here.press("slash", *"dixd", "enter", "escape", "t", *"safety", "enter", "escape", "d")
        assert [step.title.partition(" ")[0] for step in here.library.history(limit=2)] == ["marked", "tagged"]
        await here.press("slash", "up")
        assert here.on(LibraryScreen).query_text == "dixd"


async def test_a_field_tells_what_it_takes(seeded: Path) -> None:
    async with desk(seeded) as here:
        screen = await here.press("slash", "f1")
        assert "status:later" in screen
        assert "typos are forgiven" in screen
        await here.press("escape", *"atention", "escape", "escape")
        screen = await here.press("P", "f1")
        assert "The day by which to read" in screen
        await here.press("escape", *"fri", "enter")
        assert here.library.count("has:due") == 1
        assert "⏎ ⏎ makes a tag" in await here.press("t", "f1")
        await here.press("escape", "escape")
        here.on(LibraryScreen)


def test_every_question_tells_what_it_takes() -> None:
    """Each label that is asked with has its examples."""
    sources = "".join(path.read_text("utf-8") for path in Path(tracker.tui.__file__).parent.rglob("*.py"))
    asked = re.findall(r'(?:self\.ask|Ask|AskFile)\(\s*f?"([^"]+)"', sources)
    assert len(asked) > 12
    assert not {label for label in asked if about(label) is None}


async def test_help_tells_the_keys_of_the_screen_it_was_asked_on(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        screen = await here.press("g", "s", "question_mark")
        assert "more days" in screen
        assert "tag as last time" not in screen
        assert "tag as last time" in await here.press("tab")
        await here.press("escape", "escape")
        here.on(LibraryScreen)
