"""Keys: declared once, told everywhere, changed in one place."""

from pathlib import Path

from tests.tui.pilot import desk
from tracker.tui.app import Settings
from tracker.tui.keys import complaints, table
from tracker.tui.screens.library import LibraryScreen


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
        await here.press("colon")
        await here.pilot.press(*"star")
        await here.pilot.pause(0.3)
        await here.pilot.press("enter", "enter")
        await here.press()
        assert here.library.count("is:starred") == 1


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
    told = complaints({"status.dne": "d", "status.later": "d"})
    assert "did you mean “status.done”" in told[0]
    assert any("d is wanted by both" in message for message in told)


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
