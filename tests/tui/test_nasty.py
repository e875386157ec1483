"""Text of any kind, written by any program, shows as text on every screen."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.tui.pilot import desk
from tests.tui.test_library import at
from tracker.library import Library
from tracker.text.clean import clean
from tracker.tui.screens.library import LibraryScreen

PIECES = {
    "closing": "[/x] and [/bold] and [",
    "action": "[@click=app.quit]x[/]",
    "citation": "[CLS] [MASK] [Smith 24] $x_{[i]}$",
    "escape": "a\x1b]0;PWNTITLE\x07b\x1b[2J\x9b31mc\x00\x7f",
    "bidi": "abc \u202egnp.exe\u2066 \u200b\u2028 x",
    "emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 " + "\u0301" * 50,
    "rtl": "שלום עולם مرحبا بالعالم",
    "wide": "日本語の要旨" * 40,
}
PAYLOADS = {"all": " | ".join(PIECES.values()), "long": "A" * 1_000_000}


def poison(path: Path, text: str) -> None:
    """Put a text into every column that people fill, past every check."""
    with Library.open(path, "ann") as library:
        paper = library.find("").ids[0]
        library.write_note(paper, "a note")
        library.tag([paper], ["mine"])
        library.set_star([paper], True)
    short = text[:2000]
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE paper SET title = ?, headline = ?, system_name = ?", (short, short, short))
        raw.execute("UPDATE paper SET authors = ?, venue = ?", (json.dumps([short]), short))
        raw.execute("UPDATE paper SET url = 'https://x.example/' || ?, proceedings = ?", (short, short))
        raw.execute("UPDATE text_version SET text = ?", (short,))
        raw.execute("UPDATE paper SET title = ? WHERE id = ?", (text, paper))
        raw.execute("UPDATE text_version SET text = ? WHERE paper_id = ?", (text, paper))
        raw.execute("UPDATE note SET body = ?, title = ?", (text, short))
        raw.execute("UPDATE tag SET name = ? WHERE name = 'mine'", (short,))
        raw.execute("UPDATE saved_search SET name = ? || digit", (short,))
        raw.execute("UPDATE collection SET name = ?", (short,))
        raw.execute("UPDATE step SET title = ?", (short,))
        raw.execute("UPDATE person SET name = ?", (short,))


SCREENS: dict[str, tuple[str, ...]] = {
    "library": (),
    "reader": ("enter",),
    "note": ("e",),
    "tags": ("t",),
    "history": ("g", "u"),
    "links": ("o",),
    "rename": ("R",),
    "help": ("question_mark",),
    "verbs": ("w", "u", "m", "escape", "z"),
}


@pytest.mark.parametrize("payload", PAYLOADS)
async def test_any_text_shows_as_text_on_every_screen(seeded: Path, payload: str) -> None:
    poison(seeded, PAYLOADS[payload])
    async with desk(seeded, (140, 40)) as here:
        for name, keys in SCREENS.items():
            screen = await here.press(*keys)
            assert screen == clean(screen), name
            assert here.app.is_running, name
            if payload == "all" and name in ("library", "reader", "note", "rename"):
                assert "[@click=app.quit]x[/]" in screen, name
            for _ in range(3):
                if len(here.app.screen_stack) > 2:
                    await here.press("escape")


@pytest.mark.parametrize("payload", ["closing", "action", "escape", "bidi"])
async def test_a_query_may_hold_any_text(seeded: Path, payload: str) -> None:
    async with desk(seeded) as here:
        await here.press("slash")
        here.on(LibraryScreen).entry.value = PIECES[payload]
        screen = await here.press()
        assert screen == clean(screen)
        await here.press("ctrl+@", "tab", "enter")
        assert here.app.is_running


async def test_toasts_show_text_as_text(seeded: Path) -> None:
    async with desk(seeded) as here:
        here.app.tell(PAYLOADS["all"])
        await here.pilot.pause(0.2)
        assert "[@click=app.quit]x[/]" in here.text


async def test_a_note_keeps_what_it_shows(seeded: Path) -> None:
    async with desk(seeded, (80, 60)) as here:
        paper = await at(here, "Non-Asymptotic Length Generalization")
        await here.press("e")
        await here.type("[/x] [b]")
        await here.press("escape")
        assert here.library.notes(paper)[0].body == "[/x] [b]"
        assert "[/x] [b]" in (await here.press("enter"))
